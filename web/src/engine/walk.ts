/** A walk through a model: a trace that is loaded, or one that the user makes step by step. */

import {
  chartSvg,
  Describer,
  effectText,
  facts,
  itfDocument,
  plain,
  replayTrace,
  sequenceChart,
  Simulator,
  TraceError,
  traceFile,
  valueOfProperty,
} from "noether";
import type { Model, NamedValue, Parsed, Replay, SequenceChart, State, Step } from "noether";
import type { EnabledView, ModelText, StepView, TraceExports, WalkAction, WalkView } from "./protocol.ts";
import { linesOf, modelOf } from "./read.ts";

/** The most enabled steps that are listed. */
const mostEnabled = 200;

/** A trace that was loaded. */
interface Loaded {
  readonly replay: Replay;
  readonly origin: string;
}

let current: Walk | undefined;

export async function walk(text: ModelText, action: WalkAction): Promise<WalkView> {
  if (action.kind === "load") current = await loadedWalk(text, action.trace, action.origin, action.position);
  else if (action.kind === "begin" || !current?.isOf(text)) current = new Walk(text, (await modelOf(text)).model);
  if (action.kind !== "load" && action.kind !== "begin") current.act(action);
  return current.view();
}

export async function exportWalk(text: ModelText): Promise<TraceExports> {
  if (!current?.isOf(text)) current = new Walk(text, (await modelOf(text)).model);
  return current.exports();
}

async function loadedWalk(text: ModelText, trace: string, origin: string, position?: number): Promise<Walk> {
  const replay = replayed(await modelOf(text), trace);
  return new Walk(text, replay.model, { replay, origin }, position);
}

/** The trace may be one of a model with more room for processes. */
function replayed({ model, enlarged }: Parsed, trace: string): Replay {
  try {
    return replayTrace(model!, { name: "trace", text: trace });
  } catch (error) {
    const larger = error instanceof TraceError ? enlarged?.() : undefined;
    if (!larger?.model) throw error;
    return replayed(larger, trace);
  }
}

class Walk {
  readonly #key: string;
  readonly #name: string;
  readonly #model: Model;
  readonly #simulator: Simulator;
  readonly #describer: Describer;
  readonly #loaded: Loaded | undefined;
  #otherBeginning = 0;
  /** What was described last, as long as the steps stay the same. */
  #described:
    | { readonly steps: readonly Step[]; readonly views: StepView[]; readonly chart: SequenceChart }
    | undefined;

  constructor(text: ModelText, model: Model, loaded?: Loaded, position?: number) {
    this.#key = JSON.stringify(text);
    this.#name = text.name;
    this.#model = model;
    this.#simulator = new Simulator(model, { seed: 1 });
    this.#describer = new Describer(model);
    this.#loaded = loaded;
    if (!loaded) return;
    const { trace } = loaded.replay;
    this.#simulator.load(trace);
    this.#simulator.jump(Math.min(position ?? trace.steps.length, trace.steps.length));
  }

  isOf(text: ModelText): boolean {
    return this.#key === JSON.stringify(text);
  }

  act(action: Exclude<WalkAction, { kind: "load" | "begin" }>): void {
    const walker = this.#simulator;
    switch (action.kind) {
      case "take": {
        const step = walker.steps()[action.index];
        if (step) walker.take(step);
        return;
      }
      case "random":
        for (let i = 0; i < action.count && walker.takeRandom() && !walker.violation(); i++);
        return;
      case "jump":
        walker.jump(Math.max(0, Math.min(walker.length, action.position)));
        return;
      case "otherBeginning":
        try {
          walker.restart(++this.#otherBeginning);
        } catch {
          walker.restart((this.#otherBeginning = 0));
        }
    }
  }

  view(): WalkView {
    const walker = this.#simulator;
    const { position, state } = walker;
    const all = this.#all();
    const { views, chart } = this.#describe(all.steps);
    const shared = this.#shared(all.steps);
    const isLoaded = this.#loaded !== undefined && shared === undefined;
    const enabled = walker.steps();
    const before = position === 0 ? undefined : stateAfter(all, position - 1);
    return {
      steps: views,
      position,
      state: this.#describer.state(state),
      before: before && this.#describer.state(before),
      enabled: enabled.slice(0, mostEnabled).map((step) => this.#enabledView(step)),
      enabledCount: enabled.length,
      properties: this.#propertyValues(enabled.length === 0),
      violation: this.#violation(isLoaded),
      chart,
      loop: isLoaded ? this.#loaded.replay.trace.loop : undefined,
      origin: this.#loaded?.origin ?? "A walk of your own",
      branchedAt: shared,
      hasOtherBeginnings: facts(this.#model).initialValues.includes(undefined),
    };
  }

  exports(): TraceExports {
    const trace = this.#all();
    const isLoaded = this.#loaded !== undefined && this.#shared(trace.steps) === undefined;
    const whole = isLoaded ? this.#loaded.replay.trace : trace;
    const property = isLoaded ? this.#loaded.replay.property : undefined;
    const written = (document: unknown): string => `${JSON.stringify(document, undefined, 2)}\n`;
    return {
      json: written(traceFile(this.#model, whole, property)),
      itf: written(itfDocument(this.#model, whole, property)),
      svg: chartSvg(this.#describe(trace.steps).chart, this.#model.name),
    };
  }

  /** The whole walk, with the steps ahead. */
  #all(): Simulator["trace"] {
    const walker = this.#simulator;
    const { position } = walker;
    walker.jump(walker.length);
    const { trace } = walker;
    walker.jump(position);
    return trace;
  }

  #describe(steps: readonly Step[]): { readonly views: StepView[]; readonly chart: SequenceChart } {
    const known = this.#described;
    if (known?.steps.length === steps.length && steps.every((step, i) => step === known.steps[i])) return known;
    const { initial } = this.#simulator.trace;
    let before = initial;
    const views = steps.map((step) => {
      const view = this.#stepView(step, before);
      before = step.target ?? before;
      return view;
    });
    const isLoaded = this.#loaded !== undefined && this.#shared(steps) === undefined;
    const { trace, property } = this.#loaded?.replay ?? {};
    const shown = isLoaded ? trace! : { initial, steps };
    const kind = isLoaded && property?.verdict === "violated" ? property.kind : undefined;
    const chart = sequenceChart(this.#model, shown, kind);
    this.#described = { steps, views, chart };
    return this.#described;
  }

  /** The number of steps shared with the loaded trace, if the walk left it. */
  #shared(steps: readonly Step[]): number | undefined {
    const said = this.#loaded?.replay.trace.steps;
    if (!said) return undefined;
    const isSame = (a: Step, b: Step): boolean =>
      a.transition === b.transition && a.choice.join(";") === b.choice.join(";");
    const differs = said.findIndex((step, i) => !steps[i] || !isSame(step, steps[i]));
    if (differs >= 0) return differs;
    return steps.length > said.length ? said.length : undefined;
  }

  #stepView(step: Step, before: State): StepView {
    const { target, failed, error, transition } = step;
    const fails = failed !== undefined || error !== undefined;
    const words = { palette: plain, fullStates: false };
    return {
      label: this.#describer.step(step, before),
      owner: this.#describer.owner(step),
      changes: target ? this.#describer.changes(before, target) : [],
      failures: fails ? effectText(before, { ...step, target: undefined }, this.#describer, words) : [],
      lines: linesOf(error?.span ?? failed?.span ?? transition.span, this.#name),
    };
  }

  #enabledView(step: Step): EnabledView {
    const { next, state } = this.#simulator;
    const isNext = next?.transition === step.transition && next.choice.join(";") === step.choice.join(";");
    return { ...this.#stepView(step, state), isNext };
  }

  #propertyValues(isStuck: boolean): NamedValue[] {
    const { state } = this.#simulator;
    return this.#model.properties.map((property) => ({
      name: property.name,
      value: valueOfProperty(this.#model, property, state, isStuck),
    }));
  }

  #violation(isLoaded: boolean): string | undefined {
    const violation = this.#simulator.violation();
    if (violation) return `${violation.name}: ${violation.reason}`;
    const { property, violation: said } = this.#loaded?.replay ?? {};
    const isAtEnd = this.#simulator.position === this.#simulator.length;
    return isLoaded && isAtEnd && said && property ? `${property.name}: ${said.reason}` : undefined;
  }
}

function stateAfter({ initial, steps }: Simulator["trace"], count: number): State {
  for (let i = count - 1; i >= 0; i--) if (steps[i]!.target) return steps[i]!.target!;
  return initial;
}
