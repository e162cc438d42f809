/**
 * The models that come with SPIN: numbers of states, failing assertions, invalid end states,
 * and that none of them is refused.
 *
 * The figures are those of SPIN 6.5.2, without reduction (`spin.ts`): with all of its rewritings, without merging
 * (`-o3`), and without any (`-o2 -o3`). SPIN itself says each time which models have errors. Never claims are read, but
 * not checked here. Models of two million states and more are left out unless the environment has NOETHER_CORPUS=all.
 */
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { isLong, onlyInLongRun } from "../../support/random-runs.ts";
import { withoutCorpus, corpusModels, corpusPath, readCorpus } from "./corpus.ts";
import { explore } from "./count-states.ts";
import { spinFindings, withoutSpin } from "./spin.ts";
import type { Edit, Safety } from "./spin.ts";

/** A single number is for all of them. */
type Figures = number | readonly [number, number, number];

const figures: Readonly<Record<string, Figures>> = {
  "Book_1991/p101.pml": 4,
  "Book_1991/p102.pml": 19,
  "Book_1991/p104.1.pml": 2,
  "Book_1991/p104.2.pml": 1594,
  "Book_1991/p105.1.pml": 33,
  "Book_1991/p105.2.pml": 94,
  "Book_1991/p107.pml": 3,
  "Book_1991/p116.pml": 29,
  "Book_1991/p117.pml": 354,
  "Book_1991/p123.pml": [24, 24, 132],
  "Book_1991/p248.pml": 219,
  "Book_1991/p312.pml": [171, 190, 160],
  "Book_1991/p319.pml": 2066,
  "Book_1991/p320.pml": 81,
  "Book_1991/p329.pml": [71099, 71100, 90840],
  "Book_1991/p330.pml": [71099, 71100, 90840],
  "Book_1991/p337.pftp.ses.pml": [73330, 90679, 287366],
  "Book_1991/p347.pftp.ses5.pml": [78737, 78737, 258051],
  "Book_1991/p94.pml": 11,
  "Book_1991/p95.1.pml": 3,
  "Book_1991/p95.2.pml": [5, 6, 6],
  "Book_1991/p96.1.pml": 20,
  "Book_1991/p96.2.pml": 48,
  "Book_1991/p97.1.pml": 9,
  "Book_1991/p97.2.pml": 41,
  "Book_1991/p99.pml": 11,
  "Exercises/ex_1a.pml": 256,
  "Exercises/ex_1f.pml": 7,
  "Exercises/ex_2.pml": 2,
  "Exercises/ex_3a.pml": 48,
  "Exercises/ex_3b.pml": 43,
  "Exercises/ex_3c.pml": 429,
  "Exercises/ex_4.pml": 26,
  "Exercises/ex_5.pml": 137,
  "LTL/bakery.pml": 6196,
  "LTL/diskhead.pml": 217,
  "LTL/leader.pml": [1975050, 5422354, 5422354],
  "LTL/leader_pre.pml": [1975050, 5422354, 5422354],
  "LTL/ltl_always_eventually.pml": 3,
  "LTL/ltl_example.pml": 3,
  "LTL/mobile1.pml": [30652, 32668, 32668],
  "LTL/mobile2.pml": 10865,
  "LTL/pftp.pml": [144813, 207481, 439895],
  "LTL/patterns.pml": 3,
  "LTL/salesman1.pml": 2015,
  "LTL/salesman2.pml": 798,
  "LTL/train.pml": 57482,
  "LTL/zune.pml": [529, 743, 743],
  "abp.pml": 12,
  "calculator.pml": [568, 572, 572],
  "cambridge.pml": [532532, 658173, 1252655],
  "dtp.pml": [223512, 252341, 251409],
  "eratosthenes.pml": [25295, 47669, 47669],
  "for_example.pml": [24, 32, 32],
  "for_select_example.pml": [180, 410, 410],
  "hajek.pml": [45857, 74894, 116087],
  "hello.pml": 3,
  "leader0.pml": [15779, 41692, 41692],
  "leader_trace.pml": [15779, 41692, 41692],
  "loops.pml": [15, 15, 17],
  "manna_pnueli.pml": 117,
  "pathfinder.pml": 12,
  "peterson.pml": 55,
  "rtos1.pml": [11, 12, 12],
  "sat.pml": [16, 24, 24],
  "snoopy.pml": [61619, 67656, 91920],
  "sort.pml": [107713, 659683, 659683],
  "test_mtype.pml": [9, 21, 21],
  "welfare.pml": 53,
  "werkplaats.pml": 1600,
  "wordcount.pml": 1,
};

/**
 * Too large to be counted: SPIN needs more than 7 GB for them, or minutes. They are counted with a constant of their own
 * turned down. `priorities` counts up to 2 to the power of 32 unless what it counts is left
 * out (`priorities.pml` among the models here).
 */
const smaller: Readonly<Record<string, readonly (readonly [from: string, to: string, Figures])[]>> = {
  "Book_1991/App.F.pftp.pml": [["run userprc(1);", "", [6307330, 6944506, 12264525]]],
  "Book_1991/p108.pml": [["ack(3, 3", "ack(2, 1", [3061, 3522, 3522]]],
  "LTL/ltl_gen.pml": [["DEPTH_LIMIT\t4", "DEPTH_LIMIT\t2", [34114, 41818, 41818]]],
  "LTL/petersonN.pml": [
    ["N\t5", "N\t3", [25362, 33434, 45915]],
    ["N\t5", "N\t4", [6504635, 8886434, 12645068]],
  ],
  "life.pml": [
    ["MAX\t5", "MAX\t3", [4542, 6288, 6288]],
    ["MAX\t5", "MAX\t4", [86307, 115007, 115007]],
  ],
};

const large: readonly string[] = [...Object.keys(smaller), "Exercises/ex_6.pml", "priorities.pml"];

/** Recursive starts need more room than eight processes. */
const defines = { NOETHER_POOL: "16" };

function read(name: string, off: readonly string[] = [], edit?: Edit) {
  const { source, include } = readCorpus(name, edit);
  return parsePromela(source, { include, defines, off });
}

test.skipIf(withoutCorpus)("every model is in one of the lists", () => {
  expect(corpusModels()).toEqual([...Object.keys(figures), ...large].sort());
});

test.skipIf(withoutCorpus).each(large)("%s is read", (name) => {
  expect(read(name).diagnostics).toEqual([]);
});

/**
 * SPIN has no formulas with `X`, and ends at a channel that was never made. Here nobody can send to it or receive from
 * it.
 */
const apart: Readonly<Record<string, Safety>> = {
  "LTL/patterns.pml": { assertion: false, endState: false },
  "wordcount.pml": { assertion: false, endState: true },
};

/** The leader elections take a minute or two each, here and there. */
const most = process.env["NOETHER_CORPUS"] === "all" ? Infinity : isLong ? 2_000_000 : 100_000;
const runs = (name: string, states: Figures, edit?: Edit) =>
  [[], ["3"], ["2", "3"]].map((off, k) => ({
    name,
    off,
    states: typeof states === "number" ? states : states[k]!,
    edit,
    title: edit ? `${name}, with \`${edit.to}\` for \`${edit.from}\`,`.replaceAll("\t", " ") : name,
  }));
const compared = [
  ...Object.entries(figures).flatMap(([name, states]) => runs(name, states)),
  ...Object.entries(smaller).flatMap(([name, instances]) =>
    instances.flatMap(([from, to, states]) => runs(name, states, { file: basename(name), from, to })),
  ),
].filter(({ states }) => states < most);

/** SPIN takes longer than all else: in the long run it is asked whether the figures are still its own. */
const asksSpin = !withoutSpin && !onlyInLongRun();

test.skipIf(withoutCorpus).each(compared)(
  "$title without $off has $states states, and is right or wrong as SPIN says",
  ({ name, off, states, edit }) => {
    const { model, diagnostics } = read(name, off, edit);
    expect(diagnostics).toEqual([]);
    const { states: ours, ...safety } = explore(model!, 50_000_000)!;
    expect(ours).toBe(states);
    const path = corpusPath(name);
    const known = apart[name];
    if (known) {
      expect(safety).toEqual(known);
    } else if (asksSpin) {
      expect(spinFindings(basename(path), dirname(path), off, edit)).toEqual({
        states,
        safety,
      });
    }
  },
);
