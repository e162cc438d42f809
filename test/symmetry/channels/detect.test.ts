import { expect, test } from "vitest";
import { programStructure } from "../../../src/hints/program-structure.ts";
import type { ProgramStructure, Link } from "../../../src/hints/program-structure.ts";
import { facts } from "../../../src/model/facts.ts";
import type { Model } from "../../../src/model/model.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { detectByStructure } from "../../../src/symmetry/channels/detect.ts";
import { channelDiagram } from "../../../src/symmetry/channels/diagram.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { containsSymmetry, symmetryGroup } from "../../../src/symmetry/symmetry-group.ts";
import { Validator } from "../../../src/symmetry/validator/validator.ts";

/** The e-mail system of the paper, with N clients and boxes 1 to N, and a mailer that drops what client 3 sends. */
function email(clients: number): { model: Model; components: ProgramStructure } {
  const text = `
    const N = ${clients} type Client = 1..N
    var box: array [Client] of queue [1] of (0..N, 0..N)
    var net: queue [1] of (0..N, 0..N)
    var from: array [Client] of 0..N = 0
    var last: 0..N = 0
    transition send(c: Client, to: Client) when !full(net) { push(net, c, to); }
    transition drop when !empty(net) && net[0].0 == 3 { pop(net); }
    transition deliver(to: Client) when !empty(net) && net[0].0 != 3 && net[0].1 == to && !full(box[to])
      { push(box[to], net[0]); pop(net); }
    transition read(c: Client) when !empty(box[c]) { from[c] := box[c][0].0; last := from[c]; pop(box[c]); }`;
  const { model, diagnostics } = parseModel({ name: "email.seq", text }, { defines: {} });
  if (!model) throw new Error(diagnostics[0]!.message);
  const { slots } = facts(model);
  const slotsWith = (test: RegExp): number[] => slots.flatMap(({ name }, i) => (test.test(name) ? [i] : []));
  const numbers = Array.from({ length: clients }, (_, i) => i + 1);
  const net = 2 * clients;
  const links: Link[] = numbers.flatMap((c) => [
    { from: c - 1, to: net },
    { from: clients + c - 1, to: c - 1 },
  ]);
  const components: ProgramStructure = {
    components: [
      ...numbers.map((c) => ({
        name: `client ${c}`,
        kind: "process" as const,
        type: "client",
        slots: slotsWith(new RegExp(`^from\\[${c}\\]`)),
        numbers: { pid: c },
      })),
      ...numbers.map((c) => ({
        name: `box_${c}`,
        kind: "channel" as const,
        type: "box",
        slots: slotsWith(new RegExp(`^(?:len\\()?box\\[${c}\\]`)),
        numbers: {},
      })),
      { name: "network", kind: "channel", type: "network", slots: slotsWith(/^(?:len\()?net/), numbers: {} },
      { name: "mailer", kind: "process", type: "mailer", slots: [], numbers: {} },
    ],
    links: [...links, { from: net, to: net + 1 }],
    references: slotsWith(/^(?:box|net|from|last)(?!.*len)/).map((slot) => ({ slot, numbering: "pid" })),
    controls: [],
    conditions: [],
    objections: [],
  };
  return { model, components };
}

test("the largest valid subgroup of the e-mail system leaves client 3 alone", () => {
  const { model, components } = email(5);
  const domains = facts(model).domains;
  const validator = new Validator(model);
  const { slots } = facts(model);
  const found = detectByStructure(
    components,
    channelDiagram(components),
    slots.length,
    (g) => validator.validate(g).accepted,
  );
  expect(found.diagram.order).toBe(120n);
  expect(found.isComplete).toBe(true);
  const valid = symmetryGroup(found.generators, domains);
  expect(valid.group.order).toBe(24n);
  expect(found.refused.length).toBeGreaterThan(0);
  const third = slots.findIndex(({ name }) => name === "from[3]");
  for (const g of found.generators) expect(g.slots[third]).toBe(third);
  // Constraints find these too, and more: here nothing ties the clients as senders to the clients as receivers.
  const { group } = findSymmetries(model, { method: "constraints" });
  expect(group.group.order).toBe(24n * 120n);
  for (const g of found.generators) expect(containsSymmetry(group, g)).toBe(true);
});

test("where a language knows the components, their diagram is a method like any other", () => {
  const { model, components } = email(4);
  const known = programStructure.give(model, components);
  const found = findSymmetries(known, { method: "channels" });
  expect(found).toMatchObject({ methods: ["channels"], diagram: { nodes: 10, order: 24n } });
  expect(found.group.group.order).toBe(6n);
  expect(found.rejected.length).toBeGreaterThan(0);
  expect(found.rejected[0]!.reason).toMatch(/`(?:drop|deliver)`/);
  expect(findSymmetries(known).methods).toEqual(["text", "channels"]);
  expect(findSymmetries(model, { method: "channels" })).toMatchObject({
    methods: ["channels"],
    notes: ["channels found nothing: the language of the model does not tell its processes and channels"],
  });
});

test("an objection of the language is passed on, and nothing is permuted", () => {
  const { model, components } = email(3);
  const span = { source: { name: "email.pml", text: "pid p; p++" }, start: 7, end: 8 };
  const objections = [{ span, message: "`++` is applied to a pid" }];
  for (const method of ["channels", "program"] as const) {
    const found = findSymmetries(programStructure.give(model, { ...components, objections }), { method });
    expect(found.group.group.order).toBe(1n);
    expect(found.objections).toEqual(objections);
    expect(found.notes).toEqual([`${method} found nothing: pids or channels are used as numbers`]);
  }
});

test("a diagram without symmetries has none", () => {
  const { components } = email(3);
  const chained = { ...components, links: [...components.links, { from: 0, to: 1 }, { from: 1, to: 2 }] };
  const found = detectByStructure(chained, channelDiagram(chained), 100, () => true);
  expect(found).toMatchObject({ generators: [], refused: [], isComplete: true, diagram: { order: 1n } });
});
