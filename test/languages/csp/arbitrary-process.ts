/** Small random systems: sequential processes that call each other, and a system built from them. */

import fc from "fast-check";
import type { Definitions, Process } from "./term-semantics.ts";

const events = fc.constantFrom("a", "b", "c1", "tau");
const channel = fc.constantFrom("c" as const, "s" as const);
const bit = fc.nat({ max: 1 });

const leaf = fc.constantFrom<Process>({ kind: "stop" }, { kind: "skip" });

/** What may follow an event: `then` makes what comes next. `open` allows events that show what was received. */
function prefix(then: fc.Arbitrary<Process>, open: boolean): fc.Arbitrary<Process> {
  const plain: fc.Arbitrary<Process>[] = [
    fc.record({ kind: fc.constant("prefix" as const), event: events, then }),
    fc.record({ kind: fc.constant("prefix" as const), event: events, then }),
    fc.record({ kind: fc.constant("assign" as const), value: bit, then }),
    fc.record({ kind: fc.constant("send" as const), channel, value: bit, then }),
    fc.record({ kind: fc.constant("receive" as const), channel, value: fc.option(bit, { nil: undefined }), then }),
  ];
  const shows = fc.tuple(channel, then, then, bit).map(([from, first, second, value]): Process => {
    const show: Process = { kind: "prefix", event: "r", part: "y", then: first };
    const test: Process = {
      kind: "if",
      on: "y",
      value,
      then: show,
      else: { kind: "assign", value: "y", then: second },
    };
    return { kind: "receive", channel: from, then: test };
  });
  return fc.oneof(...plain, ...(open ? [shows] : []));
}

/**
 * Only calls behind events, and nothing but choices above them: finite, whatever they call. (An external choice that an
 * invisible event leaves open would nest ever deeper.)
 */
function sequential(depth: number, names: readonly string[], open: boolean): fc.Arbitrary<Process> {
  const call = fc.constantFrom(...names).map((name): Process => ({ kind: "call", name }));
  const next =
    depth === 0
      ? fc.oneof(leaf, call)
      : fc.oneof(
          call,
          leaf,
          fc.constant(undefined).chain(() => sequential(depth - 1, names, open)),
        );
  const step = prefix(next, open);
  if (depth === 0) return step;
  const part = sequential(depth - 1, names, open);
  return fc.oneof(
    { weight: 3, arbitrary: step },
    fc.record({ kind: fc.constant("guard" as const), on: fc.constant("x" as const), value: bit, body: part }),
    fc.record({ kind: fc.constant("if" as const), on: fc.constant("x" as const), value: bit, then: part, else: part }),
    fc.record({
      kind: fc.constant("choice" as const),
      op: fc.constantFrom("[]" as const, "<>" as const),
      parts: fc.array(part, { minLength: 2, maxLength: 2 }),
    }),
  );
}

/** All operators above. Parts of `||` show nothing of what they receive. */
function composed(depth: number, open: boolean): fc.Arbitrary<Process> {
  const names = open ? ["S0", "S1", "S2"] : ["S0", "S1"];
  const call = fc.constantFrom(...names).map((name): Process => ({ kind: "call", name }));
  if (depth === 0) return fc.oneof(leaf, call, call);
  const part = composed(depth - 1, open);
  const closed = composed(depth - 1, false);
  const all: fc.Arbitrary<Process>[] = [
    call,
    prefix(part, open),
    fc.record({
      kind: fc.constant("choice" as const),
      op: fc.constantFrom("[]" as const, "[*]" as const, "<>" as const),
      parts: fc.array(part, { minLength: 2, maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant("guard" as const), on: fc.constant("x" as const), value: bit, body: part }),
    fc.record({ kind: fc.constant("sequence" as const), first: part, second: part }),
    fc.record({ kind: fc.constant("interrupt" as const), body: part, handler: part }),
    fc.record({
      kind: fc.constant("hide" as const),
      body: part,
      events: fc.constantFrom(["a"], ["b"], ["a", "b"]),
    }),
    fc.record({ kind: fc.constant("atomic" as const), body: part }),
    fc.record({
      kind: fc.constant("parallel" as const),
      op: fc.constant("|||" as const),
      parts: fc.array(part, { minLength: 2, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant("parallel" as const),
      op: fc.constant("||" as const),
      parts: fc.array(closed, { minLength: 2, maxLength: 3 }),
    }),
  ];
  return fc.oneof(...all);
}

export const arbitrarySystem: fc.Arbitrary<{ definitions: Definitions; system: Process }> = fc
  .tuple(
    sequential(1, ["S0", "S1"], false),
    sequential(1, ["S0", "S1"], false),
    sequential(1, ["S0", "S1", "S2"], true),
    composed(3, true),
  )
  .map(([S0, S1, S2, system]) => ({ definitions: { S0, S1, S2 }, system }));
