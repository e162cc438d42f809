import { expect, test } from "vitest";
import type { Property } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { printExpression } from "../../src/model/text/print.ts";
import { automatonFacts, withStateAcceptance } from "../../src/property/automaton-operations.ts";
import { automatonOfClaim } from "../../src/property/claim.ts";
import { automatonOfLtl } from "../../src/property/ltl.ts";
import { printAutomatonDot, printNeverClaim } from "../../src/property/print-automaton.ts";
import { indexOfName } from "./arbitrary-ltl.ts";
import { ltl } from "./formulas.ts";
import { acceptor, allLassos, satisfies } from "./lasso.ts";

function propertyOf(text: string): Property {
  const variables = "var p: bool = *\nvar q: bool = *\nvar x: 0..3 = *\n";
  const { model, diagnostics } = parseModel({ name: "claim", text: `${variables}property f: ${text}\n` });
  if (!model) throw new Error(diagnostics[0]?.message);
  return model.properties[0]!;
}

function claimAutomaton(text: string): ReturnType<typeof automatonOfClaim> {
  const property = propertyOf(`never { ${text} }`);
  if (property.kind !== "never") throw new Error("not a claim");
  return automatonOfClaim(property.claim);
}

test("a claim for a request that is never served accepts the runs that violate the response", () => {
  const automaton = claimAutomaton(
    `state look { when true goto look; when p && !q goto wait } accepting state wait { when !q goto wait }`,
  );
  expect(automaton.states).toHaveLength(2);
  expect(automaton.propositions.map(printExpression)).toEqual(["p && !q", "q"]);
  expect(automaton.states.map(({ edges }) => edges.map(({ target, marks }) => [target, marks]))).toEqual([
    [
      [0, 0],
      [1, 0],
    ],
    [[1, 1]],
  ]);
  expect(automatonFacts(automaton).strength).toBe("weak");
  // The propositions are not independent; on runs where they are consistent, it is the formula.
  const formula = ltl("!([](p -> <>q))");
  const bits = ["p && !q", "q"];
  const accepts = acceptor(automaton, (proposition) => bits.indexOf(printExpression(proposition)));
  for (const { letters, loop } of allLassos(3, 2)) {
    const seen = letters.map((letter) => ((letter & 1) !== 0 && (letter & 2) === 0 ? 1 : 0) | (letter & 2));
    expect(accepts({ letters: seen, loop })).toBe(satisfies({ letters, loop }, formula, indexOfName));
  }
});

test("edges of a claim that differ in the condition only become one, and those that are never taken none", () => {
  const automaton = claimAutomaton(
    `accepting state a { when p goto a; when !q goto a; when false goto b } state b { when true goto b }`,
  );
  expect(automaton.states).toEqual([
    {
      edges: [
        {
          guard: [
            { positive: [0], negative: [] },
            { positive: [], negative: [1] },
          ],
          target: 0,
          marks: 1,
        },
      ],
    },
    { edges: [{ guard: [{ positive: [], negative: [] }], target: 1, marks: 0 }] },
  ]);
});

test("a state of a claim without edges ends the run, which is not accepted", () => {
  const automaton = claimAutomaton(`accepting state a { when p goto b } accepting state b { }`);
  expect(allLassos(3, 2).some(acceptor(automaton, indexOfName))).toBe(false);
  expect(automatonFacts(automaton).universal).toEqual([false, false]);
});

test("conditions are propositions as a whole; a negation is the same proposition", () => {
  const property = propertyOf("ltl [](p && x < 2 -> <> (x == 3)) && []<>(x != 3) && <>!(p && x < 2)");
  if (property.kind !== "ltl") throw new Error("not a formula");
  expect(automatonOfLtl(property.formula).propositions.map(printExpression)).toEqual(["p && x < 2", "x == 3"]);
});

test("a never claim is printed as SPIN has them", () => {
  expect(printNeverClaim(automatonOfLtl(ltl("[](p -> <>q)"), { negate: true }))).toBe(`never {
T0_init:
  do
  :: true -> goto T0_init
  :: p && !q -> goto accept_S1
  od;
accept_S1:
  do
  :: !q -> goto accept_S1
  od;
}
`);
  expect(printNeverClaim(automatonOfLtl(ltl("p U q")), (_, i) => `x${i}`)).toBe(`never {
T0_init:
  do
  :: x0 && !x1 -> goto T0_init
  :: x1 -> goto accept_all
  od;
accept_all:
  skip
}
`);
  expect(printNeverClaim(automatonOfLtl(ltl("false")))).toBe("never {\nT0_init:\n  false;\n}\n");
  expect(printNeverClaim(automatonOfLtl(ltl("true")))).toBe(
    "never {\naccept_init:\n  do\n  :: true -> goto accept_init\n  od;\n}\n",
  );
});

test("a drawing names guards and acceptance sets", () => {
  expect(printAutomatonDot(automatonOfLtl(ltl("[]<>p && []<>q")))).toBe(`digraph {
  rankdir=LR;
  start [shape=point, label=""];
  start -> 0;
  0 [shape=circle];
  0 -> 0 [label="!p && !q"];
  0 -> 0 [label="p && !q\\n{0}"];
  0 -> 0 [label="!p && q\\n{1}"];
  0 -> 0 [label="p && q\\n{0, 1}"];
}
`);
});

test("the same formula gives the same automaton", () => {
  const once = (): string => JSON.stringify(withStateAcceptance(automatonOfLtl(ltl("(p U q) R ([]<>r -> X s)"))));
  expect(once()).toBe(once());
});
