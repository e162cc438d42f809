/**
 * The image of a family under a pattern, and the safety results it gives (Propositions 1 and 2 of the paper).
 *
 * The image has the words that configurations are mapped to, and the steps among them. If the pattern is a simulation
 * and every initial word has an image, then every run of the system has an image. So if no bad image is reachable from
 * an initial image, then no bad word is reachable from an initial word, in any size. The paper omits the condition that
 * initial words have images. A finite image is a model for the explicit engine.
 *
 * The converse does not hold in general. But the image consists of configurations and steps of the system itself: a run
 * of the image from an initial word to a bad word, not just to images of such words, is a run of the system.
 */

import { allWords, isFinite } from "../automata/finiteness.ts";
import { isIncluded } from "../automata/inclusion.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import { accepts } from "../automata/nfa.ts";
import { domain, image, relates, restriction } from "../automata/relation.ts";
import type { Relation } from "../automata/relation.ts";
import { formatWord } from "../family/system.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { any, equals, not, variable } from "../model/build.ts";
import type { EnumType, Expression, Model } from "../model/model.ts";

export interface ImageSystem {
  readonly configurations: Nfa;
  readonly steps: Relation;
  readonly initial?: Nfa | undefined;
  readonly bad?: Nfa | undefined;
  readonly isFinite: boolean;
  /** Whether every initial word has an image. If not, the image says nothing about safety. */
  readonly coversInitial: boolean;
}

export function imageSystem(system: ParameterizedSystem, pattern: Relation): ImageSystem {
  const r = restriction(pattern, system.configurations);
  const configurations = image(r, system.configurations);
  return {
    configurations,
    steps: restriction(system.steps, configurations),
    initial: system.initial && image(r, system.initial),
    bad: system.bad && image(r, system.bad),
    isFinite: isFinite(configurations),
    coversInitial: !system.initial || isIncluded(system.initial, domain(r)),
  };
}

export interface ImageModel {
  readonly model: Model;
  /** The configuration that each value of the model's only variable stands for. */
  readonly words: readonly Word[];
  /** From which word to which each transition leads. */
  readonly steps: readonly (readonly [from: number, to: number])[];
}

/** Images of more words than this are not made explicit. */
const mostWords = 10_000;

/** A finite image as a model with one variable; `undefined` if the image is infinite or has too many words. */
export function imageModel(
  system: ParameterizedSystem,
  { configurations, initial, bad, ...rest }: ImageSystem,
): ImageModel | undefined {
  if (!rest.isFinite) return undefined;
  const words = allWords(configurations, mostWords + 1);
  if (words.length > mostWords || words.length === 0) return undefined;
  const type: EnumType = {
    kind: "enum",
    name: "Configuration",
    members: words.map((word) => formatWord(system, word)),
  };
  const at = variable("configuration");
  const member = (i: number): Expression => ({ kind: "member", type, name: type.members[i]! });
  const is = (i: number): Expression => equals(at, member(i));
  const among = (set: Nfa | undefined): Expression =>
    any(words.flatMap((word, i) => (set && accepts(set, word) ? [is(i)] : [])));
  const steps = words.flatMap((from, i) =>
    words.flatMap((to, j): [number, number][] =>
      from.length === to.length && relates(rest.steps, from, to) ? [[i, j]] : [],
    ),
  );
  const model: Model = {
    name: `${system.name} image`,
    constants: [],
    types: [{ name: type.name, type }],
    variables: [{ name: "configuration", type, initial: { kind: "any" } }],
    initialCondition: among(initial ?? configurations),
    predicates: [],
    transitions: steps.map(([i, j]) => ({
      name: `step_${i}_${j}`,
      parameters: [],
      guard: is(i),
      body: [{ kind: "assign", target: at, value: member(j) }],
    })),
    properties: bad ? [{ kind: "invariant", name: "safe", condition: not(among(bad)) }] : [],
  };
  return { model, words, steps };
}
