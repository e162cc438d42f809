/** Signs of permutations in several actions, and the number of their combinations in a group. */

/** Whether an element is odd, with one entry per action. */
export type Signs = boolean[];

/**
 * The rank over the field with two elements: elements with these signs generate a group with 2^rank combinations of
 * signs.
 */
export function signRank(rows: readonly Signs[]): number {
  const basis: bigint[] = [];
  for (const row of rows) {
    let rest = row.reduce((bits, odd, k) => (odd ? bits | (1n << BigInt(k)) : bits), 0n);
    for (const vector of basis) if ((rest ^ vector) < rest) rest ^= vector;
    if (rest === 0n) continue;
    basis.push(rest);
    basis.sort((a, b) => (a < b ? 1 : -1));
  }
  return basis.length;
}
