import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "../../src/languages/parse.ts";
import type { Model } from "../../src/model/model.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { containsSymmetry } from "../../src/symmetry/symmetry-group.ts";

function example(name: string): Model {
  const path = `examples/promela/${name}.pml`;
  const { model, diagnostics } = parse(readFileSync(path, "utf8"), { name: path });
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

/** The order of the diagram's own group, and of the largest valid subgroup. */
test.each([
  ["email", 120n, 24n],
  ["email-3", 6n, 2n],
  ["token-ring", 10n, 10n],
  ["load-balancer", 432n, 432n],
  ["three-tiered", 144n, 144n],
  ["resource-allocator", 1152n, 576n],
])("the channel diagram of %s has a group of order %i, of which %i are valid", (name, whole, valid) => {
  const model = example(name);
  const channels = findSymmetries(model, { method: "channels" });
  expect(channels.diagram!.order).toBe(whole);
  expect(channels.group.group.order).toBe(valid);
  expect(channels.notes).toEqual([]);
  // Constraints find the same group by other means.
  const constraints = findSymmetries(model, { method: "constraints" });
  expect(constraints.group.group.order).toBe(valid);
  for (const g of channels.group.generators) expect(containsSymmetry(constraints.group, g)).toBe(true);
});

test("client 3 of the e-mail system cannot be exchanged, because the mailer blocks it", () => {
  const { rejected } = findSymmetries(example("email"));
  expect(rejected.length).toBeGreaterThan(0);
  for (const { method, reason } of rejected) {
    expect(method).toBe("channels");
    expect(reason).toMatch(/source == blocked_client/);
  }
});
