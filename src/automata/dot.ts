/** Automata in the DOT language of Graphviz. */

import { grouped } from "../util/numbering.ts";
import { printable } from "../util/printable.ts";
import type { Nfa } from "./nfa.ts";
import { tupleDigits } from "./tuples.ts";

/** `letterName` gives the label of a letter; edges between the same two states share an arrow. */
export function automatonDot(nfa: Nfa, letterName: (letter: number) => string): string {
  const lines = ["digraph automaton {", "  rankdir=LR;", '  start [shape=point, label=""];'];
  nfa.accepting.forEach((final, q) => lines.push(`  ${q} [shape=${final ? "doublecircle" : "circle"}];`));
  for (const q of nfa.initial) lines.push(`  start -> ${q};`);
  nfa.edges.forEach((list, source) => {
    const byTarget = grouped(list, ({ target }) => target);
    for (const [target, edges] of [...byTarget].sort(([a], [b]) => a - b)) {
      const names = edges.map(({ letter }) => letterName(letter));
      const text = printable(names.join(", ")).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
      lines.push(`  ${source} -> ${target} [label="${text}"];`);
    }
  });
  return `${lines.join("\n")}\n}\n`;
}

/** The label of a pair: `a/b`, with `#` for padding. */
export function pairName(names: readonly string[]): (letter: number) => string {
  const nameOf = (digit: number): string => names[digit] ?? "#";
  return (letter) => tupleDigits(names.length, 2, letter).map(nameOf).join("/");
}
