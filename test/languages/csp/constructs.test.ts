/** What PAT's users have in their models besides processes: libraries, messages of any length, fair events. */

import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { CheckResult, Verdict } from "../../../src/index.ts";

function run(text: string): Promise<CheckResult> {
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return check(model!);
}

/** The verdicts on the assertions of a text. */
async function verdicts(text: string): Promise<Verdict[]> {
  const { properties } = await run(text);
  return properties.filter(({ kind }) => kind !== "range" && kind !== "assertion").map(({ verdict }) => verdict);
}

/** A data operation on collections, and the events that show what came out. */
const operations: readonly (readonly [type: string, block: string, shown: string, event: string])[] = [
  ["Set", "s.Add(3); s.Add(1); s.Add(3); s.Add(2);", "s.Get(0).s.Get(2).s.Count()", "1.3.3"],
  ["Set", "s.Add(1); s.Add(2); s.Remove(1); s.Remove(7);", "s.Get(0).s.Count()", "2.1"],
  ["Queue", "s.Enqueue(4); s.Enqueue(5); s.Enqueue(6); x = s.Dequeue();", "x.s.First().s.Last().s.Count()", "4.5.6.2"],
  ["Stack", "s.Push(4); s.Push(5); s.Push(6); x = s.Pop();", "x.s.Peek().s.Count()", "6.5.2"],
  ["Stack", "s.Push(4); s.Clear(); s.Push(2);", "s.Peek().s.Count()", "2.1"],
  ["List", "s.Add(4); s.Add(5); s.Add(4); s.Remove(4);", "s.Get(0).s.Get(1).s.Count()", "5.4.2"],
  ["List", "s.Add(4); s.Add(5); s.Add(6); s.RemoveAt(1);", "s.First().s.Last().s.Count()", "4.6.2"],
  ["List", "x = call(Max, 3, 2) + call(Min, 3, 2) + call(Abs, 0 - 4) + call(Pow, 2, 5);", "x", "41"],
];

test.each(operations)("a %s after %s is as PAT has it", async (type, block, shown, event) => {
  const text = `#import "PAT.Lib.${type}";\nvar<${type}> s = new ${type}();\nvar x = 0;
    P = go{${block}} -> show.${shown} -> Skip;\n#assert P |= <> show.${event};\n#assert P deadlockfree;`;
  expect(await verdicts(text)).toEqual(["holds", "holds"]);
});

/** What the methods of PAT's sources do with two collections, `s` and `t`, and the elements of `s` after that. */
const combined: readonly (readonly [type: string, block: string, elements: readonly number[]])[] = [
  ["Set", "s = s.Union(s, t);", [1, 2, 3, 5]],
  ["Set", "s = t.Union(t, s);", [1, 2, 3, 5]],
  ["Set", "s = s.Union(t, t);", [2, 5]],
  ["Set", "s = s.Union(s, s);", [1, 2, 3]],
  ["Set", "s = s.Intersect(s, t);", [2]],
  ["Set", "s = s.Intersect(t, s);", [2]],
  ["Set", "s = s.Substract(s, t);", [1, 3]],
  ["Set", "s = s.Substract(t, s);", [5]],
  ["Set", "s = s.Substract(s, s);", []],
  ["Set", "if (s.IsOverlapping(t)) { s.Add(7); } if (s.IsDisjoint(t)) { s.Add(8); }", [1, 2, 3, 7]],
  ["Set", "b = s.Add(2); if (!b) { s.Add(7); } b = s.Add(9); if (b) { s.Remove(1); }", [2, 3, 7, 9]],
  ["Set", "b = s.Remove(2); if (b) { s.Add(7); } b = s.Remove(2); if (!b) { s.Add(8); }", [1, 3, 7, 8]],
  ["List", "s = s.Concat(s, t);", [1, 2, 3, 2, 5]],
  ["List", "s = s.Concat(t, s);", [2, 5, 1, 2, 3]],
  ["List", "s = t.Concat(s, s);", [1, 2, 3, 1, 2, 3]],
  ["Queue", "s = s.Concat(t, s);", [2, 5, 1, 2, 3]],
];

test.each(combined)("a %s after %s has the elements of PAT", async (type, block, elements) => {
  const add = type === "Queue" ? "Enqueue" : "Add";
  const isQueue = type === "Queue";
  const shown = isQueue ? ["s.First()", "s.Last()"] : elements.map((_, i) => `s.Get(${i})`);
  const values = isQueue ? [elements[0], elements.at(-1)] : elements;
  const text = `#import "PAT.Lib.${type}";\nvar<${type}> s = new ${type}();\nvar<${type}> t = new ${type}();\nvar b = false;
    P = fill{s.${add}(1); s.${add}(2); s.${add}(3); t.${add}(2); t.${add}(5);} -> go{${block}} -> Q;
    Q = show.${[...shown, "s.Count()"].join(".")} -> Skip;
    #assert P |= <> show.${[...values, elements.length].join(".")};\n#assert P deadlockfree;`;
  expect(await verdicts(text)).toEqual(["holds", "holds"]);
});

test.each([
  ["s = s.Union(s, q);", "csp/not-a-collection"],
  ["s = q.Concat(q, q);", "csp/unknown-method"],
  ["s = s.Union(s);", "csp/wrong-arity"],
  ["s = s.Union(s, 1);", "csp/not-a-collection"],
  ["x = s.Union(s, s);", "csp/not-a-collection"],
  ["x = s.Add(1);", "csp/type-mismatch"],
  ["b = s.IsDisjoint(q);", "csp/not-a-collection"],
  ["s.Union(s, s);", "csp/unknown-method"],
  ["x = s.GetSubsetByIndex(1);", "csp/unknown-method"],
])("%s is refused", (block, code) => {
  const text = `var<Set> s;\nvar<Queue> q;\nvar x = 0;\nvar b = false;\nP = go{${block}} -> Skip;\n#assert P deadlockfree;`;
  expect(parse(text, { name: "model.csp" }).diagnostics.map((each) => each.code)).toEqual([code]);
});

test("conditions ask collections", async () => {
  const text = `var<Set> s;\nP = [!s.Contains(2) && s.IsEmpty()] a{s.Add(2);} -> ([s.Contains(2)] b -> Stop [] [s.Contains(1)] c -> Stop);
    #assert P |= <> b;\n#assert P |= [] !c;`;
  expect(await verdicts(text)).toEqual(["holds", "holds"]);
});

test("taking from an empty collection is an error, and one element too many is our limit", async () => {
  const empty = await run("var<Stack> s;\nvar x = 0;\nP = a{x = s.Pop();} -> Skip;\n#assert P deadlockfree;");
  expect(empty.properties.at(-1)).toMatchObject({ name: "ranges", verdict: "violated" });
  const full = await run("var<List> s;\nP(i) = [i < 17] a{s.Add(i);} -> P(i + 1);\n#assert P(0) deadlockfree;");
  expect(full).toMatchObject({ verdict: "undecided", modelLimit: "a collection has more than 16 elements" });
});

test("a receiver takes only messages of its length", async () => {
  const text = `channel c 2;\nchannel s 0;
    P = c!1.2 -> c!7 -> s!1 -> s!3.4 -> Skip;
    Q = c?x -> wrong -> Stop [] c?x.y -> two.x.y -> (c?x.y -> wrong -> Stop [] c?x -> one.x -> R);
    R = s?x.y -> wrong -> Stop [] s?z -> (s?z -> wrong -> Stop [] s?x.y -> met.x.y -> Stop);
    System = P ||| Q;
    #assert System |= [] !wrong;\n#assert System |= <> one.7;\n#assert System |= <> met.3.4;\n#assert System |= <> two.1.2;`;
  expect(await verdicts(text)).toEqual(["holds", "holds", "holds", "holds"]);
});

test("a whole array is a message", async () => {
  const text = `channel c 1;\nchannel d 1;\nchannel s 0;\nvar a[3] = [4, 5, 6];\nvar b[3];\nvar i:{0..2} = 1;
    P = c!a -> change{a[0] = 9;} -> c!a -> s!b -> Skip;
    Q = c?x -> first.x[0].x[2] -> c?x{b[0] = x[i];} -> then.x[0] -> (d!7.x -> d?y.z -> met.y.z[1] -> s?w -> [w[1] == 0] last -> Skip);
    N = d!1.a -> Stop;
    System = P ||| Q;
    #assert System |= <> first.4.6;\n#assert System |= <> then.9;\n#assert System |= <> met.7.5;\n#assert System |= <> last;
    #assert System deadlockfree;`;
  expect(await verdicts(text)).toEqual(["holds", "holds", "holds", "holds", "holds"]);
});

test("an index outside a received array is an error", async () => {
  const text = "channel c 1;\nvar a[2];\nvar i = 2;\nP = c!a -> c?x -> b.x[i] -> Skip;\n#assert P deadlockfree;";
  const { properties } = await run(text);
  expect(properties.at(-1)).toMatchObject({ name: "ranges", verdict: "violated", reason: "index outside 0..1" });
});

test("channels tell their room and their first message", async () => {
  const text = `channel c 3;\nP = c!5 -> [call(cpeek, c) == 5 && call(csize, c) == 3] a -> Stop;\n#assert P |= <> a;`;
  expect(await verdicts(text)).toEqual(["holds"]);
});

test("a hidden variable is a variable", async () => {
  const text = "hvar x = 0;\n#define two x == 2;\nP = [x < 2] up{x = x + 1;} -> P;\n#assert P reaches two;";
  expect(await verdicts(text)).toEqual(["holds"]);
});

test("recursion ends where data ends it", async () => {
  const text = `var x = 4;\nvar a[3];
    P(i) = [i < x] up.i -> P(i + 1) [] [i >= x] done.i -> Skip;
    Q(i) = set{a[i] = 1;} -> Q(i + 1);
    R(i) = a -> S(i);
    S(i) = if (i > x) { Skip } else { R(i + 1) };
    #assert P(0) |= <> done.4;\n#assert R(0) deadlockfree;\n#assert Q(0) nonterminating;`;
  const { properties } = await run(text);
  expect(properties.map(({ verdict }) => verdict)).toEqual(["holds", "holds", "undecided", "violated"]);
  expect(properties.at(-1)).toMatchObject({ name: "ranges", reason: "index 3 is outside 0..2" });
});

test("a process that hides its own event is finite", async () => {
  expect(await verdicts("P = (a -> P) \\ {a};\n#assert P deadlockfree;\n#assert P divergencefree;")).toEqual([
    "holds",
    "violated",
  ]);
});

/** Data operations on whole arrays, and a condition that holds after them. */
const arrays: readonly (readonly [block: string, condition: string])[] = [
  ["b = a;", "b[0] == 1 && b[1] == 2 && b[2] == 3"],
  ["a = [a[2], a[1], a[0]];", "a[0] == 3 && a[1] == 2 && a[2] == 1"],
  ["b = [7(2), a[1]];", "b[0] == 7 && b[1] == 7 && b[2] == 2"],
  ["b = [4..6];", "b[0] == 4 && b[2] == 6"],
  // An array of arrays is one array in PAT.
  ["f = m;", "f[0] == 1 && f[3] == 4"],
  ["m = [[5, 6], [7, 8]];", "m[0][1] == 6 && m[1][0] == 7"],
  ["a = a;", "a[2] == 3"],
];

test.each(arrays)("after %s, %s", async (block, condition) => {
  const text = `var a = [1, 2, 3];\nvar b[3];\nvar m[2][2] = [1, 2, 3, 4];\nvar f[4];
    P = go{${block}} -> assert(${condition}); Skip;\n#assert P deadlockfree;`;
  const { properties } = await run(text);
  expect(properties.map(({ verdict }) => verdict)).toEqual(["holds", "holds", "holds"]);
});

test("a received array can be assigned", async () => {
  const text = `channel c 1;\nvar a = [4, 5];\nvar b[2];\n#define same b[0] == 4 && b[1] == 5;
    P = c!a -> Skip;\nQ = c?y{b = y;} -> Skip;\nS = P ||| Q;\n#assert S reaches same;`;
  expect(await verdicts(text)).toEqual(["holds"]);
});

test("definitions with parameters and with blocks stand for their text", async () => {
  const text = `#define times(i, j) i * j;\n#define N (2);\n#define is(i) (x == i);\n#define six call(is, 6);
    #define reset {x = 0;};\n#define twice(v) {x = v; x = v;};\nvar x = 0;
    P = a{x = call(times, N, 3);} -> b{call(reset); call(twice, x + 2)} -> show.x -> Skip;
    #assert P reaches six;\n#assert P |= <> show.4;`;
  expect(await verdicts(text)).toEqual(["holds", "holds"]);
});

test("a number is not equal to a truth value, as in PAT, and what fails still fails", async () => {
  const text = `var b = true;\nvar a[2];\nvar i:{0..2} = 0;
    P = [b == 1] yes -> Skip [] [1 != b] no -> Skip;\nQ = up{i = i + 1;} -> ([a[i] == b] yes -> Skip [] Q);
    #assert P |= <> no;\n#assert Q deadlockfree;`;
  const { properties } = await run(text);
  expect(properties.map(({ verdict }) => verdict).slice(0, 1)).toEqual(["holds"]);
  const failing = await run(
    "var b = true;\nvar a[2];\nvar i = 5;\nP = [a[i] == b] yes -> Skip;\n#assert P deadlockfree;",
  );
  expect(failing.properties.find(({ kind }) => kind === "range")).toMatchObject({ verdict: "violated" });
});

const fair: readonly (readonly [text: string, verdict: Verdict])[] = [
  ["P = a -> P [] b -> P;", "violated"],
  ["P = a -> P [] wf(b) -> P;", "holds"],
  ["P = a -> P [] sf(b) -> P;", "holds"],
  // It is possible again and again, but not all the time.
  ["P = a -> Q; Q = wf(b) -> P [] c -> P;", "violated"],
  ["P = a -> Q; Q = sf(b) -> P [] c -> P;", "holds"],
  // Fairness to another event does not help.
  ["P = wf(a) -> P [] b -> P;", "violated"],
];

test.each(fair)("%s: b comes again and again: %s", async (text, verdict) => {
  expect(await verdicts(`${text}\n#assert P |= []<> b;`)).toEqual([verdict]);
});

test("fairness holds for events that are hidden or shared", async () => {
  const hidden = "P = (a -> P [] wf(b) -> c -> P) \\ {b};\n#assert P |= []<> c;";
  const shared = "P = a -> P [] wf(b) -> P;\nQ = b -> Q;\nS = P || Q;\n#assert S |= []<> b;";
  expect(await verdicts(hidden)).toEqual(["holds"]);
  expect(await verdicts(shared)).toEqual(["holds"]);
});

test("wf and sf are names of processes elsewhere", async () => {
  expect(await verdicts("wf(i) = a.i -> wf(i);\nP = wf(1);\n#assert P |= []<> a.1;")).toEqual(["holds"]);
});

/**
 * PAT's sources leave events with data operations out of alphabets (`DataOperationPrefix`), and let one of them pass
 * alone even if an alphabet has it (`IndexParallel`). They were refused here, among them the `refill` of PAT's keyless car.
 */
test.each([
  ["of two parts", "P = [x < 2] e{x++;} -> P;\nS = P || P;", ["holds", "violated"]],
  ["and one without", "P = e{x = 2;} -> P;\nQ = a -> e -> Q;\nS = P || Q;", ["holds", "holds"]],
  ["in an alphabet", "P = e{x = 2;} -> Skip;\n#alphabet P {e};\nQ = e -> Skip;\nS = P || Q;", ["holds", "violated"]],
  ["on a variable", "P = e.x{x++;} -> Skip;\nQ = e.0 -> x{x++;} -> Skip;\nS = P || Q;", ["holds", "holds"]],
])("events with data operations happen alone: %s", async (_, processes, expected) => {
  const asserts = "#define two x == 2;\n#assert S reaches two;\n#assert S deadlockfree;";
  expect(await verdicts(`var x = 0;\n${processes}\n${asserts}`)).toEqual(expected);
});
