/** Damaged models are refused or read, and nothing throws. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { times } from "../../support/random-runs.ts";

const folder = new URL("models/", import.meta.url).pathname;
const texts = readdirSync(folder).map((file) => readFileSync(folder + file, "utf8"));
const pieces = texts.map((text) => text.match(/\w+|\s+|[^\w\s]/g)!);
const words = [...new Set(pieces.flat())];

const damaged = fc
  .tuple(
    fc.constantFrom(...pieces),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("drop", "double", "replace"), fc.constantFrom(...words)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([tokens, damages]) => {
    const result = [...tokens];
    for (const [at, kind, word] of damages) {
      const i = at % result.length;
      result.splice(i, 1, ...(kind === "drop" ? [] : kind === "double" ? [result[i]!, result[i]!] : [word]));
    }
    return result.join("");
  });

test("a damaged model is read or refused, and what is read can be printed and read back", () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const { model, diagnostics } = parsePromela({ name: "m.pml", text });
      expect(model === undefined).toBe(diagnostics.length > 0);
      if (!model) return;
      const printed = printModel(model);
      const again = parseModel({ name: "printed.seq", text: printed });
      expect(again.diagnostics.map(({ message }) => message)).toEqual([]);
      expect(printModel(again.model!)).toBe(printed);
    }),
    { numRuns: times(1000) },
  );
});
