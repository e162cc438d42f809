/**
 * Traces in the Informal Trace Format (ITF) of Apalache and Quint, as of its revision of 2023-09-14: a list of states,
 * each a value for every variable. https://apalache-mc.org/docs/adr/015adr-trace.html
 *
 * Numbers are `#bigint`, members of enumerations are strings, arrays are `#map`, tuples are `#tup`, records are objects
 * and queues are lists. ITF has no transitions: ours stand in the `#meta` of the state they lead to. A trace of another
 * tool has none, and its steps are searched for among those of the model. A run-time error leads to no state, so it
 * stands in the `#meta` of the trace.
 */

import { facts } from "../model/facts.ts";
import type { State, Step } from "../model/interpret.ts";
import type { Model, QueueType, Type } from "../model/model.ts";
import { withoutObservers } from "../model/observers.ts";
import { find, sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { highOf, isScalar, lowOf, paddingOf, showValue, sizeOf } from "../model/slots.ts";
import type { Json } from "../syntax/json.ts";
import type { Source } from "../syntax/source.ts";
import { look } from "../util/limits.ts";
import { Describer } from "./describe.ts";
import { closeLoop, refuse, stateCode, stateName } from "./replayed-trace.ts";
import type { ReplayedTrace, ShownProperty } from "./replayed-trace.ts";
import { isTuple, partsOf, valueText } from "./value-text.ts";

// ---------------------------------------------------------------- writing

export type ItfValue = boolean | string | readonly ItfValue[] | { readonly [name: string]: ItfValue };

/** The whole document. The last state of a lasso is left out, since it is the one that `loop` names. */
export function itfDocument(model: Model, trace: Trace, property?: ShownProperty): Record<string, unknown> {
  const { initial, steps, loop } = trace;
  const describer = new Describer(model);
  const ending = steps.at(-1);
  const error = ending?.error && { ...metaOf(ending, describer), message: ending.error.message };
  const isRepeated = loop !== undefined && loop < steps.length;
  const reached = steps.filter(({ target }) => target).slice(0, isRepeated ? -1 : undefined);
  return {
    "#meta": {
      format: "ITF",
      "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
      source: model.name,
      ...(property ? propertyMeta(property) : {}),
      ...(error ? { error } : {}),
      ...(isRepeated ? { back: metaOf(ending!, describer) } : {}),
    },
    vars: model.variables.map(({ name }) => name),
    states: [
      { "#meta": { index: 0 }, ...stateValues(model, initial) },
      ...reached.map((step, i) => ({
        "#meta": { index: i + 1, ...metaOf(step, describer) },
        ...stateValues(model, step.target!),
      })),
    ],
    ...(loop === undefined ? {} : { loop }),
  };
}

function propertyMeta({ name, kind, verdict }: ShownProperty): Record<string, unknown> {
  return { description: `${name} ${verdict}`, property: { name, kind, verdict } };
}

function metaOf(step: Step, describer: Describer): Record<string, unknown> {
  return { transition: step.transition.name, parameters: describer.choice(step) };
}

function stateValues(model: Model, state: State): Record<string, ItfValue> {
  const { offsets } = facts(model);
  return Object.fromEntries(model.variables.map(({ name, type }) => [name, itfValue(type, state, offsets.get(name)!)]));
}

export function itfValue(type: Type, cells: State, offset: number): ItfValue {
  if (isScalar(type)) return itfScalar(type, cells[offset]!);
  const parts = partsOf(type, offset, cells[offset]!);
  const values = parts.map((part) => itfValue(part.type, cells, part.offset));
  if (type.kind === "queue") return values;
  if (type.kind === "array") {
    return { "#map": values.map((value, i) => [itfScalar(type.index, lowOf(type.index) + i), value]) };
  }
  if (isTuple(type)) return { "#tup": values };
  return Object.fromEntries(values.map((value, i) => [type.kind === "record" ? type.fields[i]!.name : "", value]));
}

function itfScalar(type: Type & { readonly kind: "bool" | "range" | "enum" }, value: number): ItfValue {
  if (type.kind === "bool") return value !== 0;
  return type.kind === "enum" ? showValue(type, value) : { "#bigint": String(value) };
}

// ---------------------------------------------------------------- reading

/** Whether a document is in this format. */
export function isItf(json: Json): boolean {
  return json.kind === "object" && json.members.has("vars") && json.members.has("states");
}

/** @throws TraceError */
export function replayItf(whole: Model, source: Source, json: Json): ReplayedTrace {
  const wrong = (place: Json, message: string, code = "trace/not-a-run"): Error =>
    refuse([{ code, message, span: { source, start: place.start, end: place.end } }]);
  const items = memberOf(json, "states");
  if (items?.kind !== "array" || items.items.length === 0) {
    throw wrong(items ?? json, "expected a list of states, at least one", "trace/format");
  }
  const [first] = items.items;
  const missing = whole.variables.filter(({ name, observer }) => observer && !memberOf(first!, name));
  const model = withoutObservers(whole, new Set(missing.map(({ name }) => name)));
  const states = items.items.map((item, i) => {
    look();
    return stateOf(model, item, i, wrong);
  });
  const { interpreter } = facts(model);
  if (!interpreter.isInitial(states[0]!)) {
    throw wrong(first!, "the trace starts in a state that is not initial in the model");
  }
  const meta = memberOf(json, "#meta");
  const stepTo = (before: State, place: Json, accept: (step: Step) => boolean, number: number): Step => {
    const [hint, ...more] = [...interpreter.steps(before)].filter(accept);
    const transition = textOf(memberOf(place, "transition"));
    const parameters = memberOf(place, "parameters");
    const isNamed = (step: Step): boolean =>
      step.transition.name === transition &&
      step.transition.parameters.every(
        ({ name, type }, k) => textOf(parameters && memberOf(parameters, name)) === valueText(type, step.choice[k]!, 0),
      );
    const step = hint && (find([hint, ...more], isNamed) ?? (transition === undefined ? hint : undefined));
    if (step) return step;
    const by = transition === undefined ? "a step of the model" : `a step \`${transition}\` of the model`;
    throw wrong(place, `step ${number} is not ${by}: there is none from ${stateName(number - 1)} to this state`);
  };
  const steps = states.slice(1).map((state, i) => {
    look();
    const place = memberOf(items.items[i + 1]!, "#meta") ?? items.items[i + 1]!;
    return stepTo(states[i]!, place, ({ target }) => target !== undefined && sameState(target, state), i + 1);
  });
  const end = states.at(-1)!;
  const error = meta && memberOf(meta, "error");
  if (error) steps.push(stepTo(end, error, (step) => step.error !== undefined, states.length));
  const place = memberOf(json, "loop");
  const loop = place && numberOf(place);
  const back = loop === undefined ? undefined : states[loop];
  if (place && !back) throw wrong(place, "expected the index of a state");
  // Our lassos leave out the last state; others may repeat the first state of the loop.
  const isStaying = loop === states.length - 1 && interpreter.steps(end)[Symbol.iterator]().next().done === true;
  const isClosed = loop !== undefined && loop < states.length - 1 && sameState(back!, end);
  if (back && !isStaying && !isClosed) {
    const origin = (meta && memberOf(meta, "back")) ?? place!;
    steps.push(stepTo(end, origin, ({ target }) => target !== undefined && sameState(target, back), states.length));
  }
  const trace = closeLoop(model, { initial: states[0]!, steps }, loop, (message) => wrong(place!, message));
  return { model, trace, property: meta && propertyIn(meta) };
}

type Wrong = (place: Json, message: string, code?: string) => Error;

function stateOf(model: Model, json: Json, i: number, wrong: Wrong): State {
  return model.variables.flatMap(({ name, type }) => {
    const value = memberOf(json, name);
    if (!value) throw wrong(json, `state ${i}: the variable \`${name}\` of the model is missing`, stateCode);
    return cellsOf(type, value, (place, message) => wrong(place, `state ${i}: \`${name}\`: ${message}`, stateCode));
  });
}

/** The slots of a value. */
export function cellsOf(type: Type, json: Json, wrong: (place: Json, message: string) => Error): number[] {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return [scalarOf(type, json, wrong)];
    case "record":
      return type.fields.flatMap((field, i) => {
        const tuple = memberOf(json, "#tup");
        const own = tuple?.kind === "array" ? tuple.items[i] : memberOf(json, field.name);
        if (!own) throw wrong(json, `the field ${field.name} is missing`);
        return cellsOf(field.type, own, wrong);
      });
    case "array":
      return arrayCells(type, json, wrong);
    case "queue":
      return queueCells(type, json, wrong);
  }
}

function arrayCells(
  type: Type & { readonly kind: "array" },
  json: Json,
  wrong: (place: Json, message: string) => Error,
): number[] {
  const map = memberOf(json, "#map");
  const { index, element } = type;
  const cells = new Array<number>(sizeOf(type)).fill(NaN);
  const put = (key: number, value: Json): void =>
    cellsOf(element, value, wrong).forEach((cell, k) => (cells[(key - lowOf(index)) * sizeOf(element) + k] = cell));
  if (map?.kind === "array") {
    for (const pair of map.items) {
      const [key, value] = pair.kind === "array" ? pair.items : [];
      if (!key || !value) throw wrong(pair, "expected a key and a value");
      put(scalarOf(index, key, wrong), value);
    }
  } else if (json.kind === "array") json.items.forEach((item, i) => put(lowOf(index) + i, item));
  if (cells.length !== sizeOf(type) || cells.some((cell) => Number.isNaN(cell))) {
    throw wrong(
      json,
      `expected a value for each index from ${showValue(index, lowOf(index))} to ${showValue(index, highOf(index))}`,
    );
  }
  return cells;
}

function queueCells(
  { capacity, element }: QueueType,
  json: Json,
  wrong: (place: Json, message: string) => Error,
): number[] {
  if (json.kind !== "array" || json.items.length > capacity) {
    throw wrong(json, `expected a list of at most ${capacity} elements`);
  }
  const unused = Array.from({ length: capacity - json.items.length }, () => paddingOf(element));
  return [json.items.length, ...json.items.flatMap((item) => cellsOf(element, item, wrong)), ...unused.flat()];
}

function scalarOf(
  type: Type & { readonly kind: "bool" | "range" | "enum" },
  json: Json,
  wrong: (place: Json, message: string) => Error,
): number {
  const plain = json.kind === "scalar" ? json.value : undefined;
  if (type.kind === "bool" && typeof plain === "boolean") return plain ? 1 : 0;
  if (type.kind === "enum" && typeof plain === "string" && type.members.includes(plain)) {
    return type.members.indexOf(plain);
  }
  const value = type.kind === "range" ? numberOf(json) : undefined;
  if (value !== undefined && value >= lowOf(type) && value <= highOf(type)) return value;
  const what =
    type.kind === "bool"
      ? "true or false"
      : type.kind === "enum"
        ? `a member of ${type.name}`
        : `a number from ${type.low} to ${type.high}`;
  throw wrong(json, `expected ${what}`);
}

/** A whole number, written as `#bigint` or plainly, as earlier revisions did. */
function numberOf(json: Json): number | undefined {
  const big = memberOf(json, "#bigint");
  const text = textOf(big);
  if (text !== undefined) return /^-?\d+$/.test(text) ? Number(text) : undefined;
  return json.kind === "scalar" && Number.isInteger(json.value) ? (json.value as number) : undefined;
}

function propertyIn(meta: Json): ShownProperty | undefined {
  const property = memberOf(meta, "property");
  const [name, kind, verdict] = ["name", "kind", "verdict"].map((key) => textOf(property && memberOf(property, key)));
  if (name === undefined || kind === undefined || verdict === undefined) return undefined;
  return { name, kind: kind as ShownProperty["kind"], verdict: verdict as ShownProperty["verdict"] };
}

function memberOf(json: Json, name: string): Json | undefined {
  return json.kind === "object" ? json.members.get(name) : undefined;
}

function textOf(json: Json | undefined): string | undefined {
  return json?.kind === "scalar" && typeof json.value === "string" ? json.value : undefined;
}
