/** A model, or a part of one, without its spans and hints, which its text form does not have. */
export function withoutSpans<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (key === "span" || key === "hints" ? undefined : part)),
  ) as T;
}

/** The same without the marks of observers, in all of its models: in the text form, they are variables like any other. */
export function withoutObserverMarks<T>(model: T): T {
  const marked = withoutSpans(model);
  return JSON.parse(JSON.stringify(marked, (key, part: unknown) => (key === "observer" ? undefined : part))) as T;
}
