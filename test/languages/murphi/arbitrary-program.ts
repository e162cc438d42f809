/** Random Murphi programs with every construct that Rumur reads. Most of them are free of errors for a while. */

import type fc from "fast-check";
import { arbitraryFrom } from "../../support/choices.ts";
import type { Choices } from "../../support/choices.ts";

export const arbitraryProgram: fc.Arbitrary<string> = arbitraryFrom((choices) => new ProgramMaker(choices).make(), 600);

type Kind = "number" | "truth" | "enum" | "element" | "record";

/** The places of each kind, as texts; `$` is a choice of an element, `#` one of a small number. */
const places: Readonly<Record<Kind, readonly string[]>> = {
  number: ["n", "k", "t[#]", "m.n", "ms[$].n"],
  truth: ["b", "c", "m.b", "on[$]"],
  enum: ["e", "a[$]", "m.s", "ms[$].s"],
  element: ["p", "m.p"],
  record: ["m", "o", "ms[$]"],
};

class ProgramMaker {
  readonly #choices: Choices;
  /** Names of elements that are bound here. */
  #elements: string[] = [];
  /** Names of numbers that are bound here and cannot be changed. */
  #numbers: string[] = [];
  #locals: string[] = [];
  #fresh = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  make(): string {
    const { below, chance } = this.#bound();
    const size = 2 + below(2);
    const rules = this.#choices.times(2 + below(4), () => this.#rule());
    const starts = this.#choices.times(chance(25) ? 2 : 1, () => this.#start());
    return `
const N: ${size};
type
  P: scalarset(N);
  E: enum { A, B, C };
  R: 0..3;
  T: array [0..2] of R;
  M: record s: E; n: 0..2; p: P; b: boolean; end;
var
  p: P; e: E; n: R; k: R; b: boolean; c: boolean;
  a: array [P] of E; t: T; on: array [P] of boolean;
  m: M; o: M; ms: array [P] of M;
function small(x: R): boolean; begin return x < ${this.#choices.between(1, 3)}; end;
function next(x: R): R; begin if x = 3 then return 0; end; return x + 1; end;
function made(x: R): M; var r: M; begin r := m; if x < 3 then r.n := x; return r; end; r.s := A; return r; end;
function turned(): T; var r: T; begin for i := 0 to 2 do r[i] := t[2 - i]; end; return r; end;
function most(): R; var best: R; begin best := 0; for i := 0 to 2 do if t[i] > best then best := t[i]; end; end; return best; end;
procedure put2(var x: R; y: R); begin if y = 0 then return; end; x := y; end;
function bump(): boolean; begin k := (k + 1) % 3; return k < 2; end;
procedure keep(r: M; x: T); begin m.n := 2; t[0] := 1; o := r; t[1] := x[0]; end;
procedure shift(i: P); var old: M; begin old := ms[i]; ms[i] := m; m := old; end;
${starts.join("\n")}
${rules.join("\n")}
${this.#properties()}
`;
  }

  #bound(): { below: (n: number) => number; chance: (p: number) => boolean } {
    return { below: (n) => this.#choices.below(n), chance: (p) => this.#choices.chance(p) };
  }

  #start(): string {
    const { chance } = this.#bound();
    const parts = [
      "undefine p;", "e := A;", "n := 0;", "k := 1;", "b := false;", "c := true;",
      "for i: P do a[i] := A; on[i] := false; ms[i].s := B; ms[i].n := 0; ms[i].b := true; ms[i].p := i; end;",
      "for i := 0 to 2 do t[i] := 0; end;", "m.s := C; m.n := 1; m.b := false; m.p := z;", "clear o;",
    ]; // prettier-ignore
    const kept = parts.filter(() => !chance(4));
    return `ruleset z: P do startstate begin ${kept.join(" ")} p := z; ${chance(30) ? "p := z;" : ""} end; end;`;
  }

  #rule(): string {
    const { chance } = this.#bound();
    const name = chance(70) ? ` "r${this.#fresh++}"` : "";
    const plain = (): string => {
      const guard = chance(85) ? ` ${this.#truth(2)} ==>` : "";
      this.#locals = chance(30) ? ["l"] : [];
      const locals = this.#locals.length > 0 ? " var l: R; lm: M; begin l := 0; lm := m;" : " begin";
      const assumption = chance(5) && this.#locals.length === 0 ? ` assume ${this.#truth(1)};` : "";
      const text = `rule${name}${guard}${locals}${assumption} ${this.#block(3)} end;`;
      this.#locals = [];
      return text;
    };
    return this.#choices.weighted<string>([
      [3, plain],
      [3, () => this.#withElement("i", () => `ruleset i: P do ${plain()} end;`)],
      [1, () => this.#withNumber("x", () => `ruleset x: 0..2 do ${plain()} end;`)],
      [1, () => this.#withElement("i", () => `ruleset i: P do alias q: ms[i] do ${plain()} end; end;`)],
    ]);
  }

  #properties(): string {
    const { chance } = this.#bound();
    const lines: string[] = [];
    if (chance(35)) lines.push(`invariant "inv" ${this.#truth(2)};`);
    if (chance(15)) {
      lines.push(this.#withElement("i", () => `ruleset i: P do invariant ${this.#truth(2)} "each"; end;`));
    }
    if (chance(10)) lines.push(`assume "bound" ${this.#truth(2)};`);
    if (chance(10)) lines.push(`cover "seen" ${this.#truth(1)};`);
    return lines.join("\n");
  }

  // ---------------------------------------------------------------- statements

  #block(depth: number): string {
    return this.#choices.times(1 + this.#choices.below(3), () => this.#statement(depth)).join(" ");
  }

  #statement(depth: number): string {
    const simple: readonly (readonly [number, () => string])[] = [
      [6, () => `${this.#place("number")} := (${this.#number(2)}) % 3;`],
      [2, () => `${this.#place("number")} := ${this.#choices.chance(15) ? this.#number(1) : this.#choices.below(3)};`],
      [4, () => `${this.#place("truth")} := ${this.#truth(2)};`],
      [4, () => `${this.#place("enum")} := ${this.#member()};`],
      [2, () => `p := ${this.#element()};`],
      [2, () => `${this.#place("record")} := ${this.#place("record")};`],
      [
        1,
        () =>
          this.#choices.chance(60)
            ? `put n;`
            : `undefine ${this.#place(this.#choices.pick(["number", "truth", "enum", "record"]))};`,
      ],
      [1, () => `clear ${this.#place(this.#choices.pick(["number", "truth", "enum"]))};`],
      [1, () => `put2(${this.#choices.pick(["n", "k", "t[1]", ...this.#locals])}, ${this.#number(0)});`],
      [1, () => `shift(${this.#element()});`],
      [1, () => `keep(${this.#place("record")}, t);`],
      [
        1,
        () => (this.#choices.chance(50) ? `t := turned();` : `${this.#place("record")} := made(${this.#number(0)});`),
      ],
      [1, () => (this.#choices.chance(25) ? `assert ${this.#truth(1)} "checked";` : `put "there";`)],
      [1, () => (this.#choices.chance(20) ? `error "no";` : `put "here";`)],
    ];
    if (depth === 0) return this.#choices.weighted(simple);
    return this.#choices.weighted<string>([
      ...simple,
      [4, () => `if ${this.#truth(2)} then ${this.#block(depth - 1)} end;`],
      [2, () => `if ${this.#truth(1)} then ${this.#block(depth - 1)} elsif ${this.#truth(1)} then ${this.#block(0)} else ${this.#block(0)} end;`],
      [2, () => this.#withElement("j", () => `for j: P do ${this.#block(depth - 1)} end;`)],
      [1, () => this.#withNumber("x", () => `for x := ${this.#choices.pick(["0", "1", "k"])} to ${this.#choices.pick(["2", "n"])} do ${this.#block(0)} end;`)],
      [1, () => this.#withNumber("x", () => `for x := 0 to 2 by ${this.#choices.pick(["2", "1 + n", "k"])} do ${this.#block(0)} end;`)],
      [2, () => `switch ${this.#member()} case A: ${this.#block(0)} case B, C: ${this.#block(0)} end;`],
      [1, () => `switch ${this.#number(0)} case 0: ${this.#block(0)} case 1, n: ${this.#block(0)} else ${this.#block(0)} end;`],
      [1, () => `if ${this.#place("truth")} ${this.#choices.pick(["&", "|", "->"])} bump() then ${this.#block(0)} end;`],
      [1, () => `while n > 0 & bump() do put "again"; end;`],
      [1, () => `n := (~(${this.#number(1)})) & 3;`],
      [1, () => `while k < 2 do k := k + 1; ${this.#block(0).replaceAll("k :=", "n :=")} end;`],
      [1, () => `alias y: t[#]; w: ms[${this.#element()}] do y := w.n; ${this.#block(0)} end;`.replace("#", `${this.#choices.below(3)}`)],
      [1, () => `return;`],
    ]); // prettier-ignore
  }

  // ---------------------------------------------------------------- expressions

  #place(kind: Kind): string {
    const locals = this.#locals.length > 0 ? { number: ["l", "lm.n"], record: ["lm"] } : { number: [], record: [] };
    const more = kind === "number" ? locals.number : kind === "record" ? locals.record : [];
    const text = this.#choices.pick([...places[kind], ...more]);
    return text.replace("$", () => this.#element()).replace("#", () => this.#index());
  }

  #index(): string {
    if (this.#numbers.length > 0 && this.#choices.chance(50)) return this.#choices.pick(this.#numbers);
    return this.#choices.chance(20) ? "m.n" : `${this.#choices.below(3)}`;
  }

  #element(): string {
    if (this.#elements.length > 0 && this.#choices.chance(80)) return this.#choices.pick(this.#elements);
    return this.#choices.pick(places.element);
  }

  #member(): string {
    return this.#choices.weighted<string>([
      [3, () => this.#choices.pick(["A", "B", "C"])],
      [3, () => this.#place("enum")],
      [1, () => `(${this.#truth(0)} ? A : e)`],
    ]);
  }

  #number(depth: number): string {
    const simple: readonly (readonly [number, () => string])[] = [
      [3, () => `${this.#choices.below(3)}`],
      [4, () => this.#place("number")],
      [1, () => (this.#numbers.length > 0 ? this.#choices.pick(this.#numbers) : "N")],
    ];
    if (depth === 0) return this.#choices.weighted(simple);
    const inner = (): string => this.#number(depth - 1);
    return this.#choices.weighted<string>([
      ...simple,
      [3, () => `${inner()} + ${inner()}`],
      [1, () => `30 - (${inner()})`],
      [1, () => `${inner()} * ${inner()}`],
      [1, () => `(${inner()}) / ${this.#choices.between(1, 2)}`],
      [1, () => `(${this.#truth(0)} ? ${inner()} : ${inner()})`],
      [1, () => `next(${this.#number(0)})`],
      [1, () => `most()`],
      [1, () => `((${this.#number(0)}) ${this.#choices.pick(["<<", ">>"])} ${this.#number(0)})`],
    ]);
  }

  #truth(depth: number): string {
    const simple: readonly (readonly [number, () => string])[] = [
      [3, () => this.#place("truth")],
      [3, () => `${this.#number(0)} ${this.#choices.pick(["=", "!=", "<", "<=", ">", ">="])} ${this.#number(0)}`],
      [2, () => `${this.#place("enum")} ${this.#choices.pick(["=", "!="])} ${this.#member()}`],
      [1, () => `${this.#element()} = ${this.#element()}`],
      [1, () => `isundefined(${this.#place(this.#choices.pick(["number", "enum", "truth"]))})`],
      [1, () => `small(${this.#number(0)})`],
      [1, () => `m ${this.#choices.pick(["=", "!="])} ${this.#place("record")}`],
    ];
    if (depth === 0) return this.#choices.weighted(simple);
    const inner = (): string => this.#truth(depth - 1);
    return this.#choices.weighted<string>([
      ...simple,
      [2, () => `(${inner()}) & (${inner()})`],
      [2, () => `(${inner()} | ${inner()})`],
      [1, () => `!(${inner()})`],
      [1, () => `((${inner()}) -> (${inner()}))`],
      [2, () => `(${this.#number(1)} < ${this.#number(1)})`],
      [1, () => this.#withElement("u", () => `(forall u: P do ${inner()} end)`)],
      [1, () => this.#withElement("u", () => `(exists u: P do ${inner()} end)`)],
      [1, () => this.#withNumber("v", () => `(exists v := 0 to 2 do ${inner()} end)`)],
    ]);
  }

  #withElement(name: string, make: () => string): string {
    if (this.#elements.includes(name)) return make().replaceAll(new RegExp(`\\b${name}\\b`, "g"), name);
    this.#elements.push(name);
    const text = make();
    this.#elements = this.#elements.filter((other) => other !== name);
    return text;
  }

  #withNumber(name: string, make: () => string): string {
    if (this.#numbers.includes(name)) return make();
    this.#numbers.push(name);
    const text = make();
    this.#numbers = this.#numbers.filter((other) => other !== name);
    return text;
  }
}
