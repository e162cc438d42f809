/**
 * Reads a trail of SPIN: lines `depth:process:statement`, which are found again as steps of the model.
 *
 * A line names a process by its pid and a statement by the number that SPIN gave it (`hints/trail-numbers.ts`). A step
 * of the model may be several lines: both sides of a rendezvous have one each, and so may the statements of an atomic
 * sequence that is one step here. A step that gives up the turn has none. So the steps are searched for, depth first: a
 * step takes the next line if its process and its first statement are those of the line, and further lines of the same
 * process if these are of its own text. What is found is a run of the model. If there is another run that the trail
 * fits as well, nobody can say which one is meant, and the trail is refused.
 *
 * A never claim moves with each step and has lines too; they are left out, and pids then count from 1.
 */

import { programStructure } from "../hints/program-structure.ts";
import { trailNumbers } from "../hints/trail-numbers.ts";
import type { TrailNumbers } from "../hints/trail-numbers.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { State, Step } from "../model/interpret.ts";
import type { Model, Transition } from "../model/model.ts";
import { sameStep } from "../model/replay.ts";
import { positionAt } from "../syntax/source.ts";
import type { Source } from "../syntax/source.ts";
import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import { Describer } from "./describe.ts";
import { closeLoop, refuse } from "./replayed-trace.ts";
import type { ReplayedTrace, TraceError } from "./replayed-trace.ts";

/** Whether a text is a trail, by its name or its form. */
export function isTrail({ name, text }: Source): boolean {
  return name.endsWith(".trail") || /^-?\d+:-?\d+:-?\d+$/m.test(text.slice(0, 200));
}

interface Line {
  readonly pid: number;
  readonly statement: number;
  /** The place in the file. */
  readonly start: number;
  readonly end: number;
}

interface Trail {
  readonly lines: readonly Line[];
  /** The number of lines before the part that is repeated. */
  readonly loop?: number | undefined;
}

/** @throws TraceError */
export function replayTrail(model: Model, source: Source): ReplayedTrace {
  const wrong = (message: string, start = 0, end = 1): TraceError =>
    refuse([{ code: "trace/spin-trail", message, span: { source, start, end } }]);
  const numbers = trailNumbers.of(model);
  if (!numbers) throw wrong("a trail of SPIN is for a Promela model, without `for`, `select`, `unless` and `trace`");
  const trail = parseTrail(source, wrong);
  const search = new TrailSearch(model, numbers, trail.lines);
  const found = search.runs();
  if (found.length === 0) {
    const { start, end } = trail.lines[search.furthest] ?? { start: source.text.length, end: source.text.length };
    throw wrong("no run of the model goes on like the trail from here", start, end);
  }
  if (found.length > 1) throw wrong("the trail fits several runs of the model, and does not say which one is meant");
  const { initial, steps, lineOf } = found[0]!;
  const at = trail.loop === undefined ? -1 : lineOf.findIndex((line) => line >= trail.loop!);
  const loop = trail.loop === undefined ? undefined : at < 0 ? steps.length : at;
  return { model, trace: closeLoop(model, { initial, steps }, loop, (message) => wrong(message)) };
}

function parseTrail({ text }: Source, wrong: (message: string, start: number, end: number) => Error): Trail {
  const lines: Line[] = [];
  let loop: number | undefined;
  let hasClaim = false;
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    if (line.trim() !== "") {
      const match = /^(-?\d+):(-?\d+):(-?\d+)\s*$/.exec(line);
      if (!match) throw wrong("expected `depth:process:statement`", start, Math.max(end, start + 1));
      const [depth, pid, statement] = match.slice(1).map(Number) as [number, number, number];
      if (depth === -2) hasClaim = true;
      else if (depth === -1) loop = lines.length;
      else if (depth >= 0) lines.push({ pid, statement, start, end });
    }
    start = end + 1;
  }
  if (!hasClaim) return { lines, loop };
  const own = lines.filter(({ pid }) => pid > 0).map((line) => ({ ...line, pid: line.pid - 1 }));
  return {
    lines: own,
    loop: loop === undefined ? undefined : lines.slice(0, loop).filter(({ pid }) => pid > 0).length,
  };
}

interface Run {
  readonly initial: State;
  readonly steps: readonly Step[];
  /** The number of lines before each step. */
  readonly lineOf: readonly number[];
}

/** What of a trail a transition may be. */
interface Lines {
  /** The numbers of the first line; any if absent. */
  readonly first?: ReadonlySet<number> | undefined;
  readonly further: ReadonlySet<number>;
  readonly isSilent: boolean;
  readonly receiver?: string | undefined;
}

class TrailSearch {
  readonly #model: Model;
  readonly #numbers: TrailNumbers;
  readonly #lines: readonly Line[];
  readonly #describer: Describer;
  readonly #slots: ReadonlyMap<string, number>;
  readonly #pids: ReadonlyMap<string, number>;
  readonly #known = new Map<Transition, Lines>();
  /** Places from which the rest of the trail was not found. */
  readonly #failed = new Set<string>();
  furthest = 0;

  constructor(model: Model, numbers: TrailNumbers, lines: readonly Line[]) {
    this.#model = model;
    this.#numbers = numbers;
    this.#lines = lines;
    this.#describer = new Describer(model);
    this.#slots = new Map(facts(model).slots.map(({ name }, slot) => [name, slot]));
    this.#pids = new Map(
      programStructure
        .of(model)
        ?.components.flatMap(({ name, kind, numbers: { pid } }) =>
          kind === "process" && pid !== undefined ? [[name, pid] as const] : [],
        ),
    );
  }

  /** One run, or two if there are several. */
  runs(): Run[] {
    const found: Run[] = [];
    for (const initial of facts(this.#model).interpreter.initialStates()) {
      if (!isRuntimeError(initial)) this.#follow(initial, found);
      if (found.length > 1) break;
    }
    return found;
  }

  /** Depth first, without recursion: trails are long. */
  #follow(initial: State, found: Run[]): void {
    const steps: Step[] = [];
    const lineOf: number[] = [];
    const open: { state: State; line: number; ways: Iterator<readonly [Step, number], void>; hadRuns: number }[] = [];
    const enter = (state: State, line: number): void => {
      this.furthest = Math.max(this.furthest, line);
      open.push({ state, line, ways: this.#ways(state, line)[Symbol.iterator](), hadRuns: found.length });
    };
    enter(initial, 0);
    while (open.length > 0 && found.length < 2) {
      look();
      const top = open.at(-1)!;
      if (top.line === this.#lines.length) {
        const isNew = !found.some((run) => isSame(run, initial, steps));
        if (isNew) found.push({ initial, steps: [...steps], lineOf: [...lineOf] });
        open.pop();
        steps.pop();
        lineOf.pop();
        continue;
      }
      const next = top.ways.next();
      if (next.done === true) {
        if (found.length === top.hadRuns) this.#failed.add(`${top.line} ${top.state.join()}`);
        open.pop();
        steps.pop();
        lineOf.pop();
        continue;
      }
      const [step, line] = next.value;
      const after = step.target?.join();
      if (after === undefined ? line < this.#lines.length : this.#failed.has(`${line} ${after}`)) continue;
      // A silent step must not go round in a circle.
      if (line === top.line && open.some((place) => place.line === line && place.state.join() === after)) continue;
      steps.push(step);
      lineOf.push(top.line);
      enter(step.target ?? top.state, line);
    }
  }

  /** The steps that may be the next line, each with the number of lines after it. */
  *#ways(state: State, line: number): Generator<readonly [Step, number]> {
    const next = this.#lines[line];
    if (!next) return;
    for (const step of facts(this.#model).interpreter.steps(state)) {
      const { first, further, isSilent, receiver } = this.#linesOf(step.transition);
      if (isSilent) {
        yield [step, line];
        continue;
      }
      const owner = this.#describer.owner(step)!;
      // Only the one process that is there at the beginning starts others in its first step.
      const pid = first ? this.#pidOf(owner, state) : 0;
      if (pid !== next.pid || first?.has(next.statement) === false) continue;
      let after = line + 1;
      if (receiver !== undefined) {
        const other = this.#lines[after];
        if (!other || !this.#isReceiver(receiver, owner, other.pid, state, step.target)) continue;
        after++;
      }
      yield [step, after];
      const mover = this.#lines[after - 1]!.pid;
      // No statement comes twice in one step.
      const taken = new Set(this.#lines.slice(line, after).map(({ statement }) => statement));
      for (let more = this.#lines[after]; more?.pid === mover && further.has(more.statement);) {
        if (taken.has(more.statement)) break;
        taken.add(more.statement);
        yield [step, ++after];
        more = this.#lines[after];
      }
    }
  }

  #pidOf(process: string, state: State): number | undefined {
    const slot = this.#slots.get(`${process}.pid`);
    if (slot !== undefined) return state[slot];
    // The only instance of a process has no index among the components.
    return this.#pids.get(process) ?? this.#pids.get(process.replace(/\[0\]$/, ""));
  }

  /** Whether the process with this pid is one of this type that took part in the step. */
  #isReceiver(type: string, sender: string, pid: number, before: State, after: State | undefined): boolean {
    for (const [name, slot] of this.#slots) {
      const process = name.endsWith("].pc") ? name.slice(0, -".pc".length) : undefined;
      if (process?.startsWith(`${type}[`) !== true || process === sender) continue;
      if (this.#pidOf(process, before) !== pid) continue;
      return before[slot] !== 0 && (!after || this.#changes(process, before, after));
    }
    return false;
  }

  /** Whether anything of a process changes; a receiver that goes round stays where it is. */
  #changes(process: string, before: State, after: State): boolean {
    const own = [...this.#slots].filter(([name]) => name.startsWith(`${process}.`));
    const pc = this.#slots.get(`${process}.pc`)!;
    return own.some(([, slot]) => before[slot] !== after[slot]) || before[pc] === after[pc];
  }

  #linesOf(transition: Transition): Lines {
    return getOrAdd(this.#known, transition, () => {
      const { name, span, owner } = transition;
      const process = owner?.process ?? "";
      const [, what, from, to] = /^[^:]*:((\d+)(?:-(\d+))?) /.exec(name) ?? [];
      const receiver = / \/ (\w+) /.exec(name)?.[1];
      if (/ (?:release|blocked)$/.test(name)) return { further: new Set(), isSilent: true };
      if (name === `${process} dies`) {
        const end = this.#numbers.ends.get(process);
        return { first: new Set(end === undefined ? [] : [end]), further: new Set(), isSilent: false };
      }
      const here = this.#numbers.statements.filter((each) => each.span.source.name === span?.source.name);
      const isFirst = (each: (typeof here)[number]): boolean =>
        each.span.start === span?.start && each.span.end === span.end;
      const isWithin = ({ span: { source, start } }: (typeof here)[number]): boolean => {
        const { line } = positionAt(source, start);
        return what !== undefined && line >= Number(from) && line <= Number(to ?? from);
      };
      const numbersOf = (those: typeof here): Set<number> => new Set(those.map(({ number }) => number));
      const texts = textsIn(name);
      const isNamed = ({ span: { source, start, end } }: (typeof here)[number]): boolean => {
        const text = source.text.slice(start, end).replaceAll(/\s+/g, " ").trim();
        // Jumps and ends of choices are not in the name.
        return /^(?:goto\b.*|break|fi|od)$/.test(text) || texts.some((part) => isBeginning(part, text));
      };
      const isStart = name.endsWith(" start");
      return {
        first: isStart ? undefined : numbersOf(here.filter(isFirst)),
        further: numbersOf(
          isStart ? here : here.filter((each) => isNamed(each) && (receiver !== undefined || isWithin(each))),
        ),
        isSilent: false,
        receiver,
      };
    });
  }
}

/** The statements that the name of a transition lists: `client:12-14 in?x; x = 0` (`lowering/step-name.ts`). */
function textsIn(name: string): string[] {
  const lists = name.replace(/_\d+$/, "").split(" / ");
  return lists.flatMap((list) => list.replace(/^\S+ /, "").split("; "));
}

/** Whether a text is the one that a name shows, which may be shortened, or whose end is not shown. */
function isBeginning(shown: string, text: string): boolean {
  return shown.endsWith("...") ? text.startsWith(shown.slice(0, -3)) : shown === text;
}

function isSame(run: Run, initial: State, steps: readonly Step[]): boolean {
  return (
    run.initial.join() === initial.join() &&
    run.steps.length === steps.length &&
    run.steps.every((step, i) => sameStep(step, steps[i]!))
  );
}
