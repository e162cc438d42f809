/**
 * Expressions as WebAssembly.
 *
 * The current state lies unpacked in memory, one 32-bit word a slot, so that guards read without shifting. Every compiled
 * scalar knows bounds on its value: they decide where an index or a value needs a check and where 64 bits are needed.
 */

import { facts } from "../model/facts.ts";
import type { Expression, Model, Quantifier, ScalarType, Type } from "../model/model.ts";
import { fieldOf, highOf, isScalar, lowOf, sizeOf, visitSlots } from "../model/slots.ts";
import { isSingle, scopeOf, typeOf } from "../model/typing.ts";
import type { ExpressionType, Scope } from "../model/typing.ts";
import { look } from "../util/limits.ts";
import {
  add,
  block,
  branch,
  call,
  choose,
  get,
  getGlobal,
  i32,
  i64,
  label,
  load,
  loop,
  op,
  sequence,
  set,
  setGlobal,
  tee,
  when,
} from "../wasm/code.ts";
import type { Code, Global, Local, Operator, WasmFunction } from "../wasm/code.ts";

/** A scalar value: the code that computes it and bounds on it. `wide` values are 64-bit. */
export interface Scalar {
  readonly code: Code;
  readonly low: number;
  readonly high: number;
  readonly wide: boolean;
}

/** A place in memory: byte address `address`, plus `dynamic` where an index is computed. */
export interface MemoryPlace {
  readonly type: Type;
  readonly address: number;
  /** Computed once: a local, so that it can be used again. */
  readonly dynamic?: Local | undefined;
  /** Code that must run before the place is used: computes `dynamic` and checks indices. */
  readonly setup: readonly Code[];
}

export type Binding =
  | { readonly kind: "register"; readonly type: ScalarType; readonly local: Local }
  | { readonly kind: "memory"; readonly type: Type; readonly address: number };

/** What expressions of one model refer to. */
export interface ModelSymbols {
  readonly scope: Scope;
  readonly constants: ReadonlyMap<string, number>;
  /** The byte address of each variable's first slot in the unpacked state. */
  readonly addresses: ReadonlyMap<string, number>;
  /** Each predicate's function, and whether it can fail. */
  readonly predicates: ReadonlyMap<string, { readonly function: WasmFunction; readonly canFail: boolean }>;
  /** Set by a predicate or property that failed. */
  readonly fault: Global;
  /** A round of a loop that may have many: now and then it looks at the limits. */
  readonly tick: Code;
}

/** Loops with no more rounds than this, those around them counted, do not look at the limits. */
const roundsWithoutLook = 4096;

export function symbolsOf(
  model: Model,
  addressOf: (variable: string) => number,
  fault: Global,
  tick: Code,
): Omit<ModelSymbols, "predicates"> {
  return {
    scope: scopeOf(model),
    constants: facts(model).constants,
    addresses: new Map(model.variables.map((v) => [v.name, addressOf(v.name)])),
    fault,
    tick,
  };
}

export class ExpressionCompiler {
  readonly target: WasmFunction;
  readonly symbols: ModelSymbols;
  readonly bindings: Map<string, Binding> = new Map();
  /** What to do on a run-time error; must not come back. */
  onFailure: () => Code;
  canFail = false;
  /** How often the code that is being made runs, by the loops around it. */
  private rounds = 1;
  private readonly scope: Scope;

  constructor(target: WasmFunction, symbols: ModelSymbols, onFailure: () => Code) {
    this.target = target;
    this.symbols = symbols;
    this.scope = { ...symbols.scope, locals: { get: (name) => this.bindings.get(name)?.type } };
    this.onFailure = onFailure;
  }

  /** Code inside a loop of so many rounds; what stands at the beginning of each round is an argument. */
  inLoop(rounds: number, makeLoop: (tick: readonly Code[]) => Code): Code {
    const outer = this.rounds;
    this.rounds *= rounds;
    const code = makeLoop(this.rounds > roundsWithoutLook ? [this.symbols.tick] : []);
    this.rounds = outer;
    return code;
  }

  /** Counts through a range, both ends included. */
  count(counter: Local, low: number, high: number, makeBody: () => Code): Code {
    const again = label("again");
    const isLast = op("i32.ne", get(counter), i32(high));
    const next = set(counter, op("i32.add", get(counter), i32(1)));
    return this.inLoop(high - low + 1, (tick) =>
      sequence(
        set(counter, i32(low)),
        loop(again, sequence(...tick, makeBody(), when(isLast, sequence(next, branch(again))))),
      ),
    );
  }

  /** Branches away if the test holds. */
  failIf(test: Code): Code {
    this.canFail = true;
    return when(test, this.onFailure());
  }

  condition(e: Expression): Code {
    return this.scalar(e).code;
  }

  scalar(e: Expression): Scalar {
    look();
    switch (e.kind) {
      case "integer":
        return constantScalar(e.value);
      case "boolean":
        return constantScalar(Number(e.value));
      case "member":
        return constantScalar(e.type.members.indexOf(e.name));
      case "constant":
        return constantScalar(this.symbols.constants.get(e.name)!);
      case "predicate": {
        const predicate = this.symbols.predicates.get(e.name)!;
        const result = call(predicate.function);
        if (!predicate.canFail) return truthValue(result);
        const { fault } = this.symbols;
        const value = this.target.local("predicate");
        this.canFail = true;
        const onFault = when(getGlobal(fault), sequence(setGlobal(fault, i32(0)), this.onFailure()));
        return truthValue(sequence(set(value, result), onFault, get(value)));
      }
      case "local": {
        const binding = this.bindings.get(e.name)!;
        if (binding.kind === "memory") return this.loadScalar(this.place(e));
        return { code: get(binding.local), low: lowOf(binding.type), high: highOf(binding.type), wide: false };
      }
      case "variable":
      case "index":
      case "field":
        return this.loadScalar(this.place(e));
      case "unary": {
        const operand = this.scalar(e.operand);
        return e.op === "!" ? truthValue(op("i32.eqz", operand.code)) : arithmetic("-", constantScalar(0), operand);
      }
      case "binary":
        return this.binary(e);
      case "conditional": {
        const then = this.scalar(e.then);
        const otherwise = this.scalar(e.else);
        const wide = then.wide || otherwise.wide;
        const low = Math.min(then.low, otherwise.low);
        const high = Math.max(then.high, otherwise.high);
        const [left, right] = wide ? [widened(then), widened(otherwise)] : [then.code, otherwise.code];
        return { code: choose(wide ? "i64" : "i32", this.condition(e.test), left, right), low, high, wide };
      }
      case "quantified":
        return this.quantified(e);
      case "queue": {
        const place = this.place(e.queue);
        if (place.type.kind !== "queue") throw new TypeError("not a queue");
        const { capacity } = place.type;
        const length = sequence(...place.setup, loadAt(place, 0));
        if (e.op === "len") return { code: length, low: 0, high: capacity, wide: false };
        return truthValue(e.op === "empty" ? op("i32.eqz", length) : op("i32.eq", length, i32(capacity)));
      }
      case "aggregate":
        throw new TypeError("a composite value is not a scalar");
    }
  }

  private binary(e: Expression & { readonly kind: "binary" }): Scalar {
    switch (e.op) {
      case "&&":
        return truthValue(choose("i32", this.condition(e.left), this.condition(e.right), i32(0)));
      case "||":
        return truthValue(choose("i32", this.condition(e.left), i32(1), this.condition(e.right)));
      case "->":
        return truthValue(choose("i32", this.condition(e.left), this.condition(e.right), i32(1)));
      case "==":
      case "!=": {
        if (!this.isComposite(e.left)) return compare(e.op, this.scalar(e.left), this.scalar(e.right));
        const left = this.composite(e.left);
        const right = this.composite(e.right);
        const equal = left.slots
          .map((slot, i) => compare("==", slot, right.slots[i]!).code)
          .reduce((all, next) => op("i32.and", all, next), i32(1));
        return truthValue(sequence(...left.setup, ...right.setup, e.op === "==" ? equal : op("i32.eqz", equal)));
      }
      case "<":
      case "<=":
      case ">":
      case ">=":
        return compare(e.op, this.scalar(e.left), this.scalar(e.right));
      case "+":
      case "-":
      case "*":
        return arithmetic(e.op, this.scalar(e.left), this.scalar(e.right));
      case "/":
      case "%":
        return this.divide(e.op, this.scalar(e.left), this.scalar(e.right));
    }
  }

  private divide(operator: "/" | "%", left: Scalar, right: Scalar): Scalar {
    // -2^31 / -1 is the one quotient that leaves 32 bits, and traps in WebAssembly.
    const wide = left.wide || right.wide || (left.low === -(2 ** 31) && right.low <= -1);
    const type = wide ? "i64" : "i32";
    let divisor = wide ? widened(right) : right.code;
    if (right.low <= 0 && right.high >= 0) {
      const saved = this.target.local("divisor", type);
      divisor = sequence(set(saved, divisor), this.failIf(op(`${type}.eqz`, get(saved))), get(saved));
    }
    const code = op(`${type}.${operator === "/" ? "div_s" : "rem_s"}`, wide ? widened(left) : left.code, divisor);
    const reach = Math.max(Math.abs(left.low), Math.abs(left.high));
    if (operator === "/") {
      const low = left.low >= 0 && right.low >= 0 ? 0 : -reach;
      return { code, low, high: left.high <= 0 && right.low >= 0 ? 0 : reach, wide };
    }
    const limit = Math.min(reach, Math.max(0, Math.max(Math.abs(right.low), Math.abs(right.high)) - 1));
    return { code, low: left.low >= 0 ? 0 : -limit, high: left.high <= 0 ? 0 : limit, wide };
  }

  private quantified(e: Expression & { readonly kind: "quantified" }): Scalar {
    const low = lowOf(e.type);
    const high = highOf(e.type);
    const counter = this.target.local(e.name);
    let body!: Scalar;
    const over = (makeRound: () => Code): Code =>
      this.count(counter, low, high, () => {
        this.bindings.set(e.name, { kind: "register", type: e.type, local: counter });
        body = this.scalar(e.body);
        this.bindings.delete(e.name);
        return makeRound();
      });
    if (e.op === "forall" || e.op === "exists") {
      const result = this.target.local(e.op);
      const done = label("done");
      const rounds = over(() => {
        const value = tee(result, body.code);
        return branch(done, e.op === "forall" ? op("i32.eqz", value) : value);
      });
      return truthValue(sequence(block(done, rounds), get(result)));
    }
    const n = high - low + 1;
    let total!: Local;
    const rounds = over(() => {
      const { low: least, high: most } = this.sumBounds(e.op, n, body);
      total = this.target.local(e.op satisfies Quantifier, isWide(least, most) || body.wide ? "i64" : "i32");
      return set(total, op(`${total.type}.add`, get(total), total.type === "i64" ? widened(body) : body.code));
    });
    const wide = total.type === "i64";
    const code = sequence(set(total, wide ? i64(0) : i32(0)), rounds, get(total));
    return { code, ...this.sumBounds(e.op, n, body), wide };
  }

  private sumBounds(quantifier: Quantifier, n: number, body: Scalar): { readonly low: number; readonly high: number } {
    if (quantifier === "count") return { low: 0, high: n };
    return { low: Math.min(0, n * body.low), high: Math.max(0, n * body.high) };
  }

  // -------------------------------------------------------------- places and composite values

  typeOf(e: Expression): ExpressionType {
    return typeOf(e, this.scope);
  }

  isComposite(e: Expression): boolean {
    return !isSingle(this.typeOf(e));
  }

  place(e: Expression): MemoryPlace {
    switch (e.kind) {
      case "variable":
        return { type: this.scope.variables.get(e.name)!, address: this.symbols.addresses.get(e.name)!, setup: [] };
      case "local": {
        const binding = this.bindings.get(e.name)!;
        if (binding.kind !== "memory") throw new TypeError("not in memory");
        return { type: binding.type, address: binding.address, setup: [] };
      }
      case "field": {
        const base = this.place(e.base);
        if (base.type.kind !== "record") throw new TypeError("not a record");
        const { type, offset } = fieldOf(base.type, e.field);
        return { ...base, type, address: base.address + 4 * offset };
      }
      case "index":
        return this.element(this.place(e.base), this.scalar(e.index));
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  private element(base: MemoryPlace, index: Scalar): MemoryPlace {
    if (base.type.kind === "array") {
      const { index: indexType, element } = base.type;
      const low = lowOf(indexType);
      const high = highOf(indexType);
      const setup = [...base.setup];
      let code = index.code;
      if (index.low < low || index.high > high) {
        const saved = this.target.local("index", index.wide ? "i64" : "i32");
        setup.push(set(saved, index.code), this.failIf(outside({ ...index, code: get(saved) }, low, high)));
        code = get(saved);
      }
      return this.advance({ ...base, type: element, setup }, index.wide ? op("i32.wrap_i64", code) : code, low);
    }
    if (base.type.kind !== "queue") throw new TypeError("no elements");
    const { element } = base.type;
    const saved = this.target.local("index", index.wide ? "i64" : "i32");
    const length = loadAt(base, 0);
    const setup = [
      ...base.setup,
      set(saved, index.code),
      this.failIf(
        index.wide ? op("i64.ge_u", get(saved), op("i64.extend_i32_u", length)) : op("i32.ge_u", get(saved), length),
      ),
    ];
    const code = index.wide ? op("i32.wrap_i64", get(saved)) : get(saved);
    return this.advance({ ...base, type: element, address: base.address + 4, setup }, code, 0);
  }

  /** The place `index - low` elements further on, where `place` has the type of an element. */
  advance(place: MemoryPlace, index: Code, low: number): MemoryPlace {
    const bytes = 4 * sizeOf(place.type);
    if (index.kind === "constant") return { ...place, address: place.address + (Number(index.value) - low) * bytes };
    const offset = op("i32.mul", low === 0 ? index : op("i32.sub", index, i32(low)), i32(bytes));
    const dynamic = this.target.local("offset");
    const total = place.dynamic ? add(get(place.dynamic), offset) : offset;
    return { ...place, dynamic, setup: [...place.setup, set(dynamic, total)] };
  }

  private loadScalar(place: MemoryPlace): Scalar {
    if (!isScalar(place.type)) throw new TypeError("not a scalar");
    return {
      code: sequence(...place.setup, loadAt(place, 0)),
      low: lowOf(place.type),
      high: highOf(place.type),
      wide: false,
    };
  }

  /** The slots of a composite value; `setup` runs first, and the slots can then be read in any order. */
  composite(e: Expression): { readonly setup: readonly Code[]; readonly slots: readonly Scalar[] } {
    switch (e.kind) {
      case "aggregate": {
        const parts = e.items.map((item) => this.anyValue(item));
        return { setup: parts.flatMap((part) => part.setup), slots: parts.flatMap((part) => part.slots) };
      }
      case "conditional": {
        const test = this.target.local("test");
        const then = this.composite(e.then);
        const otherwise = this.composite(e.else);
        const setup = [
          set(test, this.condition(e.test)),
          when(get(test), sequence(...then.setup), sequence(...otherwise.setup)),
        ];
        const slots = then.slots.map((slot, i): Scalar => {
          const other = otherwise.slots[i]!;
          const wide = slot.wide || other.wide;
          const code = choose(
            wide ? "i64" : "i32",
            get(test),
            wide ? widened(slot) : slot.code,
            wide ? widened(other) : other.code,
          );
          return { code, low: Math.min(slot.low, other.low), high: Math.max(slot.high, other.high), wide };
        });
        return { setup, slots };
      }
      default: {
        const place = this.place(e);
        const slots: Scalar[] = [];
        visitSlots(place.type, "", (_, low, high) =>
          slots.push({ code: loadAt(place, slots.length), low, high, wide: false }),
        );
        return { setup: place.setup, slots };
      }
    }
  }

  /** Any value as slots; a scalar is computed once, in `setup`. */
  anyValue(e: Expression): { readonly setup: readonly Code[]; readonly slots: readonly Scalar[] } {
    if (this.isComposite(e)) return this.composite(e);
    const value = this.scalar(e);
    if (value.code.kind === "constant") return { setup: [], slots: [value] };
    const saved = this.target.local("value", value.wide ? "i64" : "i32");
    return { setup: [set(saved, value.code)], slots: [{ ...value, code: get(saved) }] };
  }
}

// ---------------------------------------------------------------- building blocks

/** Loads the slot `slot` places behind the start of a place whose setup has run. */
export function loadAt(place: MemoryPlace, slot: number): Code {
  const address = place.address + 4 * slot;
  return place.dynamic ? load(get(place.dynamic), address) : load(i32(0), address);
}

/** Runs the body with the counter from `low` to `high`; compares before counting on, so that no bound overflows. */
function isWide(low: number, high: number): boolean {
  return low < -(2 ** 31) || high >= 2 ** 31;
}

export function widened(value: Scalar): Code {
  if (value.wide) return value.code;
  return value.code.kind === "constant" ? i64(value.code.value) : op("i64.extend_i32_s", value.code);
}

/** Whether a value lies outside `low..high`; the value's code is used more than once. */
export function outside(value: Scalar, low: number, high: number): Code {
  const type = value.wide ? "i64" : "i32";
  const number = value.wide ? i64 : i32;
  const below = value.low < low ? op(`${type}.lt_s`, value.code, number(low)) : undefined;
  const above = value.high > high ? op(`${type}.gt_s`, value.code, number(high)) : undefined;
  return below && above ? op("i32.or", below, above) : (below ?? above ?? i32(0));
}

function constantScalar(value: number): Scalar {
  const wide = value < -(2 ** 31) || value >= 2 ** 31;
  return { code: wide ? i64(value) : i32(value), low: value, high: value, wide };
}

function truthValue(code: Code): Scalar {
  return { code, low: 0, high: 1, wide: false };
}

function arithmetic(operator: "+" | "-" | "*", left: Scalar, right: Scalar): Scalar {
  const ends =
    operator === "+"
      ? [left.low + right.low, left.high + right.high]
      : operator === "-"
        ? [left.low - right.high, left.high - right.low]
        : [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  if (left.code.kind === "constant" && right.code.kind === "constant") return constantScalar(low);
  const wide = left.wide || right.wide || low < -(2 ** 31) || high >= 2 ** 31;
  const name = ({ "+": "add", "-": "sub", "*": "mul" } as const)[operator];
  const code = wide ? op(`i64.${name}`, widened(left), widened(right)) : op(`i32.${name}`, left.code, right.code);
  return { code, low, high, wide };
}

function compare(operator: "==" | "!=" | "<" | "<=" | ">" | ">=", left: Scalar, right: Scalar): Scalar {
  const name = ({ "==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s" } as const)[operator];
  const wide = left.wide || right.wide;
  const operation: Operator = wide ? `i64.${name}` : `i32.${name}`;
  return truthValue(op(operation, wide ? widened(left) : left.code, wide ? widened(right) : right.code));
}
