/** The examples keep their promises; their figures were derived by hand, or are those of PAT and SPIN. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { readInstances } from "../../examples/expectation.ts";
import type { Instance } from "../../examples/expectation.ts";
import { exploreByReference } from "../../examples/reference.ts";

const mostForInterpreter = 8_000;
const mostForEngine = 2_000_000;
const timeoutMs = 60_000;

const files = readdirSync("examples/csp").map((file) => `examples/csp/${file}`);

describe.each(files)("%s", (file) => {
  const text = readFileSync(file, "utf8");
  const instances = readInstances(text);

  test("says of each of its properties whether it holds", () => {
    const { properties } = read(file, text, instances[0]!);
    const claimed = instances.flatMap(({ verdicts }) => Object.keys(verdicts));
    expect(claimed).toEqual(expect.arrayContaining(properties.map(({ name }) => name)));
  });

  const small = instances.filter(({ states = Infinity }) => states <= mostForInterpreter);
  test.each(small.map(named))(
    "is what it says it is, interpreted%s",
    (_, instance) => {
      const { verdicts } = instance;
      expect(exploreByReference(read(file, text, instance))).toMatchObject({ ...sizeOf(instance), verdicts });
    },
    timeoutMs,
  );

  const medium = instances.filter(({ states = 0 }) => states <= mostForEngine);
  test.each(medium.map(named))(
    "is what it says it is, compiled%s",
    async (_, instance) => {
      const model = read(file, text, instance);
      const whole = await check(model, { properties: [], symmetry: "off" });
      expect(whole).toMatchObject({ ...sizeOf(instance), complete: true });
      for (const [name, expected] of Object.entries(instance.verdicts)) {
        const { properties } = await check(model, { properties: [name], symmetry: "off" });
        const found = properties.find((property) => property.name === name);
        if (!found) continue; // A model without assertions has no result for them.
        expect(found.verdict).toBe(expected.verdict);
        if (expected.depth !== undefined) expect(found.trace?.steps).toHaveLength(expected.depth);
      }
    },
    timeoutMs,
  );
});

function sizeOf({ states, transitions }: Instance): Pick<Instance, "states" | "transitions"> {
  return { ...(states === undefined ? {} : { states }), ...(transitions === undefined ? {} : { transitions }) };
}

function named(instance: Instance): [string, Instance] {
  const list = Object.entries(instance.defines).map((define) => define.join("="));
  return [list.length === 0 ? "" : `, with ${list.join(", ")}`, instance];
}

function read(file: string, text: string, { defines }: Instance): Model {
  const { model, diagnostics } = parse(text, { name: file, defines });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}
