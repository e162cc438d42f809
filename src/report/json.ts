/** A result as the JSON document of `schema.ts`. */

import type { CheckResult, PropertyResult, SymmetryResult } from "../check/result.ts";
import type { State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import { locate } from "../syntax/source.ts";
import { Describer } from "./describe.ts";
import type { CheckDocument, PropertyDocument, StepDocument, TraceDocument } from "./schema.ts";

export function checkDocument(result: CheckResult): CheckDocument {
  const { model, symmetry, properties, ...rest } = result;
  return {
    version: 1,
    model: model.name,
    verdict: rest.verdict,
    doubt: doubtOf(result),
    states: typeof rest.states === "bigint" ? String(rest.states) : rest.states,
    transitions: rest.transitions,
    depth: rest.depth,
    complete: rest.complete,
    limit: rest.limit,
    engine: rest.engine,
    hashCompaction: rest.hashCompaction,
    representatives: rest.representatives,
    strategies: rest.strategies?.map((change) => ({ ...change })),
    partialOrder: rest.partialOrder && { ...rest.partialOrder },
    scouts: rest.scouts && { ...rest.scouts },
    bitstate: rest.bitstate && { ...rest.bitstate },
    swarm: rest.swarm?.map(({ bitstate, ...search }) => ({ ...search, bitstate: bitstate && { ...bitstate } })),
    unreducedStates: rest.unreducedStates === undefined ? undefined : String(rest.unreducedStates),
    fairness: rest.fairness,
    symmetry: symmetryDocument(symmetry),
    properties: properties.map((property) => propertyDocument(property, model)),
    notes: [...rest.notes],
    unreached: rest.unreached && {
      reason: rest.unreached.reason,
      groups: rest.unreached.groups.map(({ name, total, statements }) => ({
        name,
        total,
        statements: statements.map(({ text, span }) => ({ text, location: span && locate(span) })),
      })),
    },
    seconds: rest.seconds,
    memoryBytes: rest.memoryBytes,
    diskBytes: rest.diskBytes,
    packedBytes: rest.packedBytes,
    bytesPerState:
      rest.packedBytes === undefined ? undefined : rest.states === 0 ? 0 : rest.storedBytes / Number(rest.states),
    peakNodes: rest.peakNodes,
    order: rest.order,
  };
}

/**
 * The assumption on which the whole verdict depends. A state that was found exists. A state that was not found may have
 * been mistaken for another.
 */
export function doubtOf({ verdict, properties, hashCompaction, complete }: CheckResult): string | undefined {
  if (!hashCompaction || !complete) return undefined;
  const violated = properties.filter((property) => property.verdict === "violated");
  const isSure = verdict === "undecided" || violated.some(({ doubt }) => doubt === undefined);
  return isSure ? undefined : properties.find(({ doubt }) => doubt !== undefined)?.doubt;
}

function symmetryDocument(symmetry: SymmetryResult): CheckDocument["symmetry"] {
  return { ...symmetry, order: String(symmetry.order), methods: [...symmetry.methods] };
}

/** The place of a violation in the text of the user, if it has one. */
export function violationLocation({ error, trace }: PropertyResult): string | undefined {
  const span = error?.span ?? trace?.steps.at(-1)?.failed?.span;
  return span && locate(span);
}

function propertyDocument(property: PropertyResult, whole: Model): PropertyDocument {
  const describer = new Describer(property.model ?? whole);
  const { name, kind, verdict, reason, trace, runs } = property;
  return {
    name,
    kind,
    verdict,
    reason,
    location: violationLocation(property),
    trace: trace && traceDocument(trace, describer),
    moreTraces: property.moreTraces?.map((each) => traceDocument(each, describer)),
    runs: runs && {
      states: runs.states,
      transitions: runs.transitions,
      automatonStates: runs.automatonStates,
      symmetry: symmetryDocument(runs.symmetry),
      partialOrder: runs.partialOrder && { ...runs.partialOrder },
    },
  };
}

export function traceDocument(trace: Trace, describer: Describer): TraceDocument {
  return {
    initial: stateRecord(trace.initial, describer),
    steps: stepDocuments(trace, describer),
    loop: trace.loop,
    mayBeShorter: trace.mayBeShorter,
  };
}

function stepDocuments(trace: Trace, describer: Describer): StepDocument[] {
  let before = trace.initial;
  return trace.steps.map((step) => {
    const { target, error, failed, transition } = step;
    const label = describer.step(step, before);
    const document: StepDocument = {
      transition: transition.name,
      label: label === describer.step(step) || label === transition.name ? undefined : label,
      parameters: describer.choice(step),
      process: describer.owner(step),
      changes: target ? describer.changes(before, target) : [],
      state: target && stateRecord(target, describer),
      error: error?.message,
      failedAssertion: failed && (failed.message ?? "assertion failed"),
    };
    before = target ?? before;
    return document;
  });
}

function stateRecord(state: State, describer: Describer): Record<string, string> {
  return Object.fromEntries(describer.values(state).map(({ name, value }) => [name, value]));
}
