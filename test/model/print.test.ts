import fc from "fast-check";
import { expect, test } from "vitest";
import type { Model } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/parse.ts";
import { printModel } from "../../src/model/print.ts";
import { formatDiagnostic } from "../../src/syntax/diagnostic.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { withoutSpans } from "../support/without-spans.ts";

function expectSurvivesPrinting(model: Model): void {
  const text = printModel(model);
  const { model: again, diagnostics } = parseModel({ name: `${model.name}.seq`, text });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(withoutSpans(again)).toEqual(withoutSpans(model));
  expect(printModel(again!)).toBe(text);
}

test("reading a printed model gives the model back", () => {
  fc.assert(fc.property(arbitraryModel(), expectSurvivesPrinting), { numRuns: 500 });
});
