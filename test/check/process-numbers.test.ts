/**
 * A fair `holds` that was false. The compiled search and the list of processes each had a formula for the number of a
 * process. The formulas differed for a name with and without indices: `w` and `w[-1]` were one process, which moved
 * forever.
 */

import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { formatDiagnostic, parse } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import { processNumber } from "../../src/model/processes.ts";
import { participantsOf } from "../../src/model/traverse.ts";

const text = (first: string, second: string): string => `
  type Color = enum { red, green, blue }
  var t: bool = false
  var done: bool = false
  transition tick by clock when true { t := !t; }
  transition a by ${first} when t { done := true; }
  transition b by ${second} when !t { done := true; }
  property l: ltl <> done`;

function read(source: string): Model {
  const { model, diagnostics } = parse(source);
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

async function weakVerdict(model: Model): Promise<string[]> {
  const verdicts: string[] = [];
  for (const symmetry of ["on", "off"] as const) {
    verdicts.push((await check(model, { properties: ["l"], fairness: "weak", symmetry })).verdict);
  }
  return verdicts;
}

test.each([
  ["v", "w"],
  ["v", "w[-1]"],
  ["w[0]", "w[-1]"],
  ["w[0, -1]", "w[-1, 0]"],
  ["w[false]", "w[true]"],
  ["w[red]", "w[blue]"],
])("neither %s nor %s can move without a break, so weak fairness does not make them move", async (first, second) => {
  expect(await weakVerdict(read(text(first, second)))).toEqual(["violated", "violated"]);
});

test.each(["w", "w[0]", "w[-7]", "w[1, -2]", "w[true]", "w[green]"])(
  "one process, %s, can always move, so weak fairness makes it move",
  async (owner) => {
    expect(await weakVerdict(read(text(owner, owner)))).toEqual(["holds", "holds"]);
  },
);

test("a model that was not read from text may use one name for several families", async () => {
  const model = read(text("v", "w[-1]"));
  const renamed = model.transitions.map((each) => (each.owner?.process === "v" ? { ...each, owner: { process: "w", indices: [] } } : each)); // prettier-ignore
  expect(await weakVerdict({ ...model, transitions: renamed })).toEqual(["violated", "violated"]);
});

test.each([
  ["w", "^w[-1]", "expected no index after the process `w`, as at 6:19, found [int]"],
  ["w[0]", "^w", "expected [int] after the process `w`, as at 6:19, found no index"],
  ["w[0]", "^w[0, 0]", "expected [int] after the process `w`, as at 6:19, found [int, int]"],
  ["w[0]", "^w[false]", "expected [int] after the process `w`, as at 6:19, found [bool]"],
  ["w[red]", "^w[0]", "expected [Color] after the process `w`, as at 6:19, found [int]"],
])("processes of one name have the same indices: %s next to %s is an error", (first, second, message) => {
  const { model, diagnostics } = parse(text(first, second.slice(1)));
  expect(model).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(["seq/process-indices"]);
  expect(diagnostics[0]!.message).toBe(message);
});

test("numbers are different for different processes, and the same formula gives all of them", () => {
  const model = read(`
    type Color = enum { red, green, blue }
    var x: bool = false
    transition a(i: -2..1, c: Color) by p[i, c], q, r[2 * i] when true { x := !x; }
    transition b(k: bool) by q, s[k] when true { x := !x; }`);
  const processes = facts(model).processes!;
  const reference = facts(model).interpreter;
  const found = new Map<number, string>();
  for (const transition of model.transitions) {
    const kinds = transition.parameters.map(({ type }) => type.kind);
    const values = kinds.map((kind) => (kind === "range" ? [-2, -1, 0, 1] : kind === "enum" ? [0, 1, 2] : [0, 1]));
    for (const first of values[0]!) {
      for (const second of values[1] ?? [undefined]) {
        const choice = second === undefined ? [[first]] : [[first], [second]];
        for (const owner of participantsOf(transition)) {
          const number = processNumber(model, transition, owner, processes);
          const [value] = reference.ownerIndices({ transition, choice }, { process: "", indices: [number] });
          const indices = reference.ownerIndices({ transition, choice }, owner);
          const name = indices.length === 0 ? owner.process : `${owner.process}[${indices.join(", ")}]`;
          expect(found.get(value!) ?? name).toBe(name);
          found.set(value!, name);
          expect(processes.names[value!]).toBe(name);
        }
      }
    }
  }
  expect(new Set(found.values()).size).toBe(found.size);
  expect(found.size).toBe(12 + 1 + 4 + 2);
});
