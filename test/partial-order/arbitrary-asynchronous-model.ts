/**
 * Random models of processes that mostly mind their own business: local variables, a few shared ones, counters and
 * queues, choices, assertions that may fail, atomic sequences, steps that wait until no other is enabled.
 */

import fc from "fast-check";
import type { Model } from "../../src/model/model.ts";
import { modelOf } from "../support/symmetries.ts";

interface Statement {
  readonly guard?: string | undefined;
  readonly body: string;
}

interface Command {
  readonly from: number;
  readonly to: number;
  readonly statement: Statement;
  /** Whether the next step of the process follows at once. */
  readonly atomic: boolean;
}

const points = 4;

interface Shape {
  readonly count: number;
  readonly withAtomic: boolean;
  /** Whether statements may fail, or assertions. */
  readonly withFaults: boolean;
}

/** The statements of process p. `q` is another process. */
function arbitraryStatement(p: number, { count, withFaults }: Shape): fc.Arbitrary<Statement> {
  const rarely = withFaults ? 1 : 0;
  const value = fc.integer({ min: 0, max: 2 });
  const other = fc.integer({ min: 0, max: count - 1 });
  const shared = fc.integer({ min: 0, max: 1 });
  const local = `x[${p}]`;
  return fc.oneof(
    { weight: 4, arbitrary: value.map((v) => ({ body: `${local} := ${v};` })) },
    { weight: 3, arbitrary: value.map((v) => ({ guard: `${local} == ${v}`, body: "" })) },
    { weight: 1, arbitrary: fc.constant({ guard: `${local} < 2`, body: `${local} := ${local} + 1;` }) },
    { weight: 2, arbitrary: fc.tuple(shared, value).map(([s, v]) => ({ body: `s[${s}] := ${v};` })) },
    { weight: 2, arbitrary: fc.tuple(shared, value).map(([s, v]) => ({ guard: `s[${s}] == ${v}`, body: "" })) },
    { weight: 1, arbitrary: shared.map((s) => ({ body: `${local} := s[${s}];` })) },
    { weight: 1, arbitrary: fc.constant({ guard: "tokens > 0", body: "tokens := tokens - 1;" }) },
    { weight: 1, arbitrary: fc.constant({ guard: "tokens < 3", body: "tokens := tokens + 1;" }) },
    { weight: rarely, arbitrary: fc.constant({ body: "tokens := tokens + 1;" }) },
    { weight: 2, arbitrary: other.map((q) => ({ guard: `!full(inbox[${q}])`, body: `push(inbox[${q}], ${local});` })) },
    {
      weight: 2,
      arbitrary: fc.constant({ guard: `!empty(inbox[${p}])`, body: `${local} := inbox[${p}][0]; pop(inbox[${p}]);` }),
    },
    {
      weight: 1,
      arbitrary: value.map((v) => ({
        guard: `!empty(inbox[${p}]) && inbox[${p}][0] == ${v}`,
        body: `pop(inbox[${p}]);`,
      })),
    },
    { weight: 1, arbitrary: fc.constant({ guard: `empty(inbox[${p}])`, body: "" }) },
    { weight: 1, arbitrary: fc.constant({ guard: `!full(inbox[${local}])`, body: `push(inbox[${local}], 1);` }) },
    { weight: rarely, arbitrary: fc.constant({ body: `push(inbox[${p}], 0);` }) },
    { weight: rarely, arbitrary: fc.tuple(other, value).map(([q, v]) => ({ body: `assert x[${q}] != ${v};` })) },
    { weight: rarely, arbitrary: value.map((v) => ({ body: `assert ${local} != ${v};` })) },
    { weight: rarely, arbitrary: other.map((q) => ({ guard: `1 / x[${q}] == 1`, body: "" })) },
    { weight: rarely, arbitrary: shared.map((s) => ({ body: `s[${s}] := 2 / ${local};` })) },
  );
}

function arbitraryProcess(p: number, shape: Shape): fc.Arbitrary<readonly Command[]> {
  return fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: points - 1 }),
      to: fc.integer({ min: 0, max: points - 1 }),
      statement: arbitraryStatement(p, shape),
      atomic: shape.withAtomic ? fc.boolean() : fc.constant(false),
    }),
    { minLength: 1, maxLength: 5 },
  );
}

export function arbitraryAsynchronousModel(): fc.Arbitrary<Model> {
  const condition = fc.oneof(
    fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 2 })).map(([p, v]) => `x[${p}] == ${v}`),
    fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 3 })).map(([p, v]) => `pc[${p}] == ${v}`),
    fc.integer({ min: 0, max: 2 }).map((v) => `s[0] == ${v}`),
    fc.constant("empty(inbox[0])"),
  );
  return fc
    .record({ count: fc.integer({ min: 2, max: 4 }), withAtomic: fc.boolean(), withFaults: fc.boolean() })
    .chain(({ count, withAtomic, withFaults }) =>
      fc.record({
        processes: fc.tuple(
          ...Array.from({ length: count }, (_, p) => arbitraryProcess(p, { count, withAtomic, withFaults })),
        ),
        withAtomic: fc.constant(withAtomic),
        withRelease: fc.boolean(),
        timeouts: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(points - 1), fc.nat(points - 1)), { maxLength: 2 }),
        left: condition,
        right: condition,
      }),
    )
    .map(({ processes, withAtomic, withRelease, timeouts, left, right }) => {
      const count = processes.length;
      const mine = (p: number): string => (withAtomic ? ` && (turn == 0 || turn == ${p + 1})` : "");
      const tests: string[] = [];
      const transitions = processes.flatMap((commands, p) =>
        commands.map(({ from, to, statement: { guard, body }, atomic }, k) => {
          const turn = withAtomic ? ` turn := ${atomic ? p + 1 : 0};` : "";
          const test = `pc[${p}] == ${from}${mine(p)}${guard === undefined ? "" : ` && (${guard})`}`;
          tests.push(test);
          return `transition t${p}_${k} by process[${p}] when ${test} { ${body} pc[${p}] := ${to};${turn} }`;
        }),
      );
      // With these, nobody stays in the middle of an atomic sequence that is blocked.
      const releases = processes.map(
        (_, p) => `transition release${p} by process[${p}] when turn == ${p + 1} { turn := 0; }`,
      );
      if (withAtomic && withRelease) tests.push(...processes.map((_, p) => `turn == ${p + 1}`));
      const waiting = timeouts.map(
        ([p, from, to], k) =>
          `transition timeout${k} by process[${p}] when pc[${p}] == ${from}${mine(p)} && !can_move { pc[${p}] := ${to}; }`,
      );
      return modelOf(`
        type P = 0..${count - 1}
        var pc: array [P] of 0..${points - 1} = 0
        var x: array [P] of 0..2 = 0
        var s: array [2] of 0..2 = 0
        var tokens: 0..3 = 1
        var inbox: array [0..3] of queue [2] of 0..2
        ${withAtomic ? `var turn: 0..${count} = 0\n transient where turn != 0` : ""}
        predicate can_move = ${tests.map((test) => `(${test})`).join(" || ")}
        ${transitions.join("\n")}
        ${waiting.join("\n")}
        ${withAtomic && withRelease ? releases.join("\n") : ""}
        property both: invariant !(${left} && ${right})
        property seen: reachable ${left}
        property stuck: deadlock-free`);
    });
}
