/** Small random systems: sequential processes that call each other, and a system built from them. */

import fc from "fast-check";
import type { Argument, Definitions, Process } from "./term-semantics.ts";

const events = fc.constantFrom("a", "b", "c1", "tau");
const channel = fc.constantFrom("c" as const, "s" as const);
const bit = fc.nat({ max: 1 });

const leaf = fc.constantFrom<Process>({ kind: "stop" }, { kind: "skip" });

/** Calls of processes with and without a parameter; the arguments of the former are sums of some of `parts`. */
function call(names: readonly string[], parts: readonly Argument[]): fc.Arbitrary<Process> {
  const open = fc.record({
    kind: fc.constant("call" as const),
    name: fc.constantFrom("T0", "T1"),
    argument: fc.constantFrom(...parts),
  });
  const closed = fc.constantFrom(...names).map((name): Process => ({ kind: "call", name }));
  return fc.oneof({ weight: 2, arbitrary: closed }, { weight: 1, arbitrary: open });
}

const fromState: readonly Argument[] = [["x"], ["x"], [0], [1]];

/**
 * A process with a parameter. Its events are its own. So no residual of it has the text of another one with a constant
 * in place of the parameter.
 */
function parameterized(event: string): fc.Arbitrary<Process> {
  const next = call(["S0", "S1"], [["v"], ["x"], ["v", "x"], [0]]);
  const then = next.map((after): Process => ({ kind: "prefix", event, then: after }));
  const guard = (value: number): fc.Arbitrary<Process> =>
    then.map((body): Process => ({ kind: "guard", on: "v", value, body }));
  return fc.oneof(
    bit.chain(guard),
    fc.tuple(guard(0), guard(1)).map((parts): Process => ({ kind: "choice", op: "[]", parts })),
    fc.tuple(bit, then, then).map(([value, first, second]): Process => {
      return { kind: "if", on: "v", value, then: first, else: { kind: "assign", value: "v", then: second } };
    }),
    then.map((after): Process => ({ kind: "assign", value: "v", then: after })),
  );
}

/**
 * The possible continuations of an event. `then` makes the next one. `open` allows events that show received values.
 */
function prefix(then: fc.Arbitrary<Process>, open: boolean): fc.Arbitrary<Process> {
  const plain: fc.Arbitrary<Process>[] = [
    fc.record({ kind: fc.constant("prefix" as const), event: events, then }),
    fc.record({ kind: fc.constant("prefix" as const), event: events, then }),
    fc.record({ kind: fc.constant("assign" as const), value: bit, then }),
    fc.record({ kind: fc.constant("send" as const), channel, value: bit, then }),
    fc.record({ kind: fc.constant("receive" as const), channel, value: fc.option(bit, { nil: undefined }), then }),
  ];
  const received = call(["S0", "S1"], [["y"], ["y", "x"]]);
  const shows = fc.tuple(channel, fc.oneof(then, received), then, bit).map(([from, first, second, value]): Process => {
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
  const called = call(names, fromState);
  const next =
    depth === 0
      ? fc.oneof(leaf, called)
      : fc.oneof(
          called,
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
  const called = call(names, fromState);
  if (depth === 0) return fc.oneof(leaf, called, called);
  const part = composed(depth - 1, open);
  const closed = composed(depth - 1, false);
  const all: fc.Arbitrary<Process>[] = [
    called,
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
    parameterized("d"),
    parameterized("e"),
    composed(3, true),
  )
  .map(([S0, S1, S2, T0, T1, system]) => ({ definitions: { S0, S1, S2, T0, T1 }, system }));
