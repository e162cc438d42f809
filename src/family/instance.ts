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
import { emptyModel } from "../model/model.ts";
import type { EnumType, Expression, Model, Statement, Transition } from "../model/model.ts";
import { grouped } from "../util/numbering.ts";
import type { ParameterizedSystem, Rule } from "./system.ts";

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
  const { written } = system;
  const words = new Words(system, size);
  const { everywhere = false } = options;
  const start = everywhere ? system.configurations : (system.initial ?? system.configurations);
  const asWritten = everywhere ? written.configurations : system.initial ? written.initial : written.configurations;
  const sameInSize = asWritten && isIncluded(intersection(asWritten, anyWord(system.letters.length, size)), start);
  const initial = words.condition(sameInSize ? asWritten : start, "the initial words");
  const only = onlyWord(start, size);
  const isSafe = system.bad && !everywhere && not(words.condition(written.bad ?? system.bad, "the bad words"));
  return {
    ...emptyModel(system.name),
    types: [{ name: words.letter.name, type: words.letter }],
    variables: [
      {
        name: words.name,
        type: { kind: "array", index: { kind: "range", low: 0, high: size - 1 }, element: words.letter },
        initial: only ? { kind: "items", items: only.map((value) => ({ kind: "value", value })) } : { kind: "any" },
      },
    ],
    initialCondition: only || (initial.kind === "boolean" && initial.value) ? undefined : initial,
    transitions: system.rules.flatMap((rule) => ruleTransitions(system, rule, size, words)),
    properties: isSafe ? [{ kind: "invariant", name: "safe", condition: isSafe }] : [],
  };
}

/** One transition for each way that a rule applies. */
function ruleTransitions(
  system: ParameterizedSystem,
  { name, relation, span }: Rule,
  size: number,
  words: Words,
): Transition[] {
  const nfa = staysInside(system, relation.nfa) ? relation.nfa : restriction(relation, system.configurations).nfa;
  const boxes = boxesOf(nfa, size, `transition \`${name}\``, (pair) => {
    const [a, b] = tupleDigits(system.letters.length, 2, pair);
    return a === b ? { letters: [a!] } : { letters: [a!], becomes: b! };
  });
  return boxes.map((box, k) => ({
    name: boxes.length === 1 ? name : `${name}_${k}`,
    parameters: [],
    guard: words.within(box),
    body: box.flatMap(({ becomes }, i): Statement[] =>
      becomes === undefined ? [] : [{ kind: "assign", target: words.at(i), value: words.member(becomes) }],
    ),
    span,
  }));
}

/** Words of one length as values of an array of letters. */
class Words {
  readonly name: string;
  readonly letter: EnumType;
  readonly #size: number;

  constructor({ letters }: ParameterizedSystem, size: number) {
    this.name = letters.includes("cell") ? "cell_" : "cell";
    this.letter = { kind: "enum", name: uniqueName("Letter", letters), members: letters };
    this.#size = size;
  }

  at(i: number): Expression {
    return element(variable(this.name), i);
  }

  member(a: number): Expression {
    return { kind: "member", type: this.letter, name: this.letter.members[a]! };
  }

  /** The condition that the word is in a box. */
  within(box: Box): Expression {
    const { length } = this.letter.members;
    const tests = box.flatMap(({ letters }, i) =>
      letters.length === length ? [] : [any(letters.map((a) => equals(this.at(i), this.member(a))))],
    );
    return all(tests);
  }

  /** The condition that an automaton accepts the word. */
  condition(nfa: Nfa, what: string): Expression {
    const tests = boxesOf(nfa, this.#size, what, (a) => ({ letters: [a] })).map((box) => this.within(box));
    return tests.find(({ kind }) => kind === "boolean") ?? any(tests);
  }
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
    const byTarget = [...grouped(list, ({ target }) => target)];
    return byTarget.flatMap(([target, own]) =>
      placesOf(own.map(({ letter }) => place(letter))).map((found) => ({ target, found })),
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
