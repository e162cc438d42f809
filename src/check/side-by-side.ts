/**
 * Does parts of a check, several at once where there are threads, and one after the other otherwise.
 *
 * The results are those of one thread: they are taken in the order of the parts, up to the first that ends the list, and
 * whatever comes after it is dropped. Threads share the memory. A part that its share is not enough for is done again
 * when it is alone.
 */

import type { Channel, Progress, Threads } from "../engine/engine.ts";
import type { Model } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import type { Watch } from "../util/limits.ts";
import { plainOptions } from "./part-thread.ts";
import type { PartAnswer, PartTask } from "./part-thread.ts";
import { doPart, modelOf } from "./part.ts";
import type { Part, PartResult } from "./part.ts";
import type { CheckOptions, Plan } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import { InputError, RequestError } from "./request-error.ts";
import type { PropertyResult } from "./result.ts";

/** The number of stored states from which on a thread pays for a formula. */
const worthThread = 2 ** 17;

/** The time between two looks at the limits, and between two reports of progress. */
const lookMs = 20;
const turnMs = 100;

export interface SideBySide {
  readonly plan: Plan;
  readonly options: CheckOptions;
  readonly watch: Watch;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Whether no further part is needed after this one. */
  readonly isLast?: ((result: PartResult) => boolean) | undefined;
}

export async function doParts(parts: readonly Part[], given: SideBySide): Promise<PartResult[]> {
  const { plan, options, watch, onProgress, isLast = () => false } = given;
  const { threads } = plan;
  const isShared = threads !== undefined && threads.count > 1 && parts.length > 1 && !options.engines;
  const known = isShared ? await sharedParts(parts, threads, given) : [];
  const results: PartResult[] = [];
  for (const [k, part] of parts.entries()) {
    const before = known[k];
    const result = before && !isStarved(before) ? before : await doPart(plan, part, watch, onProgress);
    results.push(result);
    if (isLast(result)) break;
  }
  return results;
}

/**
 * What threads can tell of parts. To start them takes longer than most formulas, so these are tried here first, with few
 * states. Searches of a swarm are large.
 */
async function sharedParts(
  parts: readonly Part[],
  threads: Threads,
  given: SideBySide,
): Promise<readonly (PartResult | undefined)[]> {
  if (parts.some(({ kind }) => kind === "search")) return new Crowd(threads, given).run(parts);
  const known: (PartResult | undefined)[] = [];
  for (const part of parts) {
    const result = await doPart(given.plan, part, given.watch.storing(worthThread), given.onProgress);
    known.push(isCut(result) ? undefined : result);
  }
  const large = parts.filter((_, k) => !known[k]);
  if (large.length < 2) return known;
  const found = await new Crowd(threads, given).run(large);
  return parts.map((part, k) => known[k] ?? found[large.indexOf(part)]);
}

/** Whether more states might help. What is undecided for another reason is found to be so once more. */
function isCut({ properties }: PartResult): boolean {
  return properties.some(({ verdict }) => verdict === "undecided");
}

/** Whether more memory might help. */
function isStarved({ properties, limit }: PartResult): boolean {
  const ofMemory = reasonForLimit("memory");
  return limit === "memory" || properties.some(({ verdict, reason }) => verdict === "undecided" && reason === ofMemory);
}

/** Parts under way in threads. */
class Crowd {
  private readonly threads: Threads;
  private readonly given: SideBySide;
  private readonly results: PartResult[] = [];
  private readonly progress = new Map<number, Progress>();
  private readonly channels = new Map<number, Channel>();

  constructor(threads: Threads, given: SideBySide) {
    this.threads = threads;
    this.given = given;
  }

  async run(parts: readonly Part[]): Promise<readonly (PartResult | undefined)[]> {
    const { watch } = this.given;
    let onLimit = (): void => {};
    let lastTurn = performance.now();
    const timer = setInterval(() => {
      if (watch.reached() !== undefined) onLimit();
      if (performance.now() - lastTurn < turnMs) return;
      lastTurn = performance.now();
      this.report();
    }, lookMs);
    try {
      await new Promise<void>((resolve, reject) => {
        // What is left ends at the limit by itself.
        onLimit = resolve;
        let next = 0;
        const startNext = (): void => {
          // What comes after a part that ends the list is not needed.
          if (next < parts.length && next < this.end(parts.length)) this.start(parts, next++, startNext, reject);
          if (this.isDone(parts.length)) resolve();
        };
        for (let k = 0; k < Math.min(this.threads.count, parts.length); k++) startNext();
      });
    } finally {
      clearInterval(timer);
      for (const channel of this.channels.values()) channel.end();
    }
    return this.results;
  }

  /** The number of parts that are needed, as far as it is known. */
  private end(count: number): number {
    const last = this.results.findIndex((result) => result && this.given.isLast?.(result));
    return last < 0 ? count : last + 1;
  }

  private isDone(count: number): boolean {
    return Array.from({ length: this.end(count) }, (_, k) => this.results[k]).every((result) => result !== undefined);
  }

  private start(parts: readonly Part[], k: number, onEnd: () => void, onError: (error: Error) => void): void {
    const { plan, options, watch } = this.given;
    const part = parts[k]!;
    const { count, memoryBytes } = this.threads;
    const channel = this.threads.open({
      onError,
      onMessage: (message) => {
        const answer = message as PartAnswer;
        if (answer.kind === "progress") this.progress.set(k, answer.progress);
        else if (answer.kind === "failed") onError(new InternalError(answer.message));
        else if (answer.kind === "refused") {
          const { message: text, code, span } = answer;
          onError(code === undefined ? new RequestError(text) : new InputError(code, text, span));
        } else {
          this.results[k] = rebased(answer.result, answer.model, modelOf(plan, part));
          this.channels.get(k)?.end();
          this.channels.delete(k);
          onEnd();
        }
      },
    });
    this.channels.set(k, channel);
    const maxMemoryBytes = Math.floor((watch.maxMemoryBytes ?? memoryBytes) / count);
    const plain = { ...plainOptions(options), maxMemoryBytes, timeoutMs: watch.timeLeftMs };
    channel.send({ kind: "part", model: plan.model, options: plain, part } satisfies PartTask);
  }

  private report(): void {
    const all = [...this.progress.values()];
    if (all.length === 0) return;
    const sum = (of: (progress: Progress) => number | undefined): number =>
      all.reduce((total, each) => total + (of(each) ?? 0), 0);
    this.given.onProgress?.({
      states: sum(({ states }) => states),
      transitions: sum(({ transitions }) => transitions),
      queued: sum(({ queued }) => queued),
      depth: Math.max(...all.map(({ depth = 0 }) => depth)),
      memoryBytes: sum(({ memoryBytes }) => memoryBytes),
      elapsedMs: performance.now() - this.given.watch.started,
      phase: `${this.channels.size} searches side by side`,
    });
  }
}

/** A result whose traces have the transitions of another copy of the model. */
function rebased(result: PartResult, from: Model, to: Model): PartResult {
  const moved = (trace: Trace): Trace => ({
    ...trace,
    steps: trace.steps.map((step) => ({
      ...step,
      transition: to.transitions[from.transitions.indexOf(step.transition)] ?? step.transition,
    })),
  });
  const properties = result.properties.map(({ trace, moreTraces, ...rest }): PropertyResult => ({
    ...rest,
    ...(trace ? { trace: moved(trace) } : {}),
    ...(moreTraces ? { moreTraces: moreTraces.map(moved) } : {}),
  }));
  return { ...result, properties };
}
