/** The symmetries of a model, as JSON and as text. */

import { formatStructure } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import { programStructure } from "../hints/program-structure.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { showValue } from "../model/slots.ts";
import { actorOrbits } from "../symmetry/actors/explain.ts";
import type { ActorOrbits } from "../symmetry/actors/explain.ts";
import type { FoundSymmetries } from "../symmetry/find.ts";
import type { Rejected } from "../symmetry/proposal-desk.ts";
import { literalOrbits, slotOrbits } from "../symmetry/symmetry-group.ts";
import { formatSymmetry } from "../symmetry/symmetry.ts";
import { formatCertificate } from "../symmetry/validator/validator.ts";
import { positionAt } from "../syntax/source.ts";
import { printable, printableData } from "../util/printable.ts";
import { componentCycles, componentOrbits } from "./component-images.ts";
import { shortened } from "./markup.ts";
import { plain } from "./palette.ts";
import type { TextOptions } from "./palette.ts";
import type { SymmetryDocument } from "./schema.ts";

export interface SymmetryReportOptions {
  /** The names of the properties that the symmetries preserve. */
  readonly properties?: readonly string[] | undefined;
  /** Whether to explain why each generator is sound. */
  readonly explain?: boolean | undefined;
}

export function symmetryDocument(
  model: Model,
  found: FoundSymmetries,
  { properties = [], explain = false }: SymmetryReportOptions = {},
): SymmetryDocument {
  const { slots } = facts(model);
  return {
    version: 1,
    model: model.name,
    order: String(found.group.group.order),
    generators: found.group.generators.map((g) => formatSymmetry(g, slots)),
    components: componentsOf(model, found),
    orbits: orbitNames(model, found),
    structure: formatStructure(structureOf(found.group.group)),
    actors: actorsOf(model, found, explain),
    methods: [...found.methods],
    properties: [...properties],
    rejected: found.rejected.map(({ symmetry, method, reason }) => ({
      generator: formatSymmetry(symmetry, slots),
      method,
      reason,
    })),
    graph: found.graph,
    diagram: found.diagram && {
      nodes: found.diagram.nodes,
      edges: found.diagram.edges,
      order: String(found.diagram.order),
    },
    objections: found.objections.map(({ span, message }) => ({
      file: span.source.name,
      ...positionAt(span.source, span.start),
      message,
    })),
    notes: [...found.notes],
    evidence: explain
      ? found.accepted.map(({ symmetry, method, certificate }) => ({
          generator: formatSymmetry(symmetry, slots),
          method,
          text: formatCertificate(model, symmetry, certificate),
        }))
      : undefined,
    seconds: found.seconds,
  };
}

/** The most entries of a list in the text. The JSON has all of them. */
const shownLimit = 20;

export function symmetryText(
  model: Model,
  found: FoundSymmetries,
  options: SymmetryReportOptions & Pick<TextOptions, "palette"> = {},
): string {
  const { palette = plain, explain = false } = options;
  const raw = symmetryDocument(model, found, options);
  // The lines of evidence are printable already.
  const document = { ...printableData(raw), evidence: raw.evidence };
  const { order, structure } = document;
  const lines = [palette.strong(order === "1" ? "no symmetry" : `${structure}, order ${order}`)];
  const section = (title: string, entries: readonly string[]): void => {
    if (entries.length === 0) return;
    lines.push("", palette.strong(title), ...entries.slice(0, shownLimit).map((entry) => `  ${entry}`));
    if (entries.length > shownLimit) lines.push(palette.faint(`  and ${entries.length - shownLimit} more`));
  };
  // Slots are what the search permutes; people think of processes and channels, where these tell all.
  const { components } = document;
  section("generators", (components?.generators ?? document.generators).map(fitted));
  const orbits = components?.orbits ?? document.orbits;
  if (!components || !document.actors) section("orbits", orbits.map((orbit) => fitted(orbit.join(" ")))); // prettier-ignore
  for (const [title, entries] of actorSections(document.actors, explain)) section(title, entries);
  if (explain && document.evidence) {
    const reasons = document.evidence.slice(0, shownLimit).flatMap(({ text }) => text.trimEnd().split("\n"));
    lines.push("", palette.strong("why they are sound"), ...reasons.map((line) => `  ${line}`));
  }
  section(
    "refused",
    found.rejected.map((rejection) => refusal(model, rejection)),
  );
  section(
    "objections",
    document.objections.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
  );
  for (const note of document.notes) lines.push("", palette.unsure(note));
  const preserved = document.properties.length > 0 ? `, preserving ${document.properties.join(", ")}` : "";
  const graph = found.graph ? `, graph of ${found.graph.nodes} vertices and ${found.graph.edges} edges` : "";
  const diagram = found.diagram ? `, ${found.diagram.name} with a group of order ${found.diagram.order}` : "";
  const summary = `found by ${document.methods.join(", ")}${preserved}${graph}${diagram}, ${found.seconds.toFixed(2)} s`;
  lines.push("", palette.faint(summary));
  return lines.join("\n");
}

function actorSections(
  actors: SymmetryDocument["actors"],
  explain: boolean,
): (readonly [title: string, entries: readonly string[]])[] {
  if (!actors) return [];
  const published = actors.published?.map(({ rebecs, withinOrbit }) =>
    fitted(`${rebecs.join(" ")}${withinOrbit ? "" : "   (no orbit)"}`),
  );
  return [
    ["rebecs", actors.orbits.map((orbit) => fitted(orbit.length === 1 ? `${orbit[0]} stays` : orbit.join(" ")))],
    ["not alike", explain ? actors.reasons : []],
    ["classes by the published algorithm, which is not sound", published ?? []],
  ];
}

function refusal(model: Model, { symmetry, reason }: Rejected): string {
  const structure = programStructure.of(model);
  const cycles = structure && componentCycles(structure, symmetry);
  return `${fitted(printable(cycles ?? formatSymmetry(symmetry, facts(model).slots)))}: ${printable(reason)}`;
}

/** The rebecs, if there are any. The result of the published algorithm is shown only with explanations. */
function actorsOf(model: Model, { group }: FoundSymmetries, explain: boolean): SymmetryDocument["actors"] {
  const components = programStructure.of(model);
  if (!components?.known) return undefined;
  const [initial] = facts(model).interpreter.initialStates();
  const { slots } = facts(model);
  const { orbits, reasons, published }: ActorOrbits = actorOrbits(
    components,
    group.generators,
    initial === undefined || isRuntimeError(initial) ? undefined : initial,
    (slot) => slots[slot]!.name,
  );
  return {
    orbits: orbits.map((orbit) => [...orbit]),
    reasons: [...reasons],
    published: explain ? published.map(({ rebecs, withinOrbit }) => ({ rebecs: [...rebecs], withinOrbit })) : undefined,
  };
}

/** What the group does to processes, channels and variables, if that tells all of it. */
function componentsOf(model: Model, { group }: FoundSymmetries): SymmetryDocument["components"] {
  const structure = programStructure.of(model);
  if (!structure || group.generators.length === 0) return undefined;
  const generators = group.generators.map((g) => componentCycles(structure, g));
  if (!generators.every((cycles) => cycles !== undefined)) return undefined;
  return { generators, orbits: componentOrbits(structure, group) };
}

/** The orbits of slots, and of literals if values change. */
function orbitNames(model: Model, { group }: FoundSymmetries): string[][] {
  const { slots } = facts(model);
  const nameOf = (slot: number): string => slots[slot]!.name;
  return [
    ...slotOrbits(group).map((orbit) => orbit.map(nameOf)),
    ...literalOrbits(group).map((orbit) =>
      orbit.map(({ slot, value }) => `${nameOf(slot)}=${showValue(slots[slot]!.type, value!)}`),
    ),
  ];
}

function fitted(text: string): string {
  return shortened(text, 160);
}
