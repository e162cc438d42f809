/**
 * Pushdown automata that read a letter in every step, and whether such automata and finite ones accept a common word.
 *
 * An automaton is height-unambiguous if the heights of its stack along an accepting run depend only on the length of
 * the word. That property is undecidable, so it is declared. Height-unambiguous automata can run side by side on one
 * stack of tuples (Lin, Nguyen, Ruemmer, Sun, Lemma 1): the heights agree whenever all of them accept. So a conjunction
 * of them and of finite automata (`pushdownWords`) is one pushdown automaton, which is explored forwards from its
 * initial state.
 *
 * A head is a control state with the top of the stack. The search computes two things, with shortest words, until no
 * word gets shorter: how a head is reached, and in which control states the top of a head is popped.
 */

import { InternalError } from "../util/internal-error.ts";
import { look } from "../util/limits.ts";
import type { Atom } from "./join.ts";
import { tupleLetter, unzip } from "./tuples.ts";

export interface PushdownAutomaton {
  readonly letterCount: number;
  /** States are numbered from 0, which is the initial one. */
  readonly accepting: readonly boolean[];
  /** Stack symbol 0 is the bottom: it is there at the beginning and never popped. */
  readonly rules: readonly PushdownRule[];
  readonly isHeightUnambiguous: boolean;
}

export interface PushdownRule {
  readonly from: number;
  readonly top: number;
  readonly letter: number;
  readonly to: number;
  /** The symbols that replace the top: at most two, the last of which is the new top. */
  readonly push: readonly number[];
}

export interface PushdownAtom {
  readonly pushdown: PushdownAutomaton;
  readonly tapes: readonly number[];
}

export interface PushdownQuery {
  readonly alphabetSize: number;
  readonly tapeCount: number;
  /** All their tapes have the same length. */
  readonly pushdowns: readonly PushdownAtom[];
  readonly atoms: readonly Atom[];
}

/** Shortest words, one per tape and all of one length, that all automata accept; `undefined` if there are none. */
export function pushdownWords(query: PushdownQuery): number[][] | undefined {
  if (query.pushdowns.some(({ pushdown }) => !pushdown.isHeightUnambiguous)) {
    throw new InternalError("only height-unambiguous automata run on one stack");
  }
  const heads = new Heads(query);
  const word = heads.shortestWord();
  return word && unzip(query.alphabetSize, query.tapeCount, word);
}

/** A derivation of a shortest word. */
type Trace = readonly (number | Trace)[];

interface Measured {
  length: number;
  trace: Trace;
}

interface Move {
  readonly letter: number;
  readonly control: readonly number[];
  readonly push: readonly (readonly number[])[];
}

interface Head {
  readonly control: readonly number[];
  readonly top: readonly number[];
  readonly reached: Measured;
  readonly moves: readonly Move[];
  /** Keyed by the control state in which the top has been popped. */
  readonly pops: Map<string, Measured & { readonly control: readonly number[] }>;
  /** Heads whose moves lead here, directly or after a pop. */
  readonly users: Set<Head>;
}

class Heads {
  readonly #query: PushdownQuery;
  readonly #known = new Map<string, Head>();
  readonly #queue = new Set<Head>();

  constructor(query: PushdownQuery) {
    this.#query = query;
  }

  shortestWord(): number[] | undefined {
    const { pushdowns, atoms } = this.#query;
    let starts: number[][] = [pushdowns.map(() => 0)];
    for (const { nfa } of atoms) starts = starts.flatMap((row) => nfa.initial.map((q) => [...row, q]));
    const bottom = pushdowns.map(() => 0);
    for (const control of starts) this.#reach(control, bottom, { length: 0, trace: [] });
    for (const head of this.#queue) {
      look();
      this.#queue.delete(head);
      this.#expand(head);
    }
    let best: Measured | undefined;
    for (const { control, reached } of this.#known.values()) {
      if (this.#accepts(control) && (!best || reached.length < best.length)) best = reached;
    }
    return best && flatten(best.trace);
  }

  #accepts(control: readonly number[]): boolean {
    const { pushdowns, atoms } = this.#query;
    return (
      pushdowns.every(({ pushdown }, i) => pushdown.accepting[control[i]!]) &&
      atoms.every(({ nfa }, i) => nfa.accepting[control[pushdowns.length + i]!])
    );
  }

  #reach(control: readonly number[], top: readonly number[], by: Measured, user?: Head): Head {
    const key = `${control.join()};${top.join()}`;
    let head = this.#known.get(key);
    if (!head) {
      head = { control, top, reached: { ...by }, moves: this.#moves(control, top), pops: new Map(), users: new Set() };
      this.#known.set(key, head);
      this.#queue.add(head);
    } else if (by.length < head.reached.length) {
      Object.assign(head.reached, by);
      this.#queue.add(head);
    }
    if (user) head.users.add(user);
    return head;
  }

  #expand(head: Head): void {
    for (const { letter, control, push } of head.moves) {
      const after = { length: head.reached.length + 1, trace: [head.reached.trace, letter] };
      if (push.length === 0) this.#pop(head, control, { length: 1, trace: [letter] });
      else if (push.length === 1) {
        const next = this.#reach(control, push[0]!, after, head);
        for (const pop of next.pops.values()) {
          this.#pop(head, pop.control, { length: 1 + pop.length, trace: [letter, pop.trace] });
        }
      } else {
        const upper = this.#reach(control, push[1]!, after, head);
        for (const pop of upper.pops.values()) {
          const between = { length: after.length + pop.length, trace: [after.trace, pop.trace] };
          const lower = this.#reach(pop.control, push[0]!, between, head);
          for (const last of lower.pops.values()) {
            const trace = [letter, pop.trace, last.trace];
            this.#pop(head, last.control, { length: 1 + pop.length + last.length, trace });
          }
        }
      }
    }
  }

  #pop(head: Head, control: readonly number[], by: Measured): void {
    const key = control.join();
    const known = head.pops.get(key);
    if (known && known.length <= by.length) return;
    head.pops.set(key, { ...by, control });
    for (const user of head.users) this.#queue.add(user);
  }

  /** The joint moves of all automata: they read the same letters and change the height alike. */
  #moves(control: readonly number[], top: readonly number[]): Move[] {
    const { alphabetSize, tapeCount, pushdowns, atoms } = this.#query;
    const letters = new Array<number>(tapeCount).fill(-1);
    const moves: Move[] = [];
    const target: number[] = [];
    const pushes: (readonly number[])[] = [];
    const read = (tapes: readonly number[], letter: number, then: () => void): void => {
      const before = [...letters];
      let rest = letter;
      let agrees = true;
      for (let k = tapes.length - 1; k >= 0; k--) {
        const digit = rest % (alphabetSize + 1);
        rest = Math.floor(rest / (alphabetSize + 1));
        const tape = tapes[k]!;
        agrees &&= digit < alphabetSize && (letters[tape] === -1 || letters[tape] === digit);
        letters[tape] = digit;
      }
      if (agrees) then();
      before.forEach((digit, tape) => (letters[tape] = digit));
    };
    const choose = (i: number): void => {
      if (i === pushdowns.length + atoms.length) {
        const height = pushes[0]?.length ?? 1;
        const push = Array.from({ length: height }, (_, level) => pushes.map((symbols) => symbols[level]!));
        moves.push({ letter: tupleLetter(alphabetSize, letters), control: [...target], push });
      } else if (i < pushdowns.length) {
        const { pushdown, tapes } = pushdowns[i]!;
        for (const rule of pushdown.rules) {
          if (rule.from !== control[i] || rule.top !== top[i]) continue;
          if (i > 0 && rule.push.length !== pushes[0]!.length) continue;
          target[i] = rule.to;
          pushes[i] = rule.push;
          read(tapes, rule.letter, () => choose(i + 1));
        }
      } else {
        const { nfa, tapes } = atoms[i - pushdowns.length]!;
        for (const edge of nfa.edges[control[i]!]!) {
          target[i] = edge.target;
          read(tapes, edge.letter, () => choose(i + 1));
        }
      }
    };
    choose(0);
    return moves;
  }
}

function flatten(trace: Trace): number[] {
  return trace.flatMap((part) => (typeof part === "number" ? [part] : flatten(part)));
}
