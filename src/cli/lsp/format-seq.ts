/**
 * Formats a `.seq` text: indentation by nesting, one blank between parts of a line, at most one empty line. Lines stay
 * where the writer broke them, and comments stay as they are. The tokens are the same before and after.
 */

const unit = "  ";

/** The parts of a line that must not be touched, or are told apart: comments, quotations, signs of nesting, the rest. */
const piece =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|`[^`\n]*`|:=|[{}()[\],;]|\s+|[^\s{}()[\],;"`/:]+|[/:]/g;

export function formatSeq(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  let line = "";
  let isFirst = true;
  const end = (): void => {
    const isBlank = line.trim() === "";
    if (!isBlank || (lines.length > 0 && lines.at(-1) !== "")) lines.push(isBlank ? "" : line.trimEnd());
    line = "";
    isFirst = true;
  };
  for (const [part] of text.replaceAll("\r\n", "\n").matchAll(piece)) {
    if (/^\s/.test(part)) {
      const breaks = part.split("\n").length - 1;
      for (let i = 0; i < Math.min(breaks, 2); i++) end();
      if (breaks === 0 && !isFirst && !line.endsWith(" ")) line += " ";
      continue;
    }
    const closes = /^[})\]]$/.test(part);
    if (closes) depth = Math.max(0, depth - 1);
    if (isFirst) line = unit.repeat(depth);
    line = spaced(line, part, isFirst) + part;
    if (/^[{([]$/.test(part)) depth++;
    isFirst = false;
  }
  end();
  while (lines.at(-1) === "") lines.pop();
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** The line before a part, with the blanks that belong there. */
function spaced(line: string, part: string, isFirst: boolean): string {
  if (isFirst) return line;
  if (/^[,;)\]]$/.test(part)) return line.trimEnd();
  const needsBlank = part === ":=" || part.startsWith("//") || /(?:,|;|:=)$/.test(line);
  if (needsBlank && !line.endsWith(" ")) return `${line} `;
  return /[([]$/.test(line.trimEnd()) && part !== "//" ? line.trimEnd() : line;
}
