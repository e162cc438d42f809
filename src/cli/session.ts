/** A simulation by hand: commands are lines, answers are text. A person types them, a test pipes them in. */

import { valueOfProperty } from "../check/observe.ts";
import { RequestError } from "../check/request-error.ts";
import { Simulator } from "../check/simulator.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { sameStep } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { parseCondition } from "../model/text/condition.ts";
import { Describer } from "../report/describe.ts";
import { effectText, stateText, stepHeading, traceText } from "../report/trace-text.ts";
import { formatDiagnostic } from "../syntax/diagnostic.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { printable } from "../util/printable.ts";
import { nextLine, setting, write } from "./host.ts";
import { palette } from "./terminal.ts";
import { loadTrace, writeTrace } from "./trace.ts";

export interface SessionOptions {
  readonly seed?: number | undefined;
  /** A trace to follow, from its beginning. */
  readonly prefix?: Trace | undefined;
  /** The files of the model, which are never written over. */
  readonly files: readonly string[];
  readonly watch: Watch;
}

interface Command {
  readonly usage: string;
  readonly help: string;
  readonly run: (argument: string) => void;
}

/** The most enabled steps that are listed. */
const mostSteps = 40;

/** The most steps until a condition holds. */
const mostUntil = 100_000;

export class Session {
  private readonly model: Model;
  private readonly options: SessionOptions;
  private readonly walker: Simulator;
  private readonly describer: Describer;
  private hasQuit = false;

  private readonly commands: Readonly<Record<string, Command>> = {
    next: {
      usage: "next",
      help: "the next step of the trace, or the only one (also: an empty line)",
      run: () => this.next(),
    },
    random: { usage: "random [N]", help: "a random step, or N of them", run: (text) => this.random(text) },
    until: {
      usage: "until CONDITION",
      help: "steps until the condition holds, in the notation of .seq; the name of an invariant is one too",
      run: (text) => this.until(text),
    },
    back: {
      usage: "back [N]",
      help: "takes back a step, or N of them",
      run: (text) => this.jump(this.walker.position - count(text)),
    },
    forward: {
      usage: "forward [N]",
      help: "a step that was taken back, or N of them",
      run: (text) => this.jump(this.walker.position + count(text)),
    },
    jump: { usage: "jump N", help: "to the state after N steps of the walk", run: (text) => this.jump(numberIn(text)) },
    restart: {
      usage: "restart [N]",
      help: "forgets the walk; N is the number of an initial state, from 0",
      run: (text) => {
        this.walker.restart(text === "" ? 0 : numberIn(text));
        this.present();
      },
    },
    state: {
      usage: "state",
      help: "every variable and its value",
      run: () => this.say(stateText(this.walker.state, this.describer)),
    },
    steps: { usage: "steps", help: "the enabled steps again", run: () => this.present() },
    properties: { usage: "properties", help: "what this state says of each property", run: () => this.properties() },
    trace: { usage: "trace", help: "the walk so far", run: () => this.say(this.trace()) },
    save: { usage: "save FILE [--force]", help: "writes the walk so far to a file", run: (text) => this.save(text) },
    load: { usage: "load FILE", help: "a trace to follow, from its beginning", run: (text) => this.load(text) },
    help: { usage: "help", help: "this list", run: () => this.help() },
    quit: { usage: "quit", help: "ends the session", run: () => void (this.hasQuit = true) },
  };

  constructor(model: Model, options: SessionOptions) {
    this.model = model;
    this.options = options;
    this.walker = watched(options.watch, () => new Simulator(model, { seed: options.seed }));
    this.describer = new Describer(model, printable);
    if (options.prefix) this.walker.load(options.prefix);
  }

  async run(): Promise<void> {
    this.attempt(() => this.present());
    while (!this.hasQuit) {
      if (setting.isTerminal.in) write(palette.strong("> "));
      const line = await nextLine();
      if (line === undefined) break;
      this.attempt(() => this.obey(line.trim()));
    }
  }

  private attempt(action: () => void): void {
    try {
      watched(this.options.watch, action);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.say([palette.bad(printable(error.message))]);
    }
  }

  private obey(line: string): void {
    if (/^\d+$/.test(line)) {
      this.take(Number(line));
      return;
    }
    const [word = "", ...rest] = line === "" ? ["next"] : line.split(/\s+/);
    const found = Object.keys(this.commands).filter((name) => name.startsWith(word));
    const name = found.find((each) => each === word) ?? preferred[word] ?? (found.length === 1 ? found[0] : undefined);
    if (name === undefined) {
      const why = found.length > 1 ? `\`${word}\` may be ${found.join(" or ")}` : `there is no command \`${word}\``;
      throw new RequestError(`${why}; \`help\` lists the commands`);
    }
    this.commands[name]!.run(line === "" ? "" : rest.join(" "));
  }

  // -------------------------------------------------------------- steps

  private take(number: number): void {
    const step = this.walker.steps()[number - 1];
    if (!step) throw new RequestError(`there is no step ${number}; there are ${this.walker.steps().length}`);
    this.walker.take(step);
    this.present();
  }

  private next(): void {
    if (this.walker.next) {
      this.walker.jump(this.walker.position + 1);
      this.present();
      return;
    }
    const { length } = this.walker.steps();
    if (length !== 1) throw new RequestError(length === 0 ? "there is no step" : `choose a step from 1 to ${length}`);
    this.take(1);
  }

  private random(text: string): void {
    const most = count(text);
    for (let taken = 0; taken < most; taken++) if (!this.walker.takeRandom() || this.walker.violation()) break;
    this.present();
  }

  private until(text: string): void {
    if (text === "") throw new RequestError("until which condition?");
    const { condition, diagnostics } = parseCondition(this.model, { name: "condition", text });
    if (!condition) {
      this.complain(diagnostics);
      return;
    }
    const holds = (): boolean => facts(this.model).interpreter.holds(condition, this.walker.state) === true;
    let taken = 0;
    for (; taken < mostUntil && (taken === 0 || !holds()); taken++) {
      if (this.walker.next) this.walker.jump(this.walker.position + 1);
      else if (!this.walker.takeRandom()) break;
      if (this.walker.violation()) break;
    }
    this.say([
      holds()
        ? `the condition holds after ${taken} more steps`
        : `the condition does not hold after ${taken} more steps`,
    ]);
    this.present();
  }

  private jump(position: number): void {
    this.walker.jump(position);
    this.present();
  }

  // -------------------------------------------------------------- answers

  /** The present state: how it was reached, what it violates, and what can happen. */
  private present(): void {
    const { walker, describer } = this;
    const { position, last, trace } = walker;
    const options = { palette, fullStates: false };
    if (last) {
      const before = trace.steps.at(-2)?.target ?? trace.initial;
      this.say([
        `${position}  ${stepHeading(last, describer, palette, before)}`,
        ...effectText(before, last, describer, options).map((line) => `   ${line}`),
      ]);
    } else {
      const lines = stateText(walker.state, describer);
      const isOneOfMany = facts(this.model).initialValues.includes(undefined);
      if (isOneOfMany) lines.push(palette.faint("there are other initial states: `restart N`"));
      this.say(["0  initial state", ...lines.map((line) => `   ${line}`)]);
    }
    const violation = walker.violation();
    if (violation) this.say([palette.bad(`violated: ${printable(violation.name)}: ${printable(violation.reason)}`)]);
    const steps = walker.steps();
    const lines = steps.slice(0, mostSteps).map((step, i) => {
      const effect = effectText(walker.state, step, describer, options).join(", ");
      const isNext = walker.next !== undefined && sameStep(walker.next, step);
      const mark = isNext ? palette.strong("*") : " ";
      return `${mark}${String(i + 1).padStart(3)}) ${stepHeading(step, describer, palette, walker.state)}  ${palette.faint(`[${effect}]`)}`;
    });
    if (steps.length > mostSteps) lines.push(`     and ${steps.length - mostSteps} more`);
    if (steps.length === 0) lines.push(walker.hasFailed ? "the run ends here" : "no step is enabled");
    this.say(lines);
  }

  private properties(): void {
    const { properties } = this.model;
    const isStuck = this.walker.steps().length === 0;
    const width = Math.max(0, ...properties.map(({ name }) => name.length));
    this.say(
      properties.map((property) => {
        const value = valueOfProperty(this.model, property, this.walker.state, isStuck);
        return `${printable(property.name).padEnd(width)}  ${printable(value)}`;
      }),
    );
    if (properties.length === 0) this.say(["the model has no properties"]);
  }

  private trace(): string[] {
    return traceText(
      this.walker.trace,
      this.describer,
      { palette, fullStates: false },
      { kind: this.walker.violation()?.kind },
    );
  }

  private help(): void {
    const all = Object.values(this.commands);
    const width = Math.max(...all.map(({ usage }) => usage.length));
    this.say([
      `${"NUMBER".padEnd(width)}  takes the enabled step with this number`,
      ...all.map(({ usage, help }) => `${usage.padEnd(width)}  ${help}`),
      "The beginning of a command is enough.",
    ]);
  }

  // -------------------------------------------------------------- files

  private save(text: string): void {
    const force = /\s--force$/.test(text);
    const path = text.replace(/\s+--force$/, "");
    if (path === "") throw new RequestError("save to which file?");
    const { trace } = this.walker;
    const violation = this.walker.violation();
    const property = violation && { name: violation.name, kind: violation.kind, verdict: "violated" as const };
    const problem = writeTrace(path, this.model, trace, property, { inputs: this.options.files, force });
    if (problem !== undefined) throw new RequestError(`the walk is not written to ${path}: ${problem}`);
    this.say([`${trace.steps.length} steps are written to ${printable(path)}`]);
  }

  private load(path: string): void {
    if (path === "") throw new RequestError("load which file?");
    const read = loadTrace({ model: this.model }, path, this.options.watch);
    if ("diagnostics" in read) {
      this.complain(read.diagnostics);
      return;
    }
    if (read.model !== this.model) {
      throw new RequestError("the trace lacks variables of the model that properties read");
    }
    this.walker.load(read.trace);
    this.present();
  }

  private complain(diagnostics: readonly Diagnostic[]): void {
    this.say(diagnostics.map(formatDiagnostic));
  }

  private say(lines: readonly string[]): void {
    if (lines.length > 0) write(`${lines.join("\n")}\n`);
  }
}

/** What a short form means if several commands begin with it. */
const preferred: Readonly<Record<string, string>> = { s: "state", r: "random", t: "trace", p: "properties", n: "next" };

/** A number of steps: 1 if none is given. */
function count(text: string): number {
  return text === "" ? 1 : numberIn(text);
}

function numberIn(text: string): number {
  if (!/^\d+$/.test(text)) throw new RequestError(`expected a number, found \`${text}\``);
  return Number(text);
}
