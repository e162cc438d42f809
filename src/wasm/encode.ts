/** Encodes a module as WebAssembly bytes, in one pass over the tree. The cost is linear in its size. */

import { look } from "../util/limits.ts";
import type {
  Code,
  DataSegment,
  Label,
  LoadOperator,
  StoreOperator,
  ValueType,
  WasmFunction,
  WasmModule,
} from "./code.ts";

/** The module imports its memory as `env.memory`, and exports functions and globals under their names. */
export function encode(module: WasmModule): Uint8Array<ArrayBuffer> {
  const out = new Bytes();
  out.raw([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
  out.section(1, [...module.imports, ...module.functions], (f) => {
    out.byte(0x60);
    out.vector(f.parameters, (p) => out.byte(typeByte[p.type]));
    out.vector(f.result ? [f.result] : [], (type) => out.byte(typeByte[type]));
  });
  out.section(2, [undefined, ...module.imports], (f) => {
    out.name("env");
    out.name(f?.name ?? "memory");
    if (f) {
      out.byte(0x00);
      out.unsigned(f.index);
    } else {
      out.raw([0x02, 0x00]);
      out.unsigned(1);
    }
  });
  out.section(3, module.functions, (f) => out.unsigned(f.index));
  out.section(6, module.globals, (g) => {
    out.raw([typeByte[g.type], 0x01, g.type === "i32" ? 0x41 : 0x42]);
    out.signed(BigInt(g.initial));
    out.byte(0x0b);
  });
  const exported = [
    ...module.functions.filter((f) => f.exported).map((f) => ({ name: f.name, kind: 0x00, index: f.index })),
    ...module.globals.filter((g) => g.exported).map((g) => ({ name: g.name, kind: 0x03, index: g.index })),
  ];
  out.section(7, exported, ({ name, kind, index }) => {
    out.name(name);
    out.byte(kind);
    out.unsigned(index);
  });
  out.section(10, module.functions, (f) => out.sized(() => encodeFunction(f, out)));
  out.section(11, joined(module.data), ({ address, bytes }) => {
    out.raw([0x00, 0x41]);
    out.signed(BigInt(address));
    out.byte(0x0b);
    out.unsigned(bytes.length);
    out.raw(bytes);
  });
  return out.take();
}

/** Joins data segments with small gaps between them: an engine allows a limited number of segments. */
function joined(data: readonly DataSegment[]): DataSegment[] {
  const pieces: { readonly address: number; readonly parts: DataSegment[]; end: number }[] = [];
  for (const segment of [...data].sort((a, b) => a.address - b.address)) {
    const end = segment.address + segment.bytes.length;
    const last = pieces.at(-1);
    if (last && segment.address - last.end < 64) {
      last.parts.push(segment);
      last.end = end;
    } else pieces.push({ address: segment.address, parts: [segment], end });
  }
  return pieces.map(({ address, parts, end }) => {
    const bytes = new Uint8Array(end - address);
    for (const part of parts) bytes.set(part.bytes, part.address - address);
    return { address, bytes };
  });
}

function encodeFunction(f: WasmFunction, out: Bytes): void {
  out.vector(f.locals, (local) => {
    out.unsigned(1);
    out.byte(typeByte[local.type]);
  });
  encodeCode(f.body, out, []);
  out.byte(0x0b);
}

/** `labels` holds the enclosing blocks, innermost last. An `if` counts as an unnamed one. */
function encodeCode(code: Code, out: Bytes, labels: (Label | undefined)[]): void {
  look();
  switch (code.kind) {
    case "constant":
      out.byte(code.type === "i32" ? 0x41 : 0x42);
      out.signed(code.value);
      return;
    case "operator":
      for (const operand of code.operands) encodeCode(operand, out, labels);
      out.raw(operatorBytes.get(code.op)!);
      return;
    case "load":
      encodeCode(code.address, out, labels);
      encodeAccess(code.op, code.offset, out);
      return;
    case "store":
      encodeCode(code.address, out, labels);
      encodeCode(code.value, out, labels);
      encodeAccess(code.op, code.offset, out);
      return;
    case "local.get":
      out.byte(0x20);
      out.unsigned(code.local.index);
      return;
    case "local.set":
    case "local.tee":
      encodeCode(code.value, out, labels);
      out.byte(code.kind === "local.set" ? 0x21 : 0x22);
      out.unsigned(code.local.index);
      return;
    case "global.get":
      out.byte(0x23);
      out.unsigned(code.global.index);
      return;
    case "global.set":
      encodeCode(code.value, out, labels);
      out.byte(0x24);
      out.unsigned(code.global.index);
      return;
    case "sequence":
      for (const part of code.parts) encodeCode(part, out, labels);
      return;
    case "call":
      for (const operand of code.operands) encodeCode(operand, out, labels);
      out.byte(0x10);
      out.unsigned(code.callee.index);
      return;
    case "return":
      if (code.value) encodeCode(code.value, out, labels);
      out.byte(0x0f);
      return;
    case "if":
    case "block":
    case "loop":
    case "branch":
    case "table":
      encodeControl(code, out, labels);
  }
}

type Control = Extract<Code, { readonly kind: "if" | "block" | "loop" | "branch" | "table" }>;

function encodeControl(code: Control, out: Bytes, labels: (Label | undefined)[]): void {
  if (code.kind === "branch") {
    if (code.test) encodeCode(code.test, out, labels);
    out.byte(code.test ? 0x0d : 0x0c);
    out.unsigned(depthOf(code.label, labels));
    return;
  }
  if (code.kind === "table") {
    encodeCode(code.index, out, labels);
    out.byte(0x0e);
    out.vector(code.labels.slice(0, -1), (label) => out.unsigned(depthOf(label, labels)));
    out.unsigned(depthOf(code.labels.at(-1)!, labels));
    return;
  }
  const isIf = code.kind === "if";
  if (isIf) encodeCode(code.test, out, labels);
  out.raw([isIf ? 0x04 : code.kind === "block" ? 0x02 : 0x03, code.result ? typeByte[code.result] : 0x40]);
  labels.push(isIf ? undefined : code.label);
  encodeCode(isIf ? code.then : code.body, out, labels);
  if (isIf && code.else) {
    out.byte(0x05);
    encodeCode(code.else, out, labels);
  }
  labels.pop();
  out.byte(0x0b);
}

/** The number of blocks and loops between a branch and its target. */
function depthOf(label: Label, labels: readonly (Label | undefined)[]): number {
  const at = labels.lastIndexOf(label);
  if (at < 0) throw new Error(`branch to ${label.name}, which does not enclose it`);
  return labels.length - 1 - at;
}

function encodeAccess(op: LoadOperator | StoreOperator, offset: number, out: Bytes): void {
  const [opcode, alignment] = accessBytes[op];
  out.raw([...opcode, alignment]);
  out.unsigned(offset);
}

/** A growing byte buffer with LEB128 numbers. */
class Bytes {
  private data = new Uint8Array(4096);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.data.length) this.data = grown(this.data);
    this.data[this.length++] = value;
  }

  raw(values: readonly number[] | Uint8Array): void {
    look(values.length >> 8);
    for (const value of values) this.byte(value);
  }

  unsigned(value: number): void {
    while (value >= 0x80) {
      this.byte((value % 0x80) | 0x80);
      value = Math.floor(value / 0x80);
    }
    this.byte(value);
  }

  signed(value: number | bigint): void {
    if (typeof value === "number" && value === (value | 0)) this.signedWord(value);
    else this.signedLong(BigInt(value));
  }

  /** Most constants are words, and arithmetic with `bigint` is slow. */
  private signedWord(value: number): void {
    for (; value < -0x40 || value >= 0x40; value >>= 7) this.byte((value & 0x7f) | 0x80);
    this.byte(value & 0x7f);
  }

  private signedLong(value: bigint): void {
    for (;;) {
      const low = Number(value & 0x7fn);
      value >>= 7n;
      if ((value === 0n && (low & 0x40) === 0) || (value === -1n && (low & 0x40) !== 0)) {
        this.byte(low);
        return;
      }
      this.byte(low | 0x80);
    }
  }

  name(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.unsigned(bytes.length);
    this.raw(bytes);
  }

  vector<T>(items: readonly T[], write: (item: T) => void): void {
    this.unsigned(items.length);
    for (const item of items) write(item);
  }

  section<T>(id: number, items: readonly T[], write: (item: T) => void): void {
    if (items.length === 0) return;
    this.byte(id);
    this.sized(() => this.vector(items, write));
  }

  /** The bytes that `write` writes, preceded by their number in five bytes, so that nothing has to move. */
  sized(write: () => void): void {
    this.raw([0, 0, 0, 0, 0]);
    const start = this.length;
    write();
    let size = this.length - start;
    for (let i = 5; i >= 1; i--, size >>>= 7) this.data[start - i] = (size & 0x7f) | (i > 1 ? 0x80 : 0);
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

function grown(data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(data.length * 2);
  larger.set(data);
  return larger;
}

const typeByte: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e };

/** The opcode and the natural alignment. */
const accessBytes: Readonly<Record<LoadOperator | StoreOperator, readonly [readonly number[], number]>> = {
  "i32.load": [[0x28], 2],
  "i64.load": [[0x29], 2],
  "i32.load8_u": [[0x2d], 0],
  "i32.load16_u": [[0x2f], 1],
  "i32.store": [[0x36], 2],
  "i64.store": [[0x37], 2],
  "v128.load": [[0xfd, 0x00], 2],
  "v128.store": [[0xfd, 0x0b], 2],
};

/** Operators in the order of their opcodes, from the first one on. `-` is an unused one. */
function numbered(type: ValueType, first: number, names: string): [string, number[]][] {
  return names.split(" ").map((name, k) => [`${type}.${name}`, [first + k]]);
}

const comparisons = "eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u";
const arithmetic = "- ctz popcnt add sub mul div_s - rem_s rem_u and or xor shl - shr_u";
const operatorBytes: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...numbered("i32", 0x45, comparisons),
  ...numbered("i64", 0x50, comparisons),
  ...numbered("i32", 0x67, arithmetic),
  ...numbered("i64", 0x79, arithmetic),
  ["i32.wrap_i64", [0xa7]],
  ["i64.extend_i32_s", [0xac]],
  ["i64.extend_i32_u", [0xad]],
  ["v128.or", [0xfd, 0x50]],
  ["v128.xor", [0xfd, 0x51]],
  ["v128.any_true", [0xfd, 0x53]],
  ["select", [0x1b]],
  ["memory.size", [0x3f, 0x00]],
  ["memory.grow", [0x40, 0x00]],
  ["memory.copy", [0xfc, 0x0a, 0x00, 0x00]],
  ["memory.fill", [0xfc, 0x0b, 0x00]],
  ["unreachable", [0x00]],
]);
