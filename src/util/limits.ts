/** The limits of a run, and how long-running work checks them. */

export interface Limits {
  readonly maxStates?: number | undefined;
  /** Like `maxStates`, but states in the middle of a step count too if they are stored. */
  readonly maxStored?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether someone outside wants the run to end. It is polled where no signal can arrive, within synchronous work. */
  readonly isInterrupted?: (() => boolean) | undefined;
  /** The bytes in use, as far as the platform knows; a compiled search counts its own store. */
  readonly memoryInUse?: (() => number) | undefined;
  /**
   * Called when long work before a search begins, such as reading, finding symmetries or compiling, and about ten times
   * a second while it goes on. The detail says how far it is.
   */
  readonly onPhase?: ((phase: string, detail: string | undefined) => void) | undefined;
}

/** Why a run ended before it was complete. */
export type Limit = "states" | "memory" | "time" | "cancelled";

/** Ends work in the middle. The caller of the work says what is left undecided. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly limit: Limit;
  constructor(limit: Limit) {
    super(`stopped: ${limit}`);
    this.limit = limit;
  }
}

/** The limit that an exception stands for, if any: a limit of the run, or one of the machine. */
export function limitOf(error: unknown): Limit | undefined {
  if (error instanceof Stopped) return error.limit;
  if (error instanceof RangeError && machineLimits.test(error.message)) return "memory";
  if (error instanceof WebAssembly.CompileError && codeLimits.test(error.message)) return "memory";
  return undefined;
}

/** Messages of V8 and other engines when an array, a string, a map, a buffer or the stack cannot grow any further. */
const machineLimits =
  /allocat|out of memory|maximum size|Invalid (?:typed )?array (?:buffer )?length|Invalid string length|call stack|too much recursion/i;

/** The messages of V8 and other engines about code that they have no room for. */
const codeLimits = /> maximum|too (?:large|big|many)|exceeds/i;

/** The limits of one run; its time counts from the construction of the watch. */
export class Watch {
  readonly maxStates: number | undefined;
  readonly maxStored: number | undefined;
  readonly maxMemoryBytes: number | undefined;
  readonly started: number = performance.now();
  private readonly deadline: number;
  private readonly limits: Limits;
  private nextMemoryLook = 0;
  private phase: readonly [phase: string, detail: string | undefined] | undefined;
  private nextPhaseReport = 0;

  constructor(limits: Limits) {
    this.limits = limits;
    this.maxStates = limits.maxStates;
    this.maxStored = limits.maxStored;
    this.maxMemoryBytes = limits.maxMemoryBytes;
    this.deadline = this.started + (limits.timeoutMs ?? Infinity);
  }

  /** The limit that is reached, if any. */
  reached(): Limit | undefined {
    const { signal, isInterrupted } = this.limits;
    if (signal?.aborted === true || isInterrupted?.() === true) return "cancelled";
    const now = performance.now();
    if (this.phase && now >= this.nextPhaseReport) this.report(now);
    if (now >= this.deadline) return "time";
    return this.isOutOfMemory(now) ? "memory" : undefined;
  }

  /** Long work begins. */
  enter(phase: string): void {
    if (!this.limits.onPhase) return;
    this.phase = [phase, undefined];
    this.report(performance.now());
  }

  /** How far the work is. It is reported with the next look at the limits. */
  detail(text: string): void {
    if (this.phase) this.phase = [this.phase[0], text];
  }

  /** The work has ended. */
  leave(): void {
    this.phase = undefined;
  }

  private report(now: number): void {
    this.nextPhaseReport = now + phaseReportMs;
    this.limits.onPhase!(...this.phase!);
  }

  /** @throws Stopped if a limit is reached */
  require(): void {
    const limit = this.reached();
    if (limit !== undefined) throw new Stopped(limit);
  }

  get timeLeftMs(): number | undefined {
    return this.deadline === Infinity ? undefined : Math.max(0, this.deadline - performance.now());
  }

  /** A little time, for the report after a limit is reached. */
  static afterLimit(): Watch {
    return new Watch({ timeoutMs: graceMs });
  }

  /** The same limits, or a little time if one is reached, for the report. */
  extended(): Watch {
    if (this.reached() !== undefined) return Watch.afterLimit();
    const left = this.timeLeftMs;
    return new Watch({ ...this.limits, timeoutMs: left === undefined ? undefined : Math.max(left, graceMs) });
  }

  /** The same limits with at most so many states. */
  within(states: number): Watch {
    const maxStates = Math.min(states, this.maxStates ?? Infinity);
    return new Watch({ ...this.limits, timeoutMs: this.timeLeftMs, maxStates });
  }

  /** The same limits with at most so many stored states. */
  storing(maxStored: number): Watch {
    return new Watch({ ...this.limits, timeoutMs: this.timeLeftMs, maxStored });
  }

  private isOutOfMemory(now: number): boolean {
    const { memoryInUse } = this.limits;
    if (this.maxMemoryBytes === undefined || !memoryInUse || now < this.nextMemoryLook) return false;
    this.nextMemoryLook = now + memoryLookMs;
    return memoryInUse() > this.maxMemoryBytes;
  }
}

/** The time, after a limit, to show the findings so far. */
const graceMs = 100;

/** The least time between two queries of the memory in use, which cost more than a look at the clock. */
const memoryLookMs = 10;

/** The time between two reports of a phase. */
const phaseReportMs = 100;

/** The clock is read once for this many units of work; a unit takes some microseconds at most. */
const unitsBetweenLooks = 256;

let current: Watch | undefined;
let units = unitsBetweenLooks;

/**
 * Runs synchronous work under a watch: `look` inside the work throws when a limit is reached.
 *
 * The watch is not a parameter of every long-running function. Synchronous work is alone in its thread, so one variable
 * is enough.
 *
 * @throws Stopped
 */
export function watched<T>(watch: Watch, work: () => T): T {
  const outer = current;
  current = watch;
  units = 0;
  try {
    look();
    return work();
  } finally {
    current = outer;
    watch.leave();
  }
}

/** Watches everything from now on, for a thread that does one thing only. */
export function watchThread(watch: Watch): void {
  current = watch;
}

/** Every loop that can run long calls this with the work since the last call; it is cheap enough for each round. */
export function look(work = 1): void {
  units -= work;
  if (units >= 0) return;
  units = unitsBetweenLooks;
  current?.require();
}

/** Says what long work is doing, to whoever watches it: `finding symmetries by text`. */
export function enterPhase(phase: string): void {
  current?.enter(phase);
}

/** Says how far it is. */
export function phaseDetail(text: string): void {
  current?.detail(text);
}

/** Lets timers and events run, so that other code can abort a signal. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
