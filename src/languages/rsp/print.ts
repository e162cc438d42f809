/** Prints a system as a `.rsp` text, with an automaton for each of its languages. */

import { minimize, toNfa } from "../../automata/dfa.ts";
import type { Nfa } from "../../automata/nfa.ts";
import { trim } from "../../automata/nfa.ts";
import type { Relation } from "../../automata/relation.ts";
import { tupleCount, tupleDigits } from "../../automata/tuples.ts";

interface Languages {
  readonly configurations: Nfa;
  readonly steps: Relation;
  readonly initial?: Nfa | undefined;
  readonly bad?: Nfa | undefined;
}

/** All steps together are one rule. */
export function printSystem(letters: readonly string[], { configurations, steps, initial, bad }: Languages): string {
  const single = (letter: number): string => letters[letter]!;
  const pairs = Array.from({ length: tupleCount(letters.length, 2) }, (_, letter) => {
    const [before, after] = tupleDigits(letters.length, 2, letter);
    return `(${letters[before!] ?? "#"}, ${letters[after!] ?? "#"})`;
  });
  const parts = [
    `alphabet { ${letters.join(", ")} }`,
    printAutomaton("words", configurations, single),
    printAutomaton("changes", steps.nfa, (letter) => pairs[letter]!),
    ...(initial ? [printAutomaton("beginnings", initial, single)] : []),
    ...(bad ? [printAutomaton("failures", bad, single)] : []),
  ];
  const uses = ["configurations words", "transition step: changes"];
  if (initial) uses.push("initial beginnings");
  if (bad) uses.push("bad failures");
  return `${parts.join("\n\n")}\n\n${uses.join("\n")}\n`;
}

function printAutomaton(name: string, nfa: Nfa, show: (letter: number) => string): string {
  const { initial, accepting, edges } = trim(toNfa(minimize(nfa)));
  const state = (q: number): string => `${name}${q}`;
  // An automaton without words still has a state.
  const starts = initial.length > 0 ? initial.map(state) : [state(0)];
  const lines = edges.flatMap((list, q) => {
    const targets = new Map<number, string[]>();
    for (const { letter, target } of list) targets.set(target, [...(targets.get(target) ?? []), show(letter)]);
    return [...targets].map(([target, shown]) => `  ${state(q)} -> ${state(target)}: ${shown.join(" | ")}`);
  });
  const finals = accepting.flatMap((isFinal, q) => (isFinal ? [state(q)] : []));
  const heads = [`  initial ${starts.join(", ")}`, ...(finals.length > 0 ? [`  accepting ${finals.join(", ")}`] : [])];
  return [`automaton ${name} {`, ...heads, ...lines, "}"].join("\n");
}
