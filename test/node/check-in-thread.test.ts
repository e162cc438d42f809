import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import type { checkInThread as CheckInThread } from "../../src/node/check-in-thread.ts";

// A thread starts from the built files.
const built = "../../dist/node/index.js";
const { checkInThread } = (await import(built)) as { readonly checkInThread: typeof CheckInThread };

function read(name: string, defines: Record<string, string> = {}): Model {
  return parse(readFileSync(name, "utf8"), { name, defines }).model!;
}

test("a check in a thread says what a check says", async () => {
  for (const name of ["examples/seq/bug-deadlock.seq", "examples/csp/token-circulation.csp"]) {
    const model = read(name);
    const { seconds: _, symmetry, ...result } = await checkInThread(model);
    const { seconds: __, symmetry: expected, ...rest } = await check(model);
    expect(result).toEqual(rest);
    expect(symmetry).toMatchObject({ order: expected.order, structure: expected.structure });
  }
});

test("a signal ends it in the middle of the search for symmetries", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 500);
  const result = await checkInThread(read("examples/seq/peterson.seq", { N: "40" }), { signal: controller.signal });
  expect(result).toMatchObject({ verdict: "undecided", limit: "cancelled" });
});

test("progress arrives, and limits hold", async () => {
  const model = read("examples/seq/dining-philosophers.seq", { N: "13" });
  const seen: number[] = [];
  const result = await checkInThread(model, {
    symmetry: "off",
    properties: [],
    maxStates: 300_000,
    onProgress: ({ elapsedMs }) => seen.push(elapsedMs),
  });
  expect(result).toMatchObject({ verdict: "undecided", limit: "states", states: 300_000 });
  expect(seen.every((ms) => ms >= 0)).toBe(true);
});

test("a request that cannot be met is refused, and a model without initial states too", async () => {
  await expect(checkInThread(read("examples/seq/peterson.seq"), { properties: ["nothing"] })).rejects.toThrow(
    "the model has no property `nothing`",
  );
  const empty = parse("var x: 0..3 = *\ninit where x > 5\ntransition t when true { x := 0; }").model!;
  await expect(checkInThread(empty)).rejects.toMatchObject({ code: "noether/no-initial-state" });
});
