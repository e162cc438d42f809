import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { parseDot } from "../../src/graph/dot.ts";
import { checkSchema, symmetrySchema } from "../../src/report/schema.ts";
import type { SymmetryDocument } from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

function symmetryJson(...args: string[]): SymmetryDocument {
  const { code, stdout, stderr } = runCli(["symmetry", ...args, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return v.parse(symmetrySchema, JSON.parse(stdout));
}

describe("noether symmetry", () => {
  test("finds the rotations of the philosophers, and says what it did", () => {
    const document = symmetryJson("examples/seq/dining-philosophers.seq", "-D", "N=20");
    expect(document).toMatchObject({
      order: "20",
      structure: "C20",
      methods: ["text"],
      rejected: [],
      notes: [],
    });
    expect(document.generators).toHaveLength(1);
    expect(document.generators[0]).toMatch(/^\(at\[0\] at\[\d+\]/);
    expect(document.orbits).toEqual([Array.from({ length: 20 }, (_, i) => `at[${i}]`)]);
    expect(document.graph!.nodes).toBeGreaterThan(100);
    expect(document.evidence).toBeUndefined();
  });

  test("says which rebecs of the load balancer are alike, and why others are not", () => {
    const document = symmetryJson("examples/rebeca/load-balancer-dynamic.rebeca");
    expect(document).toMatchObject({
      order: "72",
      structure: "S3 wr S2",
      methods: ["text", "actors"],
      rejected: [],
    });
    const { orbits, reasons, published } = document.actors!;
    expect(orbits).toEqual([["c1", "c2", "c3", "c4", "c5", "c6"], ["lb1", "lb2"], ["s1"], ["s2"], ["s3"]]);
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toMatch(/^s1 and s2 are not alike: lb\d knows s1 in place 1 of its list/);
    expect(published).toBeUndefined();
    const explained = symmetryJson("examples/rebeca/load-balancer-dynamic.rebeca", "--method", "actors", "--explain");
    expect(explained.actors!.published!.at(-1)).toEqual({ rebecs: ["s1", "s2", "s3"], withinOrbit: false });
    expect(explained.evidence).toHaveLength(explained.generators.length);
    const any = symmetryJson("examples/rebeca/load-balancer-nondeterministic.rebeca", "--method", "actors");
    expect(any).toMatchObject({ order: "432", rejected: [] });
    expect(any.actors!.reasons).toEqual([]);
  });

  test("says where pids are used as numbers", () => {
    const path = "examples/promela/leader-election.pml";
    const document = symmetryJson(path, "--method", "channels");
    expect(document).toMatchObject({
      order: "1",
      notes: ["channels found nothing: pids or channels are used as numbers"],
    });
    expect(document.objections[0]).toEqual({ file: path, line: 47, column: 3, message: "`+` is applied to a pid" });
    const { stdout } = runCli(["symmetry", path]);
    expect(stdout).toContain("C4, order 4");
    expect(stdout).toContain(`\nobjections\n  ${path}:47:3: \`+\` is applied to a pid\n`);
    expect(symmetryJson("examples/promela/email-3.pml", "--method", "program")).toMatchObject({
      order: "2",
      methods: ["program"],
      objections: [],
      rejected: [],
    });
  });

  test("preserves formulas, unless something else is asked for", () => {
    const path = join(mkdtempSync(join(tmpdir(), "noether-")), "three.pml");
    const text = "pid last; proctype P() { do :: last = _pid :: last = 0 od }";
    writeFileSync(path, `${text} init { atomic { run P(); run P(); run P() } } ltl quiet { [] (last != 2) }`);
    expect(symmetryJson(path)).toMatchObject({ order: "2", properties: ["quiet"] });
    expect(symmetryJson(path, "--property", "quiet")).toMatchObject({ order: "2", properties: ["quiet"] });
    expect(symmetryJson(path, "--property", "none")).toMatchObject({ order: "6", properties: [] });
  });

  test("preserves the property that is named", () => {
    const folder = mkdtempSync(join(tmpdir(), "noether-"));
    const path = join(folder, "three.seq");
    writeFileSync(
      path,
      `const N = 3 type P = 0..N-1 var at: array [P] of 0..2 = 0
       transition go(p: P) when at[p] < 2 { at[p] := at[p] + 1; }
       property second: invariant at[1] < 3`.replace("< 3", "< 2"),
    );
    expect(symmetryJson(path).order).toBe("6");
    expect(symmetryJson(path, "--property", "second")).toMatchObject({ order: "2", properties: ["second"] });
  });

  test("explains what is sound and what is not", () => {
    const document = symmetryJson("examples/seq/dining-philosophers.seq", "--explain");
    expect(document.evidence).toHaveLength(1);
    expect(document.evidence![0]!.text).toMatch(/all transitions keep their texts/);
    const rebecs = symmetryJson("examples/rebeca/dining-philosophers.rebeca", "--explain").evidence!;
    expect(rebecs[0]!.text).toMatch(/p1\.finish -> p\d\.finish, by their texts/);
    expect(document.rejected.length).toBeGreaterThan(0);
    expect(document.rejected[0]!.method).toBe("exchanges");
    expect(document.rejected[0]!.reason).toMatch(/takeRight/);
    const { stdout } = runCli(["symmetry", "examples/seq/dining-philosophers.seq", "--explain"]);
    expect(stdout).toMatch(/why they are sound/);
    expect(stdout).toMatch(/refused\n/);
  });

  test("prints the graph of a net, places and transitions by name", () => {
    const { stdout } = runCli(["symmetry", "examples/petri/token-ring-5.pnml", "--dot"]);
    const { vertexCount, edgeCount, names } = parseDot(stdout);
    expect([vertexCount, edgeCount, names![0], names!.at(-1)]).toEqual([46, 65, "start", "pass_5"]);
    expect(runCli(["show", "examples/petri/token-ring-5.pnml", "--colored-graph"]).stdout).toBe(stdout);
    const constraints = runCli(["symmetry", "examples/petri/token-ring-5.pnml", "--method", "constraints", "--dot"]);
    expect(parseDot(constraints.stdout).vertexCount).toBeGreaterThan(46);
  });

  test("prints the colored graph", () => {
    const { code, stdout } = runCli(["symmetry", "examples/seq/hanoi.seq", "--dot"]);
    expect(code).toBe(0);
    const { graph } = symmetryJson("examples/seq/hanoi.seq", "--method", "constraints");
    expect(parseDot(stdout).vertexCount).toBe(graph!.nodes);
  });

  test.each([
    [["no-such-model.seq"], /no-such-model/],
    [["examples/seq/hanoi.seq", "--property", "speed"], /the model has no property `speed`; it has /],
    [["examples/seq/hanoi.seq", "--method", "magic"], /Allowed choices are/],
  ])("refuses %j", (args, message) => {
    const { code, stdout, stderr } = runCli(["symmetry", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

describe("noether check", () => {
  test("explores one state per orbit if that pays, or if it is asked for", () => {
    const checked = (n: number, ...args: readonly string[]): unknown => {
      const model = ["examples/seq/dining-philosophers.seq", "-D", `N=${n}`];
      return JSON.parse(runCli(["check", ...model, "-p", "none", "--json", ...args]).stdout);
    };
    expect(checked(10)).toMatchObject({
      states: 154_450,
      symmetry: { order: "1", methods: [], skipped: "the search was too small for symmetries to pay" },
    });
    expect(checked(10, "--symmetry", "on")).toMatchObject({
      states: 15_489,
      unreducedStates: "154450",
      representatives: "unique",
      symmetry: { order: "10", generators: 1, structure: "C10", methods: ["text", "constraints"] },
    });
    expect(checked(12)).toMatchObject({
      states: 140_536,
      unreducedStates: "1684801",
      symmetry: { order: "12", methods: ["text"] },
    });
  });

  test("keeps several states per orbit if that is asked for", () => {
    const args = [
      "check",
      "examples/csp/three-tiered.csp",
      "-p",
      "none",
      "--representatives",
      "multiple",
      "--symmetry",
      "on",
      "--json",
    ];
    const { states, representatives, unreducedStates } = v.parse(checkSchema, JSON.parse(runCli(args).stdout));
    expect(states).toBeGreaterThan(462);
    expect(states).toBeLessThan(7840);
    expect({ representatives, unreducedStates }).toEqual({ representatives: "multiple", unreducedStates: undefined });
  });
});

describe("noether show", () => {
  test("draws one state per orbit", () => {
    const { code, stdout } = runCli(["show", "examples/seq/token-circulation.seq", "--quotient"]);
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}\d+ \[label=/gm)).toHaveLength(88);
    expect(runCli(["show", "examples/seq/peterson.seq", "-D", "N=4", "--quotient"]).stderr).toMatch(
      /more than 500 orbits/,
    );
  });

  test("draws the colored graph", () => {
    const { stdout } = runCli(["show", "examples/seq/hanoi.seq", "--colored-graph"]);
    expect(stdout).toBe(runCli(["symmetry", "examples/seq/hanoi.seq", "--dot"]).stdout);
  });
});

test("generators are cycles of processes and channels, or of rebecs", () => {
  const rebecs = runCli(["symmetry", "examples/rebeca/load-balancer-static.rebeca"]).stdout;
  expect(rebecs).toMatch(/^generators\n {2}\(c1 c2\)\n/m);
  expect(rebecs).toMatch(/^ {2}\(c1 c5\)\(c2 c4 c3 c6\)\(lb1 lb2\)$/m);
  const { stdout } = runCli(["symmetry", "examples/promela/email-3.pml"]);
  expect(stdout).toMatch(/^ {2}\(client\[0\] client\[1\]\)\(box_1 box_2\)$/m);
  expect(stdout).not.toContain("channels[");
});
