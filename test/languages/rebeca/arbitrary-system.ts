/** Random small actor systems: two to four rebecs of one or two classes, perhaps with a pool. */

import fc from "fast-check";
import type { Action, ActorClass, System } from "./actor-system.ts";

const queue = fc.integer({ min: 2, max: 3 });

/** Without sends along known rebecs, which depend on the class. */
function action(known: readonly number[], creates: boolean): fc.Arbitrary<Action> {
  const places = known.flatMap((of, k) => (of === 0 ? [k] : []));
  const target = fc.constantFrom(-1, -2, -3, ...known.keys(), ...known.keys(), ...known.keys());
  const simple = fc.oneof(
    fc.record({ kind: fc.constant("set" as const), to: fc.constantFrom(0, 1, "x" as const) }),
    fc.constantFrom<Action>({ kind: "step" }, { kind: "choose" }, { kind: "flip" }),
    fc.record({ kind: fc.constant("keep" as const), what: fc.constantFrom("sender", "null", "self", "y") }),
    ...(places.length > 0 ? [fc.constant<Action>({ kind: "pick", places })] : []),
    ...(creates ? [fc.constant<Action>({ kind: "create" })] : []),
    fc.record({
      kind: fc.constant("send" as const),
      target,
      server: fc.nat({ max: 1 }),
      x: fc.constantFrom("n" as const, 0 as const, 1 as const),
      y: fc.constantFrom("r" as const, "null" as const, "self" as const),
    }),
  );
  const list = fc.array(simple, { maxLength: 2 });
  const branch = fc.record({
    kind: fc.constant("if" as const),
    test: fc.constantFrom("b", "n==0", "r==null", "sender==self", "x==1"),
    then: list,
    else: list,
  });
  return fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: branch });
}

function actorClass(known: readonly number[], creates: boolean): fc.Arbitrary<ActorClass> {
  const actions = fc.array(action(known, creates), { maxLength: 3 });
  return fc.record({
    known: fc.constant(known),
    queue,
    initial: fc.array(action(known, creates), { minLength: 1, maxLength: 3 }),
    servers: fc.tuple(actions, actions),
  });
}

export const arbitrarySystem: fc.Arbitrary<System> = fc
  .record({
    classCount: fc.integer({ min: 1, max: 2 }),
    rebecCount: fc.integer({ min: 2, max: 4 }),
    knownCounts: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 2 })),
    creates: fc.integer({ min: 0, max: 3 }).map((k) => k === 0),
    seed: fc.infiniteStream(fc.nat({ max: 1000 })),
    sameArgument: fc.boolean(),
  })
  .chain(({ classCount, rebecCount, knownCounts, creates, seed, sameArgument }) => {
    const next = (most: number): number => seed.next().value % most;
    const knownOf = Array.from({ length: classCount }, (_, c) =>
      Array.from({ length: knownCounts[c]! }, () => (creates ? 0 : next(classCount))),
    );
    // One of each class, so that every known rebec can be bound.
    const classOf = Array.from({ length: rebecCount }, (_, i) => (i < classCount ? i : next(classCount)));
    const rebecs = classOf.map((of, i) => ({
      of,
      known: knownOf[of]!.map((c, k) => {
        const those = [...classOf.keys()].filter((j) => classOf[j] === c);
        // Often the next one, so that there are rings.
        return next(2) === 0 ? those[(those.indexOf(i) + 1 + k) % those.length]! : those[next(those.length)]!;
      }),
      arg: sameArgument ? 1 : next(2),
    }));
    return fc
      .tuple(...knownOf.map((known) => actorClass(known, creates)))
      .map((classes): System => ({ classes, rebecs, pool: creates && usesCreate(classes) ? 2 : 0 }));
  });

function usesCreate(classes: readonly ActorClass[]): boolean {
  const inside = (actions: readonly Action[]): boolean =>
    actions.some((a) => a.kind === "create" || (a.kind === "if" && (inside(a.then) || inside(a.else))));
  return classes.some(({ initial, servers }) => inside(initial) || servers.some(inside));
}
