/**
 * Traces in files, in our JSON. A trace that is read is replayed in the model, step by step, by the reference
 * interpreter; what is not a run of the model is told at its place in the file.
 */

import * as v from "valibot";
import { facts } from "../model/facts.ts";
import type { State, Step } from "../model/interpret.ts";
import type { Model, Transition } from "../model/model.ts";
import { withoutObservers } from "../model/observers.ts";
import type { Trace } from "../model/replay.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { jsonAt, plainJson } from "../syntax/json.ts";
import type { Json } from "../syntax/json.ts";
import type { Source } from "../syntax/source.ts";
import { look } from "../util/limits.ts";
import { Describer } from "./describe.ts";
import { traceDocument } from "./json.ts";
import { closeLoop, firstDifference, refuse, stateCode, stateName } from "./replayed-trace.ts";
import type { ReplayedTrace, ShownProperty } from "./replayed-trace.ts";
import { traceFileSchema } from "./schema.ts";
import type { TraceFileDocument } from "./schema.ts";
import { parseValue } from "./value-text.ts";

export function traceFile(model: Model, trace: Trace, property?: ShownProperty): TraceFileDocument {
  return {
    version: 1,
    model: model.name,
    property: property && { name: property.name, kind: property.kind, verdict: property.verdict },
    trace: traceDocument(trace, new Describer(model)),
  };
}

/** @throws TraceError */
export function replayTraceFile(whole: Model, source: Source, json: Json): ReplayedTrace {
  const parsed = v.safeParse(traceFileSchema, plainJson(json));
  if (!parsed.success) throw refuse(schemaProblems(source, json, parsed.issues));
  const { property, trace: document } = parsed.output;
  const system = systemOf(whole, property?.name, document.initial);
  const model = withoutObservers(system, unmentioned(system, document.initial));
  const reader = new TraceReader(model, source, json);
  const initial = reader.initial(document.initial);
  const steps: Step[] = [];
  let state = initial;
  document.steps.forEach((each, i) => {
    look();
    const step = reader.step(each, i, state);
    if (!step.target && i < document.steps.length - 1) {
      throw reader.wrong(["trace", "steps", i], `step ${i + 1} ends in a run-time error, and the trace goes on`);
    }
    steps.push(step);
    state = step.target ?? state;
  });
  const trace = closeLoop(model, { initial, steps }, document.loop, (message) =>
    reader.wrong(["trace", "loop"], message),
  );
  return { model, trace, property };
}

/** The model that a trace is about: another system, if the property is one of another system, or its names are. */
function systemOf(whole: Model, property: string | undefined, initial: Readonly<Record<string, string>>): Model {
  const others = whole.properties.filter((each) => each.kind === "other");
  const declared = others.find(({ name }) => name === property);
  if (declared) return declared.system;
  const mentioned = Object.keys(initial);
  const knows = ({ variables }: Model): boolean =>
    mentioned.every((key) => variables.some(({ name }) => key === name || key.startsWith(`${name}[`)));
  return knows(whole) ? whole : (others.find(({ system }) => knows(system))?.system ?? whole);
}

/** The observers that a trace does not mention: it was found without them. */
function unmentioned({ variables }: Model, initial: Readonly<Record<string, string>>): Set<string> {
  const missing = variables.filter(({ name, observer }) => observer && !Object.hasOwn(initial, name));
  return new Set(missing.map(({ name }) => name));
}

function schemaProblems(source: Source, json: Json, issues: readonly v.BaseIssue<unknown>[]): Diagnostic[] {
  return issues.slice(0, 10).map(({ message, path = [] }) => {
    const keys = path.map(({ key }) => key as string | number);
    const { start, end } = jsonAt(json, keys);
    const where = keys.length === 0 ? "" : `${keys.join(".")}: `;
    return { code: "trace/format", message: `not a trace: ${where}${message}`, span: { source, start, end } };
  });
}

class TraceReader {
  private readonly model: Model;
  private readonly source: Source;
  private readonly json: Json;
  private readonly transitions: ReadonlyMap<string, Transition>;

  constructor(model: Model, source: Source, json: Json) {
    this.model = model;
    this.source = source;
    this.json = json;
    this.transitions = new Map(model.transitions.map((transition) => [transition.name, transition]));
  }

  initial(document: Readonly<Record<string, string>>): State {
    const path = ["trace", "initial"];
    const state = this.state(document, path);
    if (facts(this.model).interpreter.isInitial(state)) return state;
    const { initialValues, slots } = facts(this.model);
    const slot = initialValues.findIndex((value, i) => value !== undefined && value !== state[i]);
    const why = slot < 0 ? "the initial condition does not hold" : `${slots[slot]!.name} begins differently`;
    throw this.wrong(path, `the trace starts in a state that is not initial in the model: ${why}`);
  }

  step(document: TraceFileDocument["trace"]["steps"][number], i: number, before: State): Step {
    const path = ["trace", "steps", i];
    const transition = this.transitions.get(document.transition);
    if (!transition) {
      throw this.wrong(
        [...path, "transition"],
        `step ${i + 1}: the model has no transition \`${document.transition}\``,
      );
    }
    const choice = transition.parameters.map(({ name, type }) => {
      const text = document.parameters[name];
      if (text === undefined) {
        throw this.wrong([...path, "parameters"], `step ${i + 1}: the parameter ${name} is missing`);
      }
      const cells = parseValue(type, text);
      if (typeof cells === "string") {
        throw this.wrong([...path, "parameters", name], `step ${i + 1}: ${name}: ${cells}`);
      }
      return cells;
    });
    const step = facts(this.model).interpreter.take(transition, choice, [...before]);
    if (!step) {
      const message = `step ${i + 1}: \`${document.transition}\` is not enabled in ${stateName(i)}`;
      throw this.wrong(path, message);
    }
    this.compare(document, i, step);
    return step;
  }

  private compare(document: TraceFileDocument["trace"]["steps"][number], i: number, step: Step): void {
    const path = ["trace", "steps", i];
    if (step.error && document.state) {
      throw this.wrong(
        path,
        `step ${i + 1} ends in a run-time error, ${step.error.message}, and the trace says it does not`,
      );
    }
    if (step.target && document.error !== undefined) {
      throw this.wrong([...path, "error"], `step ${i + 1} ends in no run-time error, and the trace says it does`);
    }
    if ((step.failed === undefined) !== (document.failedAssertion === undefined)) {
      const [found, said] = step.failed ? ["fails", "does not"] : ["does not fail", "does"];
      throw this.wrong(path, `an assertion ${found} in step ${i + 1}, and the trace says it ${said}`);
    }
    if (!step.target || !document.state) return;
    const expected = this.state(document.state, [...path, "state"]);
    const difference = firstDifference(this.model, step.target, expected);
    if (difference === undefined) return;
    const { variable, found, said } = difference;
    throw this.wrong([...path, "state", variable], `step ${i + 1} leads to ${found}, and the trace says ${said}`);
  }

  private state(document: Readonly<Record<string, string>>, path: readonly (string | number)[]): State {
    const names = new Set(this.model.variables.map(({ name }) => name));
    const unknown = Object.keys(document).find((name) => !names.has(name));
    if (unknown !== undefined) {
      throw this.wrong([...path, unknown], `the model has no variable \`${unknown}\``, stateCode);
    }
    return this.model.variables.flatMap(({ name, type }) => {
      const text = Object.hasOwn(document, name) ? document[name] : undefined;
      if (text === undefined) throw this.wrong(path, `the variable \`${name}\` of the model is missing`, stateCode);
      const cells = parseValue(type, text);
      if (typeof cells === "string") throw this.wrong([...path, name], `\`${name}\`: ${cells}`, stateCode);
      return cells;
    });
  }

  wrong(path: readonly (string | number)[], message: string, code = "trace/not-a-run"): Error {
    const { start, end } = jsonAt(this.json, path);
    return refuse([{ code, message, span: { source: this.source, start, end } }]);
  }
}
