import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { stateFormulas } from "../../src/model/traverse.ts";
import { Detection, findSymmetries } from "../../src/symmetry/find.ts";
import { formatSymmetry } from "../../src/symmetry/symmetry.ts";
import { modelOf } from "../support/symmetries.ts";

function parsed(text: string): Model {
  const { model, diagnostics } = parseModel({ name: "test.seq", text }, { defines: {} });
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

/** Clients 0 to 2 have one priority, client 3 another. */
const allocator = parsed(`
  const N = 4 type Client = 0..N-1 type Stage = enum { idle, waiting, using }
  var prio: array [Client] of 0..1 = [0, 0, 0, 1]
  var at: array [Client] of Stage = idle
  var holder: 0..N = N
  transition ask(c: Client) when at[c] == idle { at[c] := waiting; }
  transition grant(c: Client)
    when holder == N && at[c] == waiting && (forall d: Client . prio[d] <= prio[c] || at[d] != waiting)
    { at[c] := using; holder := c; }
  transition free(c: Client) when holder == c { at[c] := idle; holder := N; }
  property order: invariant at[0] != using || holder == 0`);

/** Both variables mean the same, in other words. */
const paraphrased = parsed(`
  var a: bool = false var b: bool = false var go: bool = false
  transition first when !a && go { a := true; go := false; }
  transition second when !(b || !go) { b := true; go := false; }
  transition again when !go { go := true; }`);

/** Too large for the constraint problem, not for a guess at exchanges. */
const large = parsed(`
  type P = 0..1 type I = 0..299
  var a: array [I] of array [I] of bool = false
  var i: array [P] of I = 0 var j: array [P] of I = 0
  transition mark(p: P) when !a[0][0] { a[i[p]][0] := true; }
  transition move(p: P) when i[p] < 299 && !a[i[p]][j[p]] { i[p] := i[p] + 1; }
  transition shift(p: P) when j[p] < 299 { j[p] := j[p] + 1; }`);

test("what is found was validated, and generates the group", () => {
  const found = findSymmetries(allocator);
  expect(found.group.group.order).toBe(6n);
  expect(found.accepted).toHaveLength(found.group.generators.length);
  expect(found.rejected).toEqual([]);
  expect(found.methods).toEqual(["text"]);
  expect(found.graph!.nodes).toBeGreaterThan(20);
});

test("a property can leave fewer symmetries", () => {
  const [order] = allocator.properties;
  expect(findSymmetries(allocator, { properties: [order!] }).group.group.order).toBe(2n);
});

test("an explanation says what is in the way of an exchange, in the user's words", () => {
  const { rejected } = findSymmetries(allocator, { explain: true });
  const { slots } = facts(allocator);
  const refused = rejected.map(({ symmetry, reason }) => `${formatSymmetry(symmetry, slots)}: ${reason}`);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(/prio\[2\].*prio\[3\]/);
});

test("exchanges alone find what types suggest", () => {
  const found = findSymmetries(allocator, { method: "exchanges" });
  expect(found.methods).toEqual(["exchanges"]);
  expect(found.group.group.order).toBe(6n); // `holder` is no variable of the clients' type, but looks like one
  const typed = parsed(`
    type P = 0..2 var at: array [P] of bool = false var last: P = 0
    transition go(p: P) when !at[p] { at[p] := true; last := p; }`);
  expect(findSymmetries(typed, { method: "exchanges" }).group.group.order).toBe(2n); // it is 0 at first
});

test("costly detectors run on request, or if no cheap one covered the model, and the user is told if they give up", () => {
  expect(findSymmetries(large)).toMatchObject({ methods: ["text"], notes: [] });
  const found = findSymmetries(large, { method: "on" });
  expect(found.notes).toEqual([expect.stringMatching(/constraints found nothing/)]);
  expect(found.methods).toEqual(["text", "constraints"]);
  expect(findSymmetries(paraphrased).methods).toEqual(["text", "constraints"]);
  expect(findSymmetries(paraphrased).group.group.order).toBe(2n);
  expect(findSymmetries(paraphrased, { method: "quick" })).toMatchObject({ methods: ["text"], notes: [] });
});

test("symmetries of the model serve further properties, if they preserve these; else there are fewer", () => {
  const model = parsed(`
    type P = 0..3 var at: array [P] of 0..2 = 0
    transition go(p: P) when at[p] < 2 { at[p] := at[p] + 1; }
    transition back(p: P) when at[p] == 2 { at[p] := 0; }
    property all: ltl [] <> (exists p: P . at[p] == 0)
    property first: ltl [] <> at[0] == 0
    property two: ltl [] (at[1] == 0 || at[2] == 0 || at[1] == at[2] || at[1] != at[2])`);
  const detection = new Detection(model, { properties: [] });
  expect(detection.run("quick").group.group.order).toBe(24n);
  const orders = model.properties.map((property) => {
    const { group } = detection.preserving([property], "quick");
    group.require(model, stateFormulas(property));
    expect(group.group.order).toBe(findSymmetries(model, { properties: [property] }).group.group.order);
    return group.group.order;
  });
  expect(orders).toEqual([24n, 6n, 4n]);
});

test("formulas of one model have the verdicts they have without symmetry", async () => {
  const model = parsed(`
    type P = 0..1 var at: array [P] of bool = false var turn: P = *
    transition go when !at[turn] { at[turn] := true; turn := turn == 0 ? 1 : 0; }
    property calm: ltl [] (at[0] || turn == 0 || !at[0])
    property odd: ltl [] (at[1] || turn == 0)
    property even: ltl [] (turn == 1 || turn == 0)`);
  const by = async (symmetry: string): Promise<unknown> =>
    (await check(model, { symmetry })).properties.map(({ name, verdict }) => [name, verdict]);
  expect(await by("on")).toEqual(await by("off"));
});

// A record was compared inside a sum, and the detector of texts ended as a bug of ours.
test("composite values may be compared inside a computation", () => {
  const model = modelOf(`
    type Pair = record { a: 0..1, b: 0..1 }
    var p: array [2] of Pair = { a: 0, b: 0 }
    var n: 0..3 = 0
    transition t(i: 0..1) when n + (p[i] == { a: 1, b: 1 } ? 1 : 0) < 3 { n := n + 1; p[i].a := 1 - p[i].a; }`);
  for (const method of ["text", "on"]) {
    expect(findSymmetries(model, { method, properties: [] }).group.group.order).toBe(2n);
  }
});
