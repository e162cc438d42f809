/** Makes names unique by numbers: `a`, `a_2`, `a_3`. */

/** A function that returns a new name at each call, and never one of `taken`. */
export function uniqueNames(taken: Iterable<string> = []): (base: string) => string {
  const names = new Set(taken);
  const next = new Map<string, number>();
  return (base) => {
    let name = base;
    if (names.has(base)) {
      let number = next.get(base) ?? 2;
      while (names.has(`${base}_${number}`)) number++;
      name = `${base}_${number}`;
      next.set(base, number + 1);
    }
    names.add(name);
    return name;
  };
}
