/** Models made symmetric on purpose: one random process, several times. All exchanges of processes must be accepted. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { recheck, Validator } from "../../../src/symmetry/validator/validator.ts";
import { arbitraryFrom } from "../../support/choices.ts";
import type { Choices } from "../../support/choices.ts";
import { times } from "../../support/random-runs.ts";
import { bruteForce, modelOf, swap, symmetryBy } from "../../support/symmetries.ts";

/** Transitions of process i, some of which meet another process j; the text never tells processes apart. */
class ProcessText {
  readonly #choices: Choices;
  readonly #processes: readonly string[];

  constructor(choices: Choices, processes: readonly string[]) {
    this.#choices = choices;
    this.#processes = processes;
  }

  #process(): string {
    return this.#choices.pick(this.#processes);
  }

  #number(fuel: number): string {
    const c = this.#choices;
    return c.weighted([
      [2, () => `a[${this.#process()}]`],
      [2, () => String(c.below(3))],
      [2, () => "shared"],
      [1, () => `len(q[${this.#process()}])`],
      [1, () => `(count k: P . b[k])`],
      [1, () => `(sum k: P . a[k])`],
      [fuel, () => `(${this.#number(fuel - 1)} ${c.pick(["+", "-", "*", "%"])} ${this.#number(fuel - 1)})`],
      [fuel, () => `(${this.condition(fuel - 1)} ? ${this.#number(fuel - 1)} : ${this.#number(fuel - 1)})`],
    ]);
  }

  condition(fuel: number): string {
    const c = this.#choices;
    return c.weighted([
      [3, () => `b[${this.#process()}]`],
      [3, () => `${this.#number(fuel)} ${c.pick(["==", "<", ">=", "!="])} ${this.#number(fuel)}`],
      [2, () => `who == ${this.#process()}`],
      [1, () => "who != N && b[who]"],
      [1, () => `empty(q[${this.#process()}])`],
      [1, () => `(forall k: P . k == ${this.#process()} || a[k] <= a[${this.#process()}])`],
      [1, () => `(exists k: P . b[k] && who != k)`],
      [fuel, () => `(${this.condition(fuel - 1)} ${c.pick(["&&", "||", "->"])} ${this.condition(fuel - 1)})`],
      [fuel, () => `!(${this.condition(fuel - 1)})`],
    ]);
  }

  statement(fuel: number): string {
    const c = this.#choices;
    return c.weighted([
      [4, () => `a[${this.#process()}] := ((${this.#number(2)}) % 3 + 3) % 3;`],
      [3, () => `b[${this.#process()}] := ${this.condition(1)};`],
      [2, () => `shared := ((${this.#number(1)}) % 3 + 3) % 3;`],
      [2, () => `who := ${c.pick([...this.#processes, "N"])};`],
      [1, () => "if who != N { a[who] := 1; }"],
      [1, () => `if !full(q[${this.#processes[0]!}]) { push(q[${this.#processes[0]!}], 1 + shared % 2); }`],
      [
        1,
        () =>
          `if !empty(q[${this.#processes[0]!}]) { shared := q[${this.#processes[0]!}][0]; pop(q[${this.#processes[0]!}]); }`,
      ],
      [1, () => `assert ${this.condition(1)};`],
      [1, () => `shared := ${this.#number(1)};`],
      [1, () => `while a[${this.#process()}] < 2 bound 2 { a[${this.#process()}] := 2; }`],
      // Each round looks at its own process only, so that their order makes no difference.
      [fuel, () => `for m: P { if a[m] ${c.pick(["==", "<"])} shared { b[m] := !b[m]; } else { a[m] := shared; } }`],
      [fuel, () => `if ${this.condition(1)} { ${this.statement(fuel - 1)} } else { ${this.statement(fuel - 1)} }`],
    ]);
  }
}

function symmetricText(choices: Choices): string {
  const count = choices.between(2, 3);
  const transition = (name: number): string => {
    const meets = choices.chance(40);
    const process = new ProcessText(choices, meets ? ["i", "j"] : ["i"]);
    const guard = `${meets ? "i != j && " : ""}${process.condition(2)}`;
    const body = choices.times(choices.between(1, 3), () => process.statement(2)).join(" ");
    return `transition t${name}(${meets ? "i: P, j: P" : "i: P"}) when ${guard} { ${body} }`;
  };
  return `
    const N = ${count}
    type P = 0..N-1
    var a: array [P] of 0..2 = ${choices.pick(["0", "*"])}
    var b: array [P] of bool = false
    var q: array [P] of queue [1] of 1..2
    var shared: 0..2 = 0
    var who: 0..N = N
    ${choices.times(choices.between(1, 3), transition).join("\n    ")}
    property p: invariant forall k: P . a[k] == shared || b[k]`;
}

test.each([true, false])("exchanges of processes that are alike are accepted, by typing too (%s)", (typing) => {
  let accepted = 0;
  fc.assert(
    fc.property(arbitraryFrom(symmetricText, 400), (text) => {
      const model = modelOf(text);
      const { properties } = model;
      const exchanged = symmetryBy(
        model,
        (name) =>
          name.replace(/^(a|b|len\(q|q)\[(\d)\]/, (_, v: string, i: string) => `${v}[${swap(0, 1)(Number(i))}]`),
        (name, value) => (name === "who" ? swap(0, 1)(value) : value),
      );
      const validation = new Validator(model, { properties, typing }).validate(exchanged);
      expect(validation.accepted ? "accepted" : validation.reason).toBe("accepted");
      if (!validation.accepted) return;
      expect(recheck(model, exchanged, validation.certificate, { properties, budget: 500 })).toBe(true);
      if (accepted++ % 4 === 0) expect(bruteForce(model, exchanged)).toBeUndefined();
      // Without the process number it holds only where nobody uses that.
      const without = { slots: exchanged.slots, values: new Map() };
      const isAccepted = new Validator(model, { typing }).validate(without).accepted;
      if (isAccepted) expect(bruteForce(model, without)).toBeUndefined();
    }),
    { numRuns: times(200) },
  );
});
