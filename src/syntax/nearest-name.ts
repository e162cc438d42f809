/** The name that a misspelled name probably means. */

/** The length up to which names are compared. */
const longest = 40;

/**
 * The candidate at the least edit distance (insertions, deletions, replacements, swaps of neighbors, regardless of
 * case), if the distance is at most a third of the length. Of several, the first. Very short names match only up to
 * case.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  let limit = name.length < 3 ? 0.5 : Math.min(3, name.length / 3);
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > longest || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance > limit || (nearest !== undefined && distance === limit)) continue;
    nearest = candidate;
    limit = distance;
  }
  return nearest;
}

/** The end of a message about an unknown name. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = nearestName(name, candidates);
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, beforePrevious[j - 2]! + 1);
      }
      row.push(least);
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length]!;
}
