/** A piece of the text of the user, short enough for a message. */
export function excerpt(text: string): string {
  const line = text.slice(0, 200).replaceAll(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 37)}...` : line;
}
