/**
 * Safe display of text from users: names, messages and file names may hold anything, and a terminal obeys control
 * characters.
 *
 * Control characters (including newlines), line separators and characters that change the direction of text become
 * escapes such as `\u{1b}`. Data stays as it is: JSON holds the original names.
 */

/** Whether a character acts on the terminal instead of being shown. */
export function isUnprintable(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    code === 0x2028 ||
    code === 0x2029 ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}

/** A text on one line. */
export function printable(text: string): string {
  let result = "";
  let from = 0;
  // All these characters are single units of UTF-16.
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isUnprintable(code)) continue;
    result += `${text.slice(from, i)}\\u{${code.toString(16)}}`;
    from = i + 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** A text of several lines, whose newlines are kept. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Plain data with all its texts made printable. */
export function printableData<T>(data: T): T {
  if (typeof data === "string") return printable(data) as T;
  if (Array.isArray(data)) return data.map(printableData) as T;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, printableData(value as unknown)])) as T;
}
