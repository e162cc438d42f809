/** The low-level format of LoLA: its meaning, and the diagnostics for other texts. */

import { describe, expect, test } from "vitest";
import { check, parse } from "../../../src/index.ts";
import { locate } from "../../../src/syntax/source.ts";

const net = `{ a comment }
PLACE SAFE 1: idle, busy; SAFE 4: p; free.1; // another
MARKING idle, free.1: 2;
TRANSITION start.[x=1] CONSUME idle: 1, free.1: 2; PRODUCE busy;
TRANSITION stop CONSUME busy; PRODUCE idle, free.1: 2;
TRANSITION more CONSUME ; PRODUCE p;
`;

test("places, bounds, markings and weights are read", async () => {
  for (const name of ["a.lola", "a.net"]) {
    const { model, diagnostics } = parse(net, { name });
    expect(diagnostics).toEqual([]);
    const { variables, transitions } = model!;
    const types = variables.map((v) => `${v.name} ${v.type.kind === "range" ? v.type.high : ""}`);
    expect(types).toEqual(["idle 1", "busy 1", "p 4", "free.1 2"]);
    expect(transitions.map((t) => t.name)).toEqual(["start.[x=1]", "stop", "more"]);
    const { verdict, properties } = await check(model!, {});
    // The bound of the user is wrong.
    expect([verdict, properties.find((p) => p.name === "ranges")!.verdict]).toEqual(["violated", "violated"]);
  }
});

/** `^` stands before the place that the diagnostic must point at. */
const malformed: readonly (readonly [title: string, slug: string, text: string])[] = [
  ["an empty file", "unexpected-token", "^"],
  ["another format", "unexpected-token", "^net {p} ;"],
  ["the high-level format", "unsupported", "^SORT x = [1, 2];"],
  ["a comment that stays open", "unclosed-comment", "PLACE p; ^{ and so on"],
  ["no places", "expected-name", "PLACE ^;"],
  ["a keyword for a name", "expected-name", "PLACE p, ^MARKING;"],
  ["a missing semicolon", "unexpected-token", "PLACE p ^MARKING p;"],
  ["no marking", "unexpected-token", "PLACE p;^"],
  ["a place twice", "duplicate-name", "PLACE p, ^p; MARKING ;"],
  ["an unknown place in the marking", "undeclared-place", "PLACE p; MARKING ^q;"],
  [
    "an unknown place at a transition",
    "undeclared-place",
    "PLACE place; MARKING ; TRANSITION t CONSUME ^plaec; PRODUCE ;",
  ],
  ["a marking without a number", "malformed-number", "PLACE p; MARKING p: ^;"],
  ["a negative marking", "malformed-number", "PLACE p; MARKING p: ^-1;"],
  ["a marking beyond limits", "malformed-number", "PLACE p; MARKING p: ^9999999999;"],
  ["a bound that is none", "malformed-number", "PLACE SAFE ^x: p; MARKING ;"],
  ["a transition twice", "duplicate-name", "PLACE p; MARKING ; TRANSITION t CONSUME ; PRODUCE ; TRANSITION ^t"],
  ["a transition without a name", "expected-name", "PLACE p; MARKING ; TRANSITION ^CONSUME ; PRODUCE ;"],
  ["a transition without input", "unexpected-token", "PLACE p; MARKING ; TRANSITION t ^PRODUCE p;"],
  ["a transition without output", "unexpected-token", "PLACE p; MARKING ; TRANSITION t CONSUME p;^"],
  ["fairness", "unsupported", "PLACE p; MARKING ; TRANSITION t ^STRONG FAIR CONSUME ; PRODUCE ;"],
  ["something after the net", "unexpected-token", "PLACE p; MARKING ; ^FORMULA"],
];

describe("malformed", () => {
  test.each(malformed)("%s", (_, slug, marked) => {
    const at = marked.indexOf("^");
    const source = { name: "net.lola", text: marked.replace("^", "") };
    const { model, diagnostics } = parse(source.text, { name: source.name });
    const place = locate({ source, start: at, end: at });
    expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual([`${place} lola/${slug}`]);
    expect(model).toBeUndefined();
  });
});
