/** A model, or a part of one, without its spans. */
export function withoutSpans<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === "span" ? undefined : part))) as T;
}
