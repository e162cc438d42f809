/**
 * The first step of a call reads the variables in its arguments, as in PAT, and no earlier step does.
 *
 * The step that led to the call once evaluated them: the run a, b, one of the first system was missing.
 */

import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import { exploreModel } from "./explore-model.ts";

const sends = "R() = b{H = 1;} -> Stop;\nQ(v) = [v == 1] one -> Stop [] [v == 0] zero -> Stop;\n";

/** A system, an event, and whether it can be reached after `b` without being possible only before. */
const cases: readonly (readonly [title: string, system: string, event: string, happens: boolean])[] = [
  ["behind an event", "P() = a -> Q(H);\nSystem() = P() ||| R();", "one", true],
  ["at the beginning", "System() = Q(H) ||| R();", "one", true],
  ["in a choice", "System() = (Q(H) [] c -> Stop) ||| R();", "one", true],
  ["under a condition", "System() = ([H == 1] Q(H)) ||| R();", "zero", false],
  ["in a sequence", "System() = (c -> Skip; Q(H)) ||| R();", "one", true],
  ["in an indexed composition", "System() = (||| i:{0..1} @ Q(H + i - i)) ||| R();", "one", true],
  ["behind a conditional", "System() = (if (H == 0) { Q(H) } else { Stop }) ||| R();", "one", true],
  ["through a second call", "A(w) = Q(w);\nSystem() = A(H) ||| R();", "one", true],
  ["in a second call", "A(w) = Q(w + H);\nSystem() = A(0) ||| R();", "one", true],
  ["with what was received", "channel c 1;\nSystem() = (c!0 -> c?y -> Q(y + H)) ||| R();", "one", true],
  ["as a parameter, which is known by then", "A(w) = c -> Q(w);\nSystem() = A(H); Stop ||| R();", "one", true],
  // The argument is 0 when c happens, and H becomes 1 after that.
  ["not again later", "A(w) = c{H = 1;} -> Q(w);\nSystem() = A(H);", "one", false],
  ["not after the data operation of the step", "A(w) = c{H = 1; G = w;} -> Q(G);\nSystem() = A(H);", "one", false],
  [
    "by a sender, before the receiver",
    "A(w) = s!0 -> Q(w);\nB() = s?y{H = 1;} -> Stop;\nSystem() = A(H) ||| B();",
    "one",
    false,
  ],
  [
    "by a receiver, after the sender",
    "A(w) = s?y -> Q(w);\nB() = s!0{H = 1;} -> Stop;\nSystem() = A(H) ||| B();",
    "one",
    true,
  ],
];

test.each(cases)("%s", async (_, system, event, happens) => {
  const text = `var H:{0..1} = 0;\nvar G = 0;\nchannel s 0;\n${sends}${system}\n#assert System() |= [] !${event};`;
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const { verdict } = await check(model!, { properties: ["ltl"] });
  expect(verdict).toBe(happens ? "violated" : "holds");
});

test("a call that waits is one state, whatever the variable is", () => {
  const text = `var H:{0..1} = 0;\n${sends}P() = a -> Q(H);\nSystem() = P() ||| R();`;
  const { model } = parse(text, { name: "model.csp" });
  // P, Q(H) and Stop, each before and after b.
  expect(exploreModel(model!).states).toBe(6);
});

test("an argument that cannot be evaluated is an error, even if nothing asks for it", async () => {
  const text = "var H:{0..1} = 0;\nvar G = 0;\nP(v) = [G == 1] a -> Stop [] b -> Stop;\nSystem() = P(1 / H);";
  const { model } = parse(text, { name: "model.csp" });
  const { properties } = await check(model!);
  expect(properties.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(["ranges violated"]);
});

test("truth values are passed on like numbers", () => {
  const text = `var f = false; var g = true;
    P(v, w) = a -> b -> (if (v) { P(w, v) } else { P(g, f) }) [] [v] c{f = !f;} -> P(w, v);
    System() = P(f, g);`;
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(exploreModel(model!).states).toBeGreaterThan(4);
});
