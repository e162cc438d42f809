/**
 * Nets of the Model Checking Contest, with the numbers of states on which its participants agree.
 *
 * The nets are not part of the project: NOETHER_MCC names a folder with files such as `Philosophers-COL-000005.pnml`.
 * Without it these tests are skipped. `.ci/run` looks for it beside the repository. Larger nets are in a folder of the
 * same name and `-large`, with a table of the contest's figures in its README.md.
 */

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { skipped } from "../../support/skipped.ts";

const folder = process.env["NOETHER_MCC"] ?? "";

const nets: readonly (readonly [name: string, states: number, kinds: readonly string[]])[] = [
  ["TokenRing 005", 166, ["COL", "PT"]],
  ["NeoElection 2", 241, ["COL", "PT"]],
  ["Philosophers 000005", 243, ["COL", "PT"]],
  ["Philosophers 000010", 59_049, ["PT"]],
  ["LamportFastMutEx 2", 380, ["COL", "PT"]],
  ["SharedMemory 000005", 1_863, ["COL", "PT"]],
  ["SafeBus 03", 4_650, ["COL", "PT"]],
  ["Peterson 2", 20_754, ["COL", "PT"]],
  ["Referendum 0010", 59_050, ["COL", "PT"]],
];

/** These take longer than all others together. */
const slow: ReadonlySet<string> = new Set(["SafeBus 03", "Peterson 2"]);

function read(file: string): Model {
  const { model, diagnostics } = parse(readFileSync(file, "utf8"), { name: file });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

describe.each(nets)("%s", (name, states, kinds) => {
  const files = kinds.map((kind) => `${folder}/${name.replace(" ", `-${kind}-`)}.pnml`);
  const missing = files.find((file) => folder !== "" && !existsSync(file));
  const reason = folder === "" ? "NOETHER_MCC names no folder of contest nets" : `there is no ${missing}`;

  const isMissing = skipped(folder === "" || missing !== undefined, reason);
  test.skipIf(isMissing || (slow.has(name) && onlyInLongRun()))(
    "has the states of the contest, explicitly, symbolically, and with symmetry",
    async () => {
      const found = await Promise.all(
        files.map(async (file) => {
          const model = read(file);
          const whole = await check(model, { properties: [], symmetry: "off" });
          expect([whole.states, whole.complete]).toEqual([states, true]);
          const { states: reduced, unreducedStates, symmetry } = await check(model, { properties: [], symmetry: "on" });
          expect(unreducedStates).toBe(BigInt(states));
          const symbolic = await check(model, { properties: [], engine: "symbolic", symmetry: "off" });
          expect([Number(symbolic.states), symbolic.complete]).toEqual([states, true]);
          return { reduced, order: symmetry.order };
        }),
      );
      // The colored net and its unfolding by others have the same group.
      for (const each of found) expect(each).toEqual(found[0]);
    },
  );
});

interface Figures {
  readonly name: string;
  /** Reachable markings; infinite for an unbounded net. And their exact number. */
  readonly markings: number;
  readonly exactly: bigint | undefined;
  readonly arcs: number;
  /** The most tokens in a place. */
  readonly tokens: number;
}

const largeFolder = `${folder}-large`;
const isThere = folder !== "" && existsSync(`${largeFolder}/README.md`);

/** The rows `| name | markings | arcs | tokens in a place | ... |` of the table. */
function figures(): Figures[] {
  if (!isThere) return [];
  const rows = readFileSync(`${largeFolder}/README.md`, "utf8").matchAll(
    /^\| ([\w-]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) /gm,
  );
  const number = (text: string): number =>
    text.trim() === "+inf" ? Infinity : Math.min(Number(text), Number.MAX_VALUE);
  return Array.from(rows, ([, name, markings, arcs, tokens]) => ({
    name: name!,
    markings: number(markings!),
    exactly: /^\d+$/.test(markings!.trim()) ? BigInt(markings!) : undefined,
    arcs: number(arcs!),
    tokens: number(tokens!),
  })).filter(({ markings }) => !Number.isNaN(markings));
}

/** The arcs that are not counted, since transitions with the same effect are merged. Without that, they are counted. */
const merged: Readonly<Record<string, number>> = { "PhilosophersDyn-COL-03": 3 };

/** More markings take the explicit engine too long, and more than the second number is for the long run. */
const mostMarkings = 5_000_000;
const fewMarkings = 700_000;

/** What stands in their way is in docs/internals/symbolic-engine.md. */
const notAsSets: ReadonlySet<string> = new Set(["ServersAndClients-PT-200080", "Szymanski-PT-b02"]);
/** These take more than a few seconds, and are for the long run. */
const slowAsSets: ReadonlySet<string> = new Set(["Dekker-PT-020", "Philosophers-COL-010000"]);
/** Nets whose orbits are few, and soon found. */
const symmetric = ["BART-PT-002", "Dekker-PT-020", "DNAwalker-PT-02track12Block2", "SharedMemory-COL-000010"];

describe.skipIf(skipped(!isThere, `there is no ${largeFolder}/README.md`))("larger nets", () => {
  const all = figures();

  test.each(all)("$name is read, with room for its tokens", ({ name, tokens }) => {
    const highs = read(`${largeFolder}/${name}.pnml`).variables.map(({ type }) =>
      type.kind === "range" ? type.high : 0,
    );
    expect(Math.max(...highs)).toBeGreaterThanOrEqual(Math.min(tokens, 255));
  });

  const isLarge = ({ name, markings }: Figures): boolean => markings > fewMarkings || name.startsWith("ServersAnd");
  const searched = all.filter(({ markings }) => markings <= mostMarkings);
  test("the table has nets for a search", () => expect(searched.length).toBeGreaterThan(10));
  const long = onlyInLongRun();
  for (const net of searched) {
    test.skipIf(isLarge(net) && long)(`${net.name} has the markings and the arcs of the contest`, async () => {
      const { states, transitions, complete } = await check(read(`${largeFolder}/${net.name}.pnml`), {
        properties: [],
        symmetry: "off",
      });
      expect([states, transitions + (merged[net.name] ?? 0), complete]).toEqual([net.markings, net.arcs, true]);
    });
  }

  for (const { name, exactly } of all.filter(({ exactly, name }) => exactly !== undefined && !notAsSets.has(name))) {
    test.skipIf(slowAsSets.has(name) && long)(`${name} has the markings of the contest as a set`, async () => {
      const model = read(`${largeFolder}/${name}.pnml`);
      const found = await check(model, { engine: "symbolic", properties: [] });
      expect([found.complete, found.unreducedStates]).toEqual([true, exactly]);
    });
  }

  for (const name of symmetric) {
    test.skipIf(long || !all.some((net) => net.name === name))(
      `${name} has the markings of the contest as a set of orbits, and one by one`,
      async () => {
        const { exactly } = all.find((net) => net.name === name)!;
        const model = read(`${largeFolder}/${name}.pnml`);
        const sets = await check(model, { engine: "symbolic", symmetry: "on", properties: [] });
        expect([sets.complete, sets.unreducedStates]).toEqual([true, exactly]);
        const states = await check(model, { engine: "explicit", symmetry: "on", properties: [] });
        expect([states.complete, states.unreducedStates]).toEqual([true, exactly]);
      },
    );
  }

  test.each(all.filter(({ markings }) => markings === Infinity))("$name is unbounded", async ({ name }) => {
    const { verdict, properties } = await check(read(`${largeFolder}/${name}.pnml`));
    expect([verdict, properties.at(-1)!.reason]).toEqual(["violated", expect.stringContaining("the net is unbounded")]);
  });
});
