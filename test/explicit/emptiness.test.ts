/** The search for accepting components, on graphs, against the definition. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { findAcceptingComponent } from "../../src/explicit/emptiness.ts";
import type { Emptiness } from "../../src/explicit/emptiness.ts";
import { FairMarks } from "../../src/explicit/fair-marks.ts";
import { Watch } from "../../src/util/limits.ts";
import { arbitraryGraph, connectedSets, explorationOf, marksIn, reachable, reaches } from "../support/graph-of-runs.ts";
import type { Graph } from "../support/graph-of-runs.ts";
import { times } from "../support/random-runs.ts";

const watch = new Watch({});

const marks = 3;
const graphs = fc.oneof(
  arbitraryGraph({ states: 5, edges: 3, marks, processes: 1 }),
  arbitraryGraph({ states: 12, edges: 2, marks, processes: 1 }),
);

const sorted = (component: ArrayLike<number>): number[] => Array.from(component).sort((a, b) => a - b);

test("there is an accepting component if and only if there is one by definition, and it is one", async () => {
  const seen = { empty: 0, accepting: 0 };
  await fc.assert(
    fc.asyncProperty(graphs, fc.constantFrom(0, 1, 3), async (graph, wanted) => {
      const found = await findAcceptingComponent(explorationOf(graph), { marks: wanted, watch });
      const known = reachable(graph);
      const accepting = connectedSets(graph, "largest").filter(
        (set) => known.has(set[0]!) && (marksIn(graph, set) & wanted) === wanted,
      );
      expect(found.outcome).toBe(accepting.length > 0 ? "accepting" : "empty");
      seen[found.outcome as "empty" | "accepting"]++;
      if (found.outcome !== "accepting") return;
      const set = sorted(found.component);
      expect(set.every((id) => known.has(id))).toBe(true);
      // The result may be a part of a larger component, but it is connected and complete.
      const reach = reaches(graph, (id) => set.includes(id));
      for (const id of set) expect(sorted([...reach[id]!])).toEqual(set);
      expect(marksIn(graph, set) & wanted).toBe(wanted);
    }),
    { numRuns: times(2000) },
  );
  expect(Math.min(seen.empty, seen.accepting)).toBeGreaterThan(0);
});

test("whoever asks of components is asked about each that is complete and accepting, until one is right", async () => {
  await fc.assert(
    fc.asyncProperty(graphs, fc.nat(3), async (graph, refusals) => {
      const asked: string[] = [];
      const hasRun = (component: readonly number[]): boolean => {
        asked.push(sorted(component).join());
        return asked.length > refusals;
      };
      const found = await findAcceptingComponent(explorationOf(graph), { marks, watch, hasRun });
      const known = reachable(graph);
      const accepting = connectedSets(graph, "largest")
        .filter((set) => known.has(set[0]!) && (marksIn(graph, set) & marks) === marks)
        .map((set) => set.join());
      expect(accepting).toEqual(expect.arrayContaining(asked));
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.length).toBe(Math.min(accepting.length, refusals + 1));
      const outcome = accepting.length > refusals ? "accepting" : "empty";
      expect(found.outcome).toBe(outcome);
      if (found.outcome === "accepting") expect(sorted(found.component).join()).toBe(asked.at(-1));
    }),
    { numRuns: times(1000) },
  );
});

test("whoever asks of parts is asked again each time a component has doubled, and misses none", async () => {
  const seen = { early: 0, late: 0, empty: 0 };
  await fc.assert(
    fc.asyncProperty(graphs, fc.nat(11), async (graph, wanted) => {
      const asked: number[][] = [];
      const hasRun = (component: readonly number[]): boolean => {
        asked.push(sorted(component));
        return component.includes(wanted);
      };
      const found = await findAcceptingComponent(explorationOf(graph), { marks, watch, hasRun, asksForParts: true });
      const known = reachable(graph);
      const largest = connectedSets(graph, "largest").filter((set) => known.has(set[0]!));
      const right = largest.filter((set) => (marksIn(graph, set) & marks) === marks && set.includes(wanted));
      expect(found.outcome).toBe(right.length > 0 ? "accepting" : "empty");
      for (const set of asked) {
        const reach = reaches(graph, (id) => set.includes(id));
        for (const id of set) expect(sorted([...reach[id]!])).toEqual(set);
        expect(marksIn(graph, set) & marks).toBe(marks);
      }
      for (const whole of largest) {
        const parts = asked.filter((set) => whole.includes(set[0]!));
        expect(new Set(parts.map((part) => part.join())).size).toBe(parts.length);
        // Each part is twice as large as its share of the earlier ones, unless it is the complete component.
        parts.forEach((part, k) => {
          const earlier = parts.slice(0, k).filter((other) => part.includes(other[0]!));
          if (part.length === whole.length) return;
          for (const { length } of earlier) expect(part.length).toBeGreaterThanOrEqual(2 * length);
        });
        if (parts.length > 0 && found.outcome === "empty") expect(parts.at(-1)!.length).toBe(whole.length);
      }
      if (found.outcome === "empty") seen.empty++;
      else seen[asked.at(-1)!.length < right[0]!.length ? "early" : "late"]++;
    }),
    { numRuns: times(10_000) },
  );
  expect(Math.min(seen.early, seen.late, seen.empty)).toBeGreaterThan(0);
});

const movers = 2;
const fairGraphs = fc.oneof(
  arbitraryGraph({ states: 5, edges: 3, marks: 1, processes: movers + 1 }),
  arbitraryGraph({ states: 10, edges: 2, marks: 1, processes: movers + 1 }),
);

test("weak fairness as acceptance sets is weak fairness by definition, and ends with the first fair part", async () => {
  const seen = { empty: 0, accepting: 0, unfair: 0 };
  await fc.assert(
    fc.asyncProperty(fairGraphs, fc.array(fc.nat(9), { maxLength: 2 }), async (graph, list) => {
      const transient = new Set(list);
      const isFairTo = (set: readonly number[], process: number): boolean => {
        const steps = (id: number) => graph.edges[id]!.filter(({ mover }) => mover === process);
        return set.some(
          (id) => steps(id).some(({ to }) => set.includes(to)) || (steps(id).length === 0 && !transient.has(id)),
        );
      };
      const isRight = (set: readonly number[]): boolean =>
        (marksIn(graph, set) & 1) === 1 && isFairTo(set, 0) && isFairTo(set, 1);
      const fair = new FairMarks([0, 1], 1);
      const found = await findAcceptingComponent(explorationOf(graph), {
        marks: 1 | fair.all,
        watch,
        fair: { marks: fair, isTransient: (id) => transient.has(id) },
      });
      const known = reachable(graph);
      const largest = connectedSets(graph, "largest").filter((set) => known.has(set[0]!));
      expect(found.outcome).toBe(largest.some(isRight) ? "accepting" : "empty");
      seen[found.outcome as "empty" | "accepting"]++;
      if (found.outcome === "accepting") expect(isRight(found.component)).toBe(true);
      else if (largest.some((set) => (marksIn(graph, set) & 1) === 1)) seen.unfair++;
    }),
    { numRuns: times(2000) },
  );
  expect(Math.min(seen.empty, seen.accepting, seen.unfair)).toBeGreaterThan(0);
});

/** 0 -> 1 -> ... -> n - 1 -> 0; the last edge has all marks. */
const ring = (n: number, back: number): Graph => ({
  initialCount: 1,
  edges: Array.from({ length: n }, (_, id) => {
    if (id < n - 1) return [{ to: id + 1, marks: 0, mover: 0 }];
    return [{ to: back, marks, mover: 0 }];
  }),
});

test("components larger than a slice, and than what arrays begin with", async () => {
  const whole = await findAcceptingComponent(explorationOf(ring(10_000, 0)), { marks, watch });
  expect(whole.outcome === "accepting" && whole.component.length).toBe(10_000);
  const part = await findAcceptingComponent(explorationOf(ring(10_000, 9_990)), { marks, watch });
  expect(part.outcome === "accepting" && sorted(part.component)).toEqual(
    Array.from({ length: 10 }, (_, k) => 9_990 + k),
  );
  const asked: number[] = [];
  const none = await findAcceptingComponent(explorationOf(ring(10_000, 0)), {
    marks,
    watch,
    hasRun: ({ length }) => asked.push(length) === 0,
  });
  expect([none.outcome, asked]).toEqual(["empty", [10_000]]);
});

test("progress is reported, and others get their turn, ten times a second", async () => {
  let clock = 0;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => (clock += 10));
  const exploration = Object.assign(explorationOf(ring(50_000, 0)), { progress: { states: 1 } });
  const reports: number[] = [];
  await findAcceptingComponent(exploration, { marks, watch, onProgress: () => reports.push(clock) });
  spy.mockRestore();
  expect(reports.length).toBeGreaterThan(10);
  for (const [i, time] of reports.entries()) expect(time - (reports[i - 1] ?? 0)).toBeGreaterThanOrEqual(100);
});

test("what stops the search is said", async () => {
  const outcome = (limit: number): Promise<Emptiness> =>
    findAcceptingComponent(explorationOf(ring(10, 0), limit), { marks, watch });
  expect(await outcome(0)).toEqual({ outcome: "stopped" });
  expect(await outcome(5)).toEqual({ outcome: "stopped" });
  const late = explorationOf(ring(10_000, 0));
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  expect(await findAcceptingComponent(late, { marks, watch: new Watch({ timeoutMs: 0 }) })).toEqual({
    outcome: "stopped",
  });
  clock.mockRestore();
  expect(late.limit).toBe("time");
  const cancelled = explorationOf(ring(10, 0));
  expect(await findAcceptingComponent(cancelled, { marks, watch: new Watch({ signal: AbortSignal.abort() }) })).toEqual(
    {
      outcome: "stopped",
    },
  );
  expect(cancelled.limit).toBe("cancelled");
  const broken = Object.assign(explorationOf(ring(10, 0)), { error: { state: 3, transition: 0 } });
  expect(await findAcceptingComponent(broken, { marks, watch })).toEqual({ outcome: "stopped" });
});
