/** Names transitions after the text: `client:12 in?source,dest`. */

import { positionAt } from "../../../syntax/source.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Edge } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";

const longestText = 60;
const longestStatement = 30;

/** The name is `client:12-14 in?source,dest; source = 0` if the step has several statements. */
export function stepName(process: ProcessSymbol, edge: Edge): string {
  const lines = statementsOf(edge).map(({ element }) => lineOf(element.span));
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return `${process.name}:${first === last ? first : `${first}-${last}`} ${stepText(edge)}`;
}

/** The statements of a step as text, shortened to fit. */
export function stepText(edge: Edge): string {
  const [first, ...more] = statementsOf(edge).map(({ element }) => textOf(element.span));
  let text = first!;
  for (const next of more) {
    if (`${text}; ${next}`.length > longestText) return `${text}; ...`;
    text = `${text}; ${next}`;
  }
  return text;
}

export function lineOf({ source, start }: Span): number {
  return positionAt(source, start).line;
}

/** All statements of a step, without jumps after the first statement. */
function statementsOf(edge: Edge): Edge[] {
  return [edge, ...edge.more.filter(({ statement }) => statement !== undefined)];
}

/** A statement as text, shortened. */
export function textOf({ source, start, end }: Span): string {
  const text = source.text.slice(start, end).replaceAll(/\s+/g, " ").trim();
  return text.length > longestStatement ? `${text.slice(0, longestStatement - 3)}...` : text;
}
