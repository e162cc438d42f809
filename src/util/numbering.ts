/** Tables that grow as they are asked: numbers of items, values of keys, and items by key. */

/** Numbers items in the order of their first occurrence. */
export class Numbering<T> {
  /** The items by number. The list grows while numbers are given. */
  readonly items: T[] = [];
  readonly #numbers = new Map<unknown, number>();

  /** Items with equal keys have one number. */
  numberOf(item: T, key: unknown = item): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.items.length);
    return this.items.push(item) - 1;
  }
}

interface Table<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key, made and added if there is none. */
export function getOrAdd<K, V>(table: Table<K, V>, key: K, make: () => V): V {
  const known = table.get(key);
  if (known !== undefined) return known;
  const value = make();
  table.set(key, value);
  return value;
}

/** The items of each key, both in the order of their occurrence. */
export function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOrAdd(groups, keyOf(item), () => []).push(item);
  return groups;
}
