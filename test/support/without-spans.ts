/** A model, or a part of one, without its spans and hints, which its text form does not have. */
export function withoutSpans<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (key === "span" || key === "hints" ? undefined : part)),
  ) as T;
}
