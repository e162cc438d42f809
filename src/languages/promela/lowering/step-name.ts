/** Transitions are named after the text: `client:12 in?source,dest`. */

import { positionAt } from "../../../syntax/source.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Edge } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";

const longestText = 60;
const longestStatement = 30;

/** `client:12-14 in?source,dest; source = 0` where more is done in the same step. */
export function stepName(process: ProcessSymbol, edge: Edge): string {
  const lines = statementsOf(edge).map(({ element }) => lineOf(element.span));
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return `${process.name}:${first === last ? first : `${first}-${last}`} ${stepText(edge)}`;
}

/** What is done in a step, as far as there is room. */
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

/** All that is done in a step; of what follows its own statement, jumps are left out. */
function statementsOf(edge: Edge): Edge[] {
  return [edge, ...edge.more.filter(({ statement }) => statement !== undefined)];
}

function textOf({ source, start, end }: Span): string {
  const text = source.text.slice(start, end).replaceAll(/\s+/g, " ").trim();
  return text.length > longestStatement ? `${text.slice(0, longestStatement - 3)}...` : text;
}
