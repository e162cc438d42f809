/**
 * Compiles bodies of transitions to WebAssembly.
 *
 * A body starts from a copy of the packed state and patches the fields it assigns. The unpacked state changes only if a
 * later statement reads a written value. Such changes are undone before the next choice of parameters.
 */

import type { Expression, ScalarType, Statement } from "../model/model.ts";
import { boundsOf, highOf, lowOf, sizeOf, paddingOf } from "../model/slots.ts";
import { rootOf, statementParts, variablesRead } from "../model/traverse.ts";
import { collect, emit } from "../wasm/construction.ts";
import { forever, trap, when } from "../wasm/control.ts";
import { i32, local, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { maskOf } from "./bit-field.ts";
import type { BitField } from "./bit-field.ts";
import type { ExpressionCompiler } from "./expression.ts";
import type { Layout } from "./layout.ts";
import { placed } from "./packed-words.ts";
import { loadAt } from "./place.ts";
import type { MemoryPlace } from "./place.ts";
import { kept, narrowed, outside } from "./scalar.ts";
import type { Scalar } from "./scalar.ts";

/** Addresses in memory, in bytes. */
export interface MemoryMap {
  /** A word that is never read. */
  readonly scratch: number;
  /** The unpacked state, one word per slot. */
  readonly unpacked: number;
  /** For each slot: the byte offset of its word in a packed state, times 256, plus its shift. */
  readonly positions: number;
}

export interface BodyContext {
  readonly expressions: ExpressionCompiler;
  readonly layout: Layout;
  readonly map: MemoryMap;
  readonly predicates: ReadonlyMap<string, Expression>;
  /** The packed successor under construction. */
  readonly successor: I32;
  /** Records that an assertion failed. */
  readonly assertionFailed: () => void;
  /** Unpacks the whole state again. */
  readonly unpack: () => void;
}

/** Emits a body. The returned function emits the code that undoes the changes of the body to the unpacked state. */
export function compileBody(body: readonly Statement[], context: BodyContext): () => void {
  const compiler = new BodyCompiler(context);
  // For a value that is not overwritten, the undo code writes to a word that is never read.
  const code = collect(() => compiler.block(body, new Set(), false));
  const saved = compiler.saved.toReversed();
  for (const { address } of saved) address.set(context.map.scratch);
  emit(code);
  if (compiler.changedInLoop) return context.unpack;
  return () => {
    for (const { address, value } of saved) address.store(value);
  };
}

/** Whether a later statement reads the stored value, and whether that happens in a loop. */
interface Use {
  readonly shadowed: boolean;
  readonly inLoop: boolean;
}

class BodyCompiler {
  readonly saved: { readonly address: Variable<"i32">; readonly value: I32 }[] = [];
  changedInLoop = false;
  private readonly context: BodyContext;
  private readonly expressions: ExpressionCompiler;
  private readonly reads = new Map<Statement, ReadonlySet<string>>();

  constructor(context: BodyContext) {
    this.context = context;
    this.expressions = context.expressions;
  }

  /** `later` are the variables read after the block, or in another round of an enclosing loop. */
  block(statements: readonly Statement[], later: ReadonlySet<string>, inLoop: boolean): void {
    const laterReads: ReadonlySet<string>[] = [later];
    for (const s of statements.toReversed()) laterReads.push(joined(laterReads.at(-1)!, this.readBy(s)));
    laterReads.reverse();
    statements.forEach((s, i) => this.statement(s, laterReads[i + 1]!, inLoop));
  }

  private statement(s: Statement, later: ReadonlySet<string>, inLoop: boolean): void {
    const { expressions } = this;
    switch (s.kind) {
      case "assign":
        this.assign(s.target, s.value, later, inLoop);
        break;
      case "if":
        when(
          expressions.condition(s.test),
          () => this.block(s.then, later, inLoop),
          () => this.block(s.else, later, inLoop),
        );
        break;
      case "for": {
        const counter = local(s.name, "i32");
        expressions.count(counter, lowOf(s.type), highOf(s.type), () => {
          expressions.bindings.set(s.name, { kind: "register", type: s.type, local: counter });
          this.block(s.body, joined(later, this.readBy(s)), true);
          expressions.bindings.delete(s.name);
        });
        break;
      }
      case "while": {
        const round = word("round", 0);
        expressions.inLoop(s.bound, (tick) =>
          forever((done) => {
            tick();
            done.goIf(expressions.condition(s.test).isZero());
            expressions.failIf(round.equals(s.bound));
            this.block(s.body, joined(later, this.readBy(s)), true);
            round.increase(1);
          }),
        );
        break;
      }
      case "push":
        this.push(s.queue, s.value, later, inLoop);
        break;
      case "pop":
        this.pop(s.queue, later, inLoop);
        break;
      case "assert":
        when(expressions.condition(s.test).isZero(), this.context.assertionFailed);
        break;
      case "local": {
        const register = local(s.name, "i32");
        this.setRegister(register, s.type, expressions.scalar(s.value));
        expressions.bindings.set(s.name, { kind: "register", type: s.type, local: register });
        break;
      }
    }
  }

  private assign(target: Expression, value: Expression, later: ReadonlySet<string>, inLoop: boolean): void {
    const root = rootOf(target);
    if (root.kind === "local") {
      const binding = this.expressions.bindings.get(root.name)!;
      if (binding.kind !== "register") throw new TypeError("parameters are read-only");
      this.setRegister(binding.local, binding.type, this.expressions.scalar(value));
      return;
    }
    const slots = this.expressions.anyValue(value);
    this.store(this.expressions.place(target), slots, { shadowed: later.has(root.name), inLoop });
  }

  private push(queue: Expression, value: Expression, later: ReadonlySet<string>, inLoop: boolean): void {
    const slots = this.expressions.anyValue(value);
    const place = this.expressions.place(queue);
    if (place.type.kind !== "queue") throw new TypeError("not a queue");
    const { capacity, element } = place.type;
    const use = { shadowed: later.has(rootOf(queue).name), inLoop };
    const length = word("length", loadAt(place, 0));
    this.expressions.failIf(length.equals(capacity));
    const end = this.expressions.advance({ ...place, type: element, address: place.address + 4 }, length, 0);
    this.store(end, slots, use);
    this.storeSlot(place, 0, { value: length.plus(1), low: 1, high: capacity }, use);
  }

  private pop(queue: Expression, later: ReadonlySet<string>, inLoop: boolean): void {
    const place = this.expressions.place(queue);
    if (place.type.kind !== "queue") throw new TypeError("not a queue");
    const { capacity, element } = place.type;
    const size = sizeOf(element);
    const { high } = boundsOf(element);
    const padding = paddingOf(element);
    const use = { shadowed: later.has(rootOf(queue).name), inLoop };
    const length = word("length", loadAt(place, 0));
    this.expressions.failIf(length.isZero());
    for (let i = 0; i < capacity * size; i++) {
      const low = padding[i % size]!;
      const isLast = i + size >= capacity * size;
      const value = isLast ? i32(low) : loadAt(place, 1 + i + size);
      this.storeSlot(place, 1 + i, { value, low, high: isLast ? low : high[i % size]! }, use);
    }
    this.storeSlot(place, 0, { value: length.minus(1), low: 0, high: capacity - 1 }, use);
  }

  private setRegister(register: Variable<"i32">, type: ScalarType, value: Scalar): void {
    register.set(narrowed(this.checked(value, lowOf(type), highOf(type))));
  }

  /** Stores a value. All of it is checked, and read if it could be overwritten, before any of it is stored. */
  private store(place: MemoryPlace, slots: readonly Scalar[], use: Use): void {
    const { low, high } = boundsOf(place.type);
    const mustKeep = use.shadowed && slots.length > 1;
    const checked = slots.map((slot, i) => this.checked(slot, low[i]!, high[i]!, mustKeep));
    checked.forEach((slot, i) => this.storeSlot(place, i, slot, use));
  }

  /**
   * A 32-bit value, after a check that it is within the bounds of a type. It is computed at once if it must be kept.
   */
  private checked(scalar: Scalar, low: number, high: number, mustKeep = false): Scalar & { readonly value: I32 } {
    const isSafe = scalar.low >= low && scalar.high <= high;
    const saved = isSafe && !mustKeep ? scalar : kept("value", scalar);
    if (!isSafe) this.expressions.failIf(outside(saved, low, high));
    return { value: narrowed(saved), low: Math.max(scalar.low, low), high: Math.min(scalar.high, high) };
  }

  /** Patches one field of the packed successor, and the unpacked state if that is still read. */
  private storeSlot(place: MemoryPlace, slot: number, scalar: Scalar & { readonly value: I32 }, use: Use): void {
    const { layout, map, successor } = this.context;
    const address = place.address + 4 * slot;
    const field = layout.fields[(address - map.unpacked) / 4]!;
    const isNarrower = field.low > scalar.low || field.high < scalar.high;
    const mustKeep = scalar.value.constant === undefined && (use.shadowed || isNarrower);
    const value = mustKeep ? word("stored", scalar.value) : scalar.value;
    // Domain inference guarantees that no other value is stored. A bug there must not become a wrong verdict.
    if (isNarrower) when(outside({ ...scalar, value }, field.low, field.high), trap);
    if (place.dynamic) this.patchDynamic(place.dynamic.load(map.positions + address - map.unpacked), field, value);
    else if (field.bits === 32) successor.store(value.minus(field.low), 4 * field.word);
    else if (field.bits > 0) {
      const rest = successor.load(4 * field.word).and(~maskOf(field));
      successor.store(rest.or(placed(value, field)), 4 * field.word);
    }
    if (use.shadowed) this.storeUnpacked(place, address, value, use.inLoop);
  }

  /** The position, known at run time, is the byte offset of a word times 256, plus the shift. */
  private patchDynamic(position: I32, { bits, low }: BitField, value: I32): void {
    const { successor } = this.context;
    if (bits === 32) successor.plus(position.shiftRight(8)).store(value.minus(low));
    else if (bits > 0) {
      // Shifts count modulo 32, which leaves just the shift of a position.
      const shift = word("position", position);
      const target = word("word", successor.plus(shift.shiftRight(8)));
      const rest = target.load().and(
        i32((1 << bits) - 1)
          .shiftLeft(shift)
          .xor(-1),
      );
      target.store(rest.or(value.minus(low).shiftLeft(shift)));
    }
  }

  private storeUnpacked(place: MemoryPlace, address: number, value: I32, inLoop: boolean): void {
    const at = place.dynamic ? place.dynamic.plus(address) : i32(address);
    if (inLoop) {
      this.changedInLoop = true;
      at.store(value);
      return;
    }
    const saved = word("address", at);
    this.saved.push({ address: saved, value: word("before", saved.load()) });
    saved.store(value);
  }

  private readBy(s: Statement): ReadonlySet<string> {
    const known = this.reads.get(s);
    if (known) return known;
    const names = new Set<string>();
    const { expressions, statements } = statementParts(s);
    // An assignment to a place reads only its indices, and the length of a queue. Pushing and popping read the queue.
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

function joined(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return b.size === 0 ? a : new Set([...a, ...b]);
}
