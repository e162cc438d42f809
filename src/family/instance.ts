/**
 * The instance of one size as a sequential model: one variable per position, one transition per way a rule applies.
 *
 * A rule such as id* (t, n) (n, t) id* has n - 1 ways to apply to words of length n. A way is a box of words: for each
 * position it gives the letters that may be there and stay, or the change from one letter to another. Boxes are read
 * off the paths of the automaton of the rule as written, so that a rule that looks alike all over the word gives
 * transitions that look alike. Equal boxes are merged. Initial and bad words become disjunctions of boxes. A rule that
 * changes all positions at once can have exponentially many ways, so there is a limit.
 */

import { lengthTable } from "../automata/finiteness.ts";
import { isIncluded } from "../automata/inclusion.ts";
import type { Nfa } from "../automata/nfa.ts";
import { intersection, trim } from "../automata/nfa.ts";
import { image, restriction } from "../automata/relation.ts";
import { tupleDigits } from "../automata/tuples.ts";
import { all, any, element, equals, not, variable } from "../model/build.ts";
import type { ArrayType, EnumType, Expression, Model, Statement, Transition } from "../model/model.ts";
import type { ParameterizedSystem } from "./system.ts";

export interface InstanceOptions {
  /** Start in all configurations, whatever the initial ones are, and have no properties. */
  readonly everywhere?: boolean | undefined;
}

/** The most boxes a rule or a set of words may have. */
const mostBoxes = 20_000;

/** Thrown if an instance would be too large; the message names the part. */
export class InstanceTooLarge extends Error {
  override readonly name = "InstanceTooLarge";
}

/** One position of a box: the letters it may have, and its new letter, if it changes. */
interface Place {
  readonly letters: readonly number[];
  readonly becomes?: number | undefined;
}

type Box = readonly Place[];

export function instanceModel(system: ParameterizedSystem, size: number, options: InstanceOptions = {}): Model {
  const { letters, written } = system;
  const cells = letters.includes("cell") ? "cell_" : "cell";
  const letter: EnumType = { kind: "enum", name: uniqueName("Letter", letters), members: letters };
  const type: ArrayType = { kind: "array", index: { kind: "range", low: 0, high: size - 1 }, element: letter };
  const at = (i: number): Expression => element(variable(cells), i);
  const member = (a: number): Expression => ({ kind: "member", type: letter, name: letters[a]! });
  const holds = ({ letters: allowed }: Place, i: number): Expression[] => {
    if (allowed.length === letters.length) return [];
    return [any(allowed.map((a) => equals(at(i), member(a))))];
  };
  const boxCondition = (box: Box): Expression => all(box.flatMap(holds));
  const condition = (nfa: Nfa, what: string): Expression => {
    const words = boxesOf(nfa, size, what, (a) => ({ letters: [a] })).map(boxCondition);
    return words.find(({ kind }) => kind === "boolean") ?? any(words);
  };

  const transitions = system.rules.flatMap(({ name, relation, span }): Transition[] => {
    const nfa = staysInside(system, relation.nfa) ? relation.nfa : restriction(relation, system.configurations).nfa;
    const boxes = boxesOf(nfa, size, `transition \`${name}\``, (pair) => {
      const [a, b] = tupleDigits(letters.length, 2, pair);
      return a === b ? { letters: [a!] } : { letters: [a!], becomes: b! };
    });
    return boxes.map((box, k) => ({
      name: boxes.length === 1 ? name : `${name}_${k}`,
      parameters: [],
      guard: boxCondition(box),
      body: box.flatMap(({ becomes }, i): Statement[] =>
        becomes === undefined ? [] : [{ kind: "assign", target: at(i), value: member(becomes) }],
      ),
      span,
    }));
  });
  const { everywhere = false } = options;
  const start = everywhere ? system.configurations : (system.initial ?? system.configurations);
  const asWritten = everywhere ? written.configurations : system.initial ? written.initial : written.configurations;
  const sameInSize = asWritten && isIncluded(intersection(asWritten, anyWord(letters.length, size)), start);
  const initial = condition(sameInSize ? asWritten : start, "the initial words");
  const only = onlyWord(start, size);
  return {
    name: system.name,
    constants: [],
    types: [{ name: letter.name, type: letter }],
    variables: [
      {
        name: cells,
        type,
        initial: only ? { kind: "items", items: only.map((value) => ({ kind: "value", value })) } : { kind: "any" },
      },
    ],
    initialCondition: only || (initial.kind === "boolean" && initial.value) ? undefined : initial,
    predicates: [],
    transitions,
    properties:
      system.bad && !everywhere
        ? [
            {
              kind: "invariant",
              name: "safe",
              condition: not(condition(written.bad ?? system.bad, "the bad words")),
            },
          ]
        : [],
  };
}

/** All words of a length. */
function anyWord(letterCount: number, length: number): Nfa {
  const letters = Array.from({ length: letterCount }, (_, letter) => letter);
  const edges = Array.from({ length: length + 1 }, (_, q) =>
    q === length ? [] : letters.map((letter) => ({ letter, target: q + 1 })),
  );
  return { letterCount, initial: [0], accepting: edges.map((_, q) => q === length), edges };
}

/** Whether a rule leads from configurations to configurations only, so that no guard has to say so. */
function staysInside({ configurations, letters }: ParameterizedSystem, rule: Nfa): boolean {
  return isIncluded(image({ alphabetSize: letters.length, nfa: rule }, configurations), configurations);
}

/** The boxes of the accepted words of a length; `place` gives the meaning of a letter of the automaton. */
function boxesOf(nfa: Nfa, size: number, what: string, place: (letter: number) => Place): Box[] {
  const { initial, accepting, edges } = trim(nfa);
  const groups = edges.map((list) => {
    const byTarget = new Map<number, number[]>();
    for (const { letter, target } of list) byTarget.set(target, [...(byTarget.get(target) ?? []), letter]);
    return [...byTarget].flatMap(([target, letters]) =>
      placesOf(letters.map(place)).map((found) => ({ target, found })),
    );
  });
  const canEnd = lengthTable(accepting, size, (q) => edges[q]!.map(({ target }) => target));
  let level = new Map<string, { readonly state: number; readonly box: Box }>();
  for (const state of initial) if (canEnd[size]![state]) level.set(`${state};`, { state, box: [] });
  for (let left = size - 1; left >= 0; left--) {
    const next: typeof level = new Map();
    for (const [key, { state, box }] of level) {
      for (const { target, found } of groups[state]!) {
        if (!canEnd[left]![target]) continue;
        const path = key.slice(key.indexOf(";"));
        next.set(`${target}${path}${found.letters.join()}>${found.becomes ?? ""} `, {
          state: target,
          box: [...box, found],
        });
      }
      if (next.size > mostBoxes) {
        throw new InstanceTooLarge(`${what} would become more than ${mostBoxes} cases in size ${size}`);
      }
    }
    level = next;
  }
  return [...new Map([...level].map(([key, { box }]) => [key.slice(key.indexOf(";")), box])).values()];
}

/** All letters that stay form one place; each change is a place of its own. */
function placesOf(places: readonly Place[]): Place[] {
  const staying = places.filter(({ becomes }) => becomes === undefined).flatMap(({ letters }) => letters);
  const changing = places.filter(({ becomes }) => becomes !== undefined);
  return staying.length === 0 ? changing : [{ letters: [...new Set(staying)].sort((a, b) => a - b) }, ...changing];
}

function onlyWord(nfa: Nfa, size: number): readonly number[] | undefined {
  const boxes = boxesOf(nfa, size, "the initial words", (a) => ({ letters: [a] }));
  const [box] = boxes;
  return boxes.length === 1 && box!.every(({ letters }) => letters.length === 1)
    ? box!.map(({ letters }) => letters[0]!)
    : undefined;
}

function uniqueName(name: string, taken: readonly string[]): string {
  while (taken.includes(name)) name += "_";
  return name;
}
