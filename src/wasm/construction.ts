/** The code under construction. Routines are built one inside the other, and emitted code goes to the innermost. */

import { look } from "../util/limits.ts";
import { WasmFunction } from "./code.ts";
import type { Code, Label, Local, ValueType } from "./code.ts";

let open: { readonly function: WasmFunction; parts: Code[]; labels: number } | undefined;

/** Gives a function its body. */
export function build(made: WasmFunction, body: () => void): void {
  const outer = open;
  open = { function: made, parts: [], labels: 0 };
  try {
    made.body = collect(body);
  } finally {
    open = outer;
  }
}

/** Runs a generator only for its information about the code, which is discarded. */
export function onTrial(body: () => void): void {
  build(new WasmFunction("trial", 0, [], undefined), body);
}

/** Appends to the code under construction. */
export function emit(code: Code): void {
  opened().parts.push(code);
}

/** The code that a body emits. */
export function collect(body: () => void): Code {
  look(4);
  const routine = opened();
  const outer = routine.parts;
  const parts: Code[] = [];
  routine.parts = parts;
  body();
  routine.parts = outer;
  return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
}

export function newLocal(name: string, type: ValueType): Local {
  return opened().function.local(name, type);
}

/** A label that is unique in its routine. */
export function newLabel(name: string): Label {
  return { name: `${name}${opened().labels++}` };
}

function opened(): NonNullable<typeof open> {
  if (!open) throw new Error("code outside of a routine");
  return open;
}
