/**
 * Random models that are likely to have symmetries: a few identical processes, with values of the type of processes and
 * plain data. Occasionally something distinguishes processes or values.
 */

import type fc from "fast-check";
import type { Model } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { arbitraryFrom } from "./choices.ts";
import type { Choices } from "./choices.ts";

export function arbitrarySymmetricModel(): fc.Arbitrary<Model> {
  return arbitraryFrom((choices) => build(choices, false), 400);
}

/** A model with a property `l` in linear temporal logic, an automaton `n`, and sometimes transient states. */
export function arbitrarySymmetricModelWithFormula(): fc.Arbitrary<Model> {
  return arbitraryFrom((choices) => build(choices, true), 400);
}

/** The percentage of asymmetric constructs in places where a symmetric one is possible. */
const breakage = 4;

function build(c: Choices, withFormula: boolean): Model {
  const text = new Writer(c).model(withFormula);
  const { model, diagnostics } = parseModel({ name: "random.seq", text }, { defines: {} });
  if (!model) throw new Error(`${diagnostics[0]!.message}\n${text}`);
  return model;
}

class Writer {
  readonly #c: Choices;
  #n = 2;
  #hasOwner = false;
  #hasNext = false;
  #hasMatrix = false;
  #hasQueue = false;
  #hasData = false;
  #hasPair = false;

  constructor(choices: Choices) {
    this.#c = choices;
  }

  model(withFormula: boolean): string {
    const c = this.#c;
    this.#n = c.pick([2, 3, 3, 4]);
    this.#hasOwner = c.chance(50);
    this.#hasNext = this.#n < 4 && c.chance(30);
    this.#hasMatrix = this.#n === 2 && c.chance(30);
    this.#hasQueue = c.chance(20);
    this.#hasData = c.chance(40);
    this.#hasPair = c.chance(20);
    const lines = [
      `const N = ${this.#n}`,
      "type P = 0..N-1",
      "type D = 0..2",
      `var at: array [P] of D = ${c.chance(20) ? "*" : this.#data()}`,
      ...(this.#hasOwner ? [`var owner: ${c.chance(50) ? "0..N" : "P"} = ${c.chance(30) ? "*" : "N - 1"}`] : []),
      ...(this.#hasNext ? [`var next: array [P] of 0..N = N`] : []),
      ...(this.#hasMatrix ? ["var m: array [P] of array [P] of bool = false"] : []),
      ...(this.#hasQueue ? [`var q: queue [2] of ${c.chance(50) ? "D" : "0..N"} = []`] : []),
      ...(this.#hasData ? [`var d: D = ${c.chance(60) ? "*" : this.#data()}`] : []),
      ...(this.#hasPair ? ["var left: bool = false", "var right: bool = false"] : []),
    ];
    if (c.chance(10)) lines.push(`init where at[0] == ${this.#data()}`);
    c.times(c.between(1, 3), (i) => lines.push(this.#transition(i)));
    if (this.#hasPair) {
      lines.push("transition goLeft when !left || right { left := right; }");
      lines.push(`transition goRight when !right || left { right := ${c.chance(80) ? "left" : "true"}; }`);
    }
    lines.push(`property p: invariant ${this.#condition(["x"], "forall x: P . ")}`);
    if (withFormula) lines.push(`property l: ltl ${this.#formula()}`, `property n: never ${this.#claim()}`);
    if (withFormula && c.chance(15)) lines.push(`transient where (count k: P . at[k] == ${this.#data()}) == 1`);
    return lines.join("\n");
  }

  /** A formula that treats all processes alike, or has a part for each process, or is about one process. */
  #formula(): string {
    const c = this.#c;
    if (c.chance(30)) return `forall x: P . ${this.#temporal(["x"], 3)}`;
    return this.#temporal(c.chance(15) ? ["0"] : [], 4);
  }

  #claim(): string {
    const c = this.#c;
    const states = ["a", "b", "c"].slice(0, c.between(1, 3));
    const edge = (): string => {
      const condition = c.chance(30)
        ? "true"
        : this.#condition(["x"], c.pick(["forall x: P . ", "exists x: P . ", "!(exists x: P . "]));
      return `when ${condition}${condition.startsWith("!(") ? ")" : ""} goto ${c.pick(states)};`;
    };
    const written = states.map((state) => {
      const edges = c.times(c.between(1, 3), edge).join(" ");
      return `${c.chance(50) ? "accepting " : ""}state ${state} { ${edges} }`;
    });
    return `{ ${written.join(" ")} }`;
  }

  #temporal(names: readonly string[], depth: number): string {
    const c = this.#c;
    const part = (): string => `(${this.#temporal(names, depth - 1)})`;
    if (depth === 0 || c.chance(15)) {
      const quantifier = names.length === 0 ? c.pick(["forall x: P . ", "exists x: P . "]) : "";
      return `(${this.#condition(names.length === 0 ? ["x"] : names, quantifier)})`;
    }
    return c.weighted<string>([
      [3, () => `[] <> ${part()}`],
      [3, () => `<> [] ${part()}`],
      [3, () => `[] ${part()}`],
      [3, () => `<> ${part()}`],
      [1, () => `! ${part()}`],
      [1, () => `X ${part()}`],
      [3, () => `${part()} -> ${part()}`],
      [1, () => `${part()} && ${part()}`],
      [1, () => `${part()} || ${part()}`],
      [2, () => `${part()} U ${part()}`],
      [1, () => `${part()} W ${part()}`],
      [1, () => `${part()} R ${part()}`],
    ]);
  }

  #transition(i: number): string {
    const c = this.#c;
    const names = c.chance(40) ? ["i", "j"] : ["i"];
    const guard = c.times(c.between(1, 2), () => this.#condition(names)).join(" && ");
    const apart = names.length > 1 && c.chance(60) ? "i != j && " : "";
    const body = c.times(c.between(1, 3), () => this.#statement(names, 2)).join(" ");
    const by = c.chance(80) ? ` by ${this.#owners(names)}` : "";
    return `transition t${i}(${names.map((name) => `${name}: P`).join(", ")})${by} when ${apart}${guard} { ${body} }`;
  }

  /** Families of every rank, some with a lowest index other than 0, some with gaps. Several may take part. */
  #owners(names: readonly string[]): string {
    const c = this.#c;
    const last = names.at(-1)!;
    const owner = c.weighted<string>([
      [5, () => "process[i]"],
      [1, () => "clock"],
      [1, () => `shifted[i - ${c.between(1, 3)}]`],
      [1, () => "sparse[2 * i - 3]"],
      [1, () => `cell[i - 1, ${last}]`],
      [1, () => "flag[i == 0]"],
    ]);
    if (names.length === 1 || c.chance(40)) return c.chance(85) ? owner : `${owner}, clock`;
    return `${owner}, ${c.pick(["process[j]", "shifted[j - 2]", "cell[j - 1, i]"])}`;
  }

  #process(names: readonly string[]): string {
    const c = this.#c;
    if (c.chance(breakage)) return "0";
    if (c.chance(breakage)) return `((${c.pick(names)} + 1) % N)`;
    return c.pick(names);
  }

  #data(): string {
    return String(this.#c.below(3));
  }

  #value(names: readonly string[]): string {
    const c = this.#c;
    const own = `at[${this.#process(names)}]`;
    const options = [own, own, `2 - ${own}`, `(${own} + 1) % 3`, ...(this.#hasData ? ["d", "2 - d"] : [])];
    return c.chance(40) ? this.#data() : c.pick(options);
  }

  #condition(names: readonly string[], prefix = ""): string {
    const c = this.#c;
    const p = (): string => this.#process(names);
    const atoms = [
      () => `at[${p()}] == ${this.#value(names)}`,
      () => `at[${p()}] != ${this.#value(names)}`,
      () => `at[${p()}] < ${this.#value(names)}`,
      () => `(exists k: P . k != ${p()} && at[k] == ${this.#data()})`,
      () => `(count k: P . at[k] == ${this.#data()}) ${c.pick(["<", "==", "<="])} ${c.between(1, 2)}`,
      () => `(sum k: P . at[k]) ${c.pick(["<", "<="])} ${c.between(1, 4)}`,
      ...(this.#hasOwner ? [() => `owner ${c.pick(["==", "!="])} ${p()}`] : []),
      ...(this.#hasNext ? [() => `next[${p()}] ${c.pick(["==", "!="])} ${c.chance(50) ? "N" : p()}`] : []),
      ...(this.#hasMatrix ? [() => `m[${p()}][${p()}]`, () => `!m[${p()}][${p()}]`] : []),
      ...(this.#hasQueue ? [() => "!empty(q)", () => "!full(q)", () => `(!empty(q) && q[0] == ${this.#data()})`] : []),
      ...(this.#hasData ? [() => `d == ${this.#value(names)}`] : []),
    ];
    return prefix + c.pick(atoms)();
  }

  #statement(names: readonly string[], depth: number): string {
    const c = this.#c;
    const p = (): string => this.#process(names);
    const simple = [
      () => `at[${p()}] := ${this.#value(names)};`,
      () => `at[${p()}] := ${this.#value(names)};`,
      ...(this.#hasOwner ? [() => `owner := ${p()};`] : []),
      ...(this.#hasNext ? [() => `next[${p()}] := ${c.chance(30) ? "N" : p()};`] : []),
      ...(this.#hasNext && this.#hasOwner ? [() => `next[${p()}] := owner;`] : []),
      ...(this.#hasMatrix ? [() => `m[${p()}][${p()}] := !m[${p()}][${p()}];`] : []),
      ...(this.#hasQueue
        ? [() => `if (!full(q)) { push(q, ${c.chance(50) ? this.#data() : p()}); }`, () => "if (!empty(q)) { pop(q); }"]
        : []),
      ...(this.#hasData ? [() => `d := ${this.#value(names)};`] : []),
      () => `assert ${this.#condition(names)};`,
    ];
    if (depth === 0 || c.chance(70)) return c.pick(simple)();
    if (c.chance(30)) return `for r: P { ${this.#statement([...names, "r"], 0)} }`;
    return `if (${this.#condition(names)}) { ${this.#statement(names, depth - 1)} } else { ${this.#statement(names, depth - 1)} }`;
  }
}
