/**
 * Bodies of transitions as WebAssembly.
 *
 * A body starts from a copy of the packed state and patches the fields it assigns. Only where a later statement reads what an
 * earlier one wrote does the unpacked state change too; such changes are taken back before the next choice of parameters.
 */

import type { Expression, ScalarType, Statement } from "../model/model.ts";
import { boundsOf, highOf, lowOf, sizeOf, paddingOf } from "../model/slots.ts";
import { rootOf, statementParts, variablesRead } from "../model/traverse.ts";
import { add, block, branch, get, i32, label, load, loop, op, sequence, set, store, when } from "../wasm/code.ts";
import type { Code, Local } from "../wasm/code.ts";
import { loadAt, outside } from "./expression.ts";
import type { ExpressionCompiler, MemoryPlace, Scalar } from "./expression.ts";
import type { Layout } from "./layout.ts";

/** Where things are in memory, in bytes. */
export interface MemoryMap {
  /** A word nobody reads. */
  readonly scratch: number;
  /** The unpacked state, one word a slot. */
  readonly unpacked: number;
  /** Per slot: the byte offset of its word in a packed state, times 256, plus its shift. */
  readonly positions: number;
}

export interface BodyContext {
  readonly expressions: ExpressionCompiler;
  readonly layout: Layout;
  readonly map: MemoryMap;
  readonly predicates: ReadonlyMap<string, Expression>;
  /** The packed successor under construction. */
  readonly successor: Local;
  /** Notes that an assertion failed. */
  readonly assertionFailed: () => Code;
}

export interface CompiledBody {
  readonly code: Code;
  /** Runs before the body. */
  readonly prepare: Code;
  /** Takes back what the body changed in the unpacked state; undefined if the whole state must be unpacked again. */
  readonly restore: Code | undefined;
}

export function compileBody(body: readonly Statement[], context: BodyContext): CompiledBody {
  const compiler = new BodyCompiler(context);
  const code = compiler.block(body, new Set(), false);
  const saved = compiler.saved.toReversed();
  return {
    code,
    prepare: sequence(...saved.map(({ address }) => set(address, i32(context.map.scratch)))),
    restore: compiler.changedInLoop
      ? undefined
      : sequence(...saved.map(({ address, value }) => store(get(address), get(value)))),
  };
}

class BodyCompiler {
  readonly saved: { readonly address: Local; readonly value: Local }[] = [];
  changedInLoop = false;
  private readonly context: BodyContext;
  private readonly expressions: ExpressionCompiler;
  private readonly reads = new Map<Statement, ReadonlySet<string>>();

  constructor(context: BodyContext) {
    this.context = context;
    this.expressions = context.expressions;
  }

  /** `later` are the variables read after the block, or in another round of a loop around it. */
  block(statements: readonly Statement[], later: ReadonlySet<string>, inLoop: boolean): Code {
    const laterReads: ReadonlySet<string>[] = [later];
    for (const s of statements.toReversed()) laterReads.push(joined(laterReads.at(-1)!, this.readBy(s)));
    laterReads.reverse();
    const parts = statements.map((s, i) => this.statement(s, laterReads[i + 1]!, inLoop));
    return sequence(...parts);
  }

  private statement(s: Statement, later: ReadonlySet<string>, inLoop: boolean): Code {
    const { expressions } = this;
    switch (s.kind) {
      case "assign":
        return this.assign(s.target, s.value, later, inLoop);
      case "if":
        return when(
          expressions.condition(s.test),
          this.block(s.then, later, inLoop),
          this.block(s.else, later, inLoop),
        );
      case "for": {
        const counter = expressions.target.local(s.name);
        return expressions.count(counter, lowOf(s.type), highOf(s.type), () => {
          expressions.bindings.set(s.name, { kind: "register", type: s.type, local: counter });
          const body = this.block(s.body, joined(later, this.readBy(s)), true);
          expressions.bindings.delete(s.name);
          return body;
        });
      }
      case "while": {
        const round = expressions.target.local("round");
        const done = label("done");
        const again = label("again");
        const body = (tick: readonly Code[]): Code =>
          sequence(
            ...tick,
            branch(done, op("i32.eqz", expressions.condition(s.test))),
            expressions.failIf(op("i32.eq", get(round), i32(s.bound))),
            this.block(s.body, joined(later, this.readBy(s)), true),
            set(round, op("i32.add", get(round), i32(1))),
            branch(again),
          );
        return expressions.inLoop(s.bound, (tick) =>
          sequence(set(round, i32(0)), block(done, loop(again, body(tick)))),
        );
      }
      case "push":
        return this.push(s.queue, s.value, later, inLoop);
      case "pop":
        return this.pop(s.queue, later, inLoop);
      case "assert":
        return when(op("i32.eqz", expressions.condition(s.test)), this.context.assertionFailed());
      case "local": {
        const local = expressions.target.local(s.name);
        const code = this.setRegister(local, s.type, expressions.scalar(s.value));
        expressions.bindings.set(s.name, { kind: "register", type: s.type, local });
        return code;
      }
    }
  }

  private assign(target: Expression, value: Expression, later: ReadonlySet<string>, inLoop: boolean): Code {
    const root = rootOf(target);
    if (root.kind === "local") {
      const binding = this.expressions.bindings.get(root.name)!;
      if (binding.kind !== "register") throw new TypeError("parameters are read-only");
      return this.setRegister(binding.local, binding.type, this.expressions.scalar(value));
    }
    const { setup, slots } = this.expressions.anyValue(value);
    const place = this.expressions.place(target);
    const shadowed = later.has(root.name);
    return sequence(...setup, ...place.setup, this.store(place, slots, shadowed, inLoop));
  }

  private push(queue: Expression, value: Expression, later: ReadonlySet<string>, inLoop: boolean): Code {
    const { setup, slots } = this.expressions.anyValue(value);
    const place = this.expressions.place(queue);
    if (place.type.kind !== "queue") throw new TypeError("not a queue");
    const { capacity, element } = place.type;
    const length = this.expressions.target.local("length");
    const end = this.expressions.advance(
      { ...place, type: element, address: place.address + 4, setup: [] },
      get(length),
      0,
    );
    const shadowed = later.has(rootOf(queue).name);
    return sequence(
      ...setup,
      ...place.setup,
      set(length, loadAt(place, 0)),
      this.expressions.failIf(op("i32.eq", get(length), i32(capacity))),
      ...end.setup,
      this.store(end, slots, shadowed, inLoop),
      this.storeSlot(
        place,
        0,
        { code: op("i32.add", get(length), i32(1)), low: 1, high: capacity, wide: false },
        shadowed,
        inLoop,
      ),
    );
  }

  private pop(queue: Expression, later: ReadonlySet<string>, inLoop: boolean): Code {
    const place = this.expressions.place(queue);
    if (place.type.kind !== "queue") throw new TypeError("not a queue");
    const { capacity, element } = place.type;
    const size = sizeOf(element);
    const { high } = boundsOf(element);
    const padding = paddingOf(element);
    const shadowed = later.has(rootOf(queue).name);
    const length = this.expressions.target.local("length");
    const shifted: Code[] = [];
    for (let i = 0; i < capacity * size; i++) {
      const bounds = { low: padding[i % size]!, high: high[i % size]! };
      const value: Scalar =
        i + size < capacity * size
          ? { code: loadAt(place, 1 + i + size), ...bounds, wide: false }
          : { code: i32(bounds.low), low: bounds.low, high: bounds.low, wide: false };
      shifted.push(this.storeSlot(place, 1 + i, value, shadowed, inLoop));
    }
    return sequence(
      ...place.setup,
      set(length, loadAt(place, 0)),
      this.expressions.failIf(op("i32.eqz", get(length))),
      ...shifted,
      this.storeSlot(
        place,
        0,
        { code: op("i32.sub", get(length), i32(1)), low: 0, high: capacity - 1, wide: false },
        shadowed,
        inLoop,
      ),
    );
  }

  private setRegister(local: Local, type: ScalarType, value: Scalar): Code {
    const { setup, code } = this.checked(value, lowOf(type), highOf(type));
    return sequence(...setup, set(local, code));
  }

  /** Stores a value: all of it is checked, and read where it could be overwritten, before any of it is stored. */
  private store(place: MemoryPlace, slots: readonly Scalar[], shadowed: boolean, inLoop: boolean): Code {
    const { low, high } = boundsOf(place.type);
    const checked = slots.map((slot, i) => {
      const { setup, code } = this.checked(slot, low[i]!, high[i]!, shadowed && slots.length > 1);
      return {
        setup,
        value: { code, low: Math.max(slot.low, low[i]!), high: Math.min(slot.high, high[i]!), wide: false },
      };
    });
    return sequence(
      ...checked.flatMap(({ setup }) => setup),
      ...checked.map(({ value }, i) => this.storeSlot(place, i, value, shadowed, inLoop)),
    );
  }

  /** A value as 32 bits after a check that it lies in a type's bounds; computed in `setup` if it must be `kept`. */
  private checked(
    value: Scalar,
    low: number,
    high: number,
    kept = false,
  ): { readonly setup: readonly Code[]; readonly code: Code } {
    const narrow = (code: Code): Code => (value.wide ? op("i32.wrap_i64", code) : code);
    const safe = value.low >= low && value.high <= high;
    if (safe && !kept) return { setup: [], code: narrow(value.code) };
    const saved = this.expressions.target.local("value", value.wide ? "i64" : "i32");
    const check = safe ? [] : [this.expressions.failIf(outside({ ...value, code: get(saved) }, low, high))];
    return { setup: [set(saved, value.code), ...check], code: narrow(get(saved)) };
  }

  /** Patches one field of the packed successor, and the unpacked state where that is still read. */
  private storeSlot(place: MemoryPlace, slot: number, value: Scalar, shadowed: boolean, inLoop: boolean): Code {
    const { layout, map, successor } = this.context;
    const address = place.address + 4 * slot;
    const field = layout.fields[(address - map.unpacked) / 4]!;
    const parts: Code[] = [];
    let { code } = value;
    const narrower = field.low > value.low || field.high < value.high;
    if (code.kind !== "constant" && (shadowed || narrower)) {
      const saved = this.expressions.target.local("stored");
      parts.push(set(saved, code));
      code = get(saved);
    }
    // Domain inference promised that no other value is stored; a broken promise must not become a wrong verdict.
    if (narrower) parts.push(when(outside({ ...value, code }, field.low, field.high), op("unreachable")));
    const raw = field.low === 0 ? code : op("i32.sub", code, i32(field.low));
    if (field.bits === 32) {
      const at = place.dynamic
        ? add(get(successor), wordOffset(this.position(place, slot)))
        : add(get(successor), i32(4 * field.word));
      parts.push(store(at, raw));
    } else if (field.bits > 0) {
      const mask = (1 << field.bits) - 1;
      if (place.dynamic) {
        const position = this.expressions.target.local("position");
        const word = this.expressions.target.local("word");
        parts.push(
          set(position, this.position(place, slot)),
          set(word, add(get(successor), wordOffset(get(position)))),
          // Shifts count modulo 32, which leaves just the shift of a position.
          store(
            get(word),
            op(
              "i32.or",
              op("i32.and", load(get(word)), op("i32.xor", op("i32.shl", i32(mask), get(position)), i32(-1))),
              op("i32.shl", raw, get(position)),
            ),
          ),
        );
      } else {
        const offset = 4 * field.word;
        const rest = op("i32.and", load(get(successor), offset), i32(~(mask << field.shift)));
        parts.push(store(get(successor), op("i32.or", rest, op("i32.shl", raw, i32(field.shift))), offset));
      }
    }
    if (shadowed) parts.push(...this.storeUnpacked(place, address, code, inLoop));
    return sequence(...parts);
  }

  private position(place: MemoryPlace, slot: number): Code {
    const { map } = this.context;
    return load(get(place.dynamic!), map.positions + (place.address - map.unpacked) + 4 * slot);
  }

  private storeUnpacked(place: MemoryPlace, address: number, code: Code, inLoop: boolean): Code[] {
    const at = place.dynamic ? add(get(place.dynamic), i32(address)) : i32(address);
    if (inLoop) {
      this.changedInLoop = true;
      return [store(at, code)];
    }
    const { target } = this.expressions;
    const saved = { address: target.local("address"), value: target.local("before") };
    this.saved.push(saved);
    return [set(saved.address, at), set(saved.value, load(get(saved.address))), store(get(saved.address), code)];
  }

  private readBy(s: Statement): ReadonlySet<string> {
    const known = this.reads.get(s);
    if (known) return known;
    const names = new Set<string>();
    const { expressions, statements } = statementParts(s);
    // Assigning to a place reads its indices only, and a queue's length; pushing and popping read the queue.
    if (s.kind === "assign") {
      variablesRead(s.value, this.context.predicates, names);
      this.readByTarget(s.target, names);
    } else for (const e of expressions) variablesRead(e, this.context.predicates, names);
    for (const inner of statements) for (const name of this.readBy(inner)) names.add(name);
    this.reads.set(s, names);
    return names;
  }

  private readByTarget(place: Expression, into: Set<string>): void {
    if (place.kind !== "field" && place.kind !== "index") return;
    if (place.kind === "index") {
      variablesRead(place.index, this.context.predicates, into);
      if (this.expressions.typeOf(place.base).kind === "queue") into.add(rootOf(place).name);
    }
    this.readByTarget(place.base, into);
  }
}

function wordOffset(position: Code): Code {
  return op("i32.shr_u", position, i32(8));
}

function joined(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return b.size === 0 ? a : new Set([...a, ...b]);
}
