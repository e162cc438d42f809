/** `auto`, the command line and the guide follow the list of detectors. Another detector is one value. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile, detectors, facts, findSymmetries, InternalError, parse, Validator } from "../../src/index.ts";
import type { Detector, Model } from "../../src/index.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { detectorNames } from "../../src/symmetry/detector.ts";
import { runCli } from "../support/run-cli.ts";

function modelOf(text: string): Model {
  const { model, diagnostics } = parse(text);
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

const twoRings = modelOf(`
  var a: array [4] of bool = false
  transition t(i: 0..3) when !a[i] && !a[(i + 1) % 4] { a[i] := true; }
  property quiet: invariant !a[0]
`);

/** Proposes to reverse the order of the slots, and to leave the first one out. */
const reversal: Detector = {
  name: "reversal",
  description: "reverses the order of the slots",
  tier: "cheap",
  whyNot: (model) => (model.variables.length === 1 ? undefined : "there is more than one variable"),
  propose: (search) => {
    const last = facts(search.model).slots.length - 1;
    search.propose({ slots: Int32Array.from({ length: last + 1 }, (_, i) => last - i), values: new Map() });
    search.propose({
      slots: Int32Array.from({ length: last + 1 }, (_, i) => (i === 0 ? 0 : last + 1 - i)),
      values: new Map(),
    });
    return { note: "was here" };
  },
};

test("a detector is added by a value and a place in the list; it is not believed, and what follows is not asked again", () => {
  const model = modelOf(`
    var a: array [3] of bool = false
    var done: 0..3 = 0
    transition t(i: 0..2) when !a[i] { a[i] := true; done := done + 1; }
  `);
  const known = [...detectors, reversal];
  expect(findSymmetries(model, { method: "reversal", detectors: known })).toMatchObject({
    methods: ["reversal"],
    notes: ["reversal found nothing: there is more than one variable"],
  });
  const found = findSymmetries(twoRings, { method: "reversal", detectors: known });
  expect(found).toMatchObject({ methods: ["reversal"], notes: ["reversal was here"] });
  expect(found.group.group.order).toBe(1n);
  expect(found.rejected.map(({ method }) => method)).toEqual(["reversal", "reversal"]);
  const free = modelOf("var a: array [4] of bool = false\ntransition t(i: 0..3) { a[i] := true; }");
  const joined = findSymmetries(free, { detectors: known });
  expect(joined.methods).toEqual(["text", "reversal"]);
  expect(joined.accepted.every(({ method }) => method === "text")).toBe(true);
  expect(findSymmetries(free, { method: "reversal", detectors: known }).group.group.order).toBe(8n);
});

test("an unknown detector is not passed over in silence", () => {
  expect(() => findSymmetries(twoRings, { method: "reversal" })).toThrow(RangeError);
});

test("the command line and the guide know the detectors, and say of each what it does", () => {
  const help = runCli(["symmetry", "--help"]).stdout;
  const checkHelp = runCli(["check", "--help"]).stdout;
  const guide = readFileSync("docs/guide/symmetry.md", "utf8").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  for (const { name, description } of detectors) {
    expect(help).toContain(`"${name}"`);
    expect(help).toContain(description);
    expect(guide).toContain(`| \`${name}\` | ${description}`);
    expect(checkHelp).toContain(`"${name}"`);
  }
});

test("an engine takes no symmetries of another model, nor for a property they were not validated for", () => {
  const model = modelOf(`
    var a: array [2] of bool = false
    transition t(i: 0..1) { a[i] := true; }
    property first: invariant !a[0]
    property both: invariant !(a[0] && a[1])
  `);
  const exchange = { slots: Int32Array.of(1, 0), values: new Map() };
  const [first, both] = model.properties;
  const group = new Validator(model, { properties: [both!] }).groupOf([exchange]);
  const compiled = (of: Model, properties: Model["properties"]): unknown =>
    compile(of, stateQuestions(properties), { fingerprints: false, symmetry: group });
  expect(compiled(model, [both!])).toBeDefined();
  expect(() => compiled(model, [first!])).toThrow(InternalError);
  expect(() => compiled(model, [both!, first!])).toThrow("it was not shown that symmetries preserve !a[0]");
  expect(() => compiled({ ...model }, [both!])).toThrow("symmetries of one model were to be used for another");
  expect(() => new Validator(model, { properties: [first!] }).groupOf([exchange])).toThrow(InternalError);
  expect(() => group.subgroup([{ slots: Int32Array.of(0, 1), values: new Map([[0, new Map([[0, 1], [1, 0]])]]) }])).toThrow(InternalError); // prettier-ignore
  expect(group.subgroup([]).group.order).toBe(1n);
});

test("the names of detectors are known without the detectors", () => {
  expect(detectors.map(({ name }) => name)).toEqual(detectorNames);
});
