/** What a run may use up, and how long work looks at that. */

export interface Limits {
  readonly maxStates?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether someone outside wants it to end; asked where a signal cannot arrive, in the middle of work without a break. */
  readonly isInterrupted?: (() => boolean) | undefined;
  /** How many bytes are in use, as far as the platform can tell; what a compiled search stores counts by itself. */
  readonly memoryInUse?: (() => number) | undefined;
}

/** Why something ended before it was done. */
export type Limit = "states" | "memory" | "time" | "cancelled";

/** Ends work in the middle. Whoever started the work says what is left undecided. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly limit: Limit;
  constructor(limit: Limit) {
    super(`stopped: ${limit}`);
    this.limit = limit;
  }
}

/** The limit that ended some work, if that is what was thrown: one that was looked at, or one of the machine. */
export function limitOf(error: unknown): Limit | undefined {
  if (error instanceof Stopped) return error.limit;
  if (error instanceof RangeError && machineLimits.test(error.message)) return "memory";
  return undefined;
}

/** What V8 and others say when an array, a string, a map, a buffer or the stack cannot grow any further. */
const machineLimits =
  /allocat|out of memory|maximum size|Invalid (?:typed )?array (?:buffer )?length|Invalid string length|call stack|too much recursion/i;

/** The limits of one run, from now on: time is counted from here. */
export class Watch {
  readonly maxStates: number | undefined;
  readonly maxMemoryBytes: number | undefined;
  readonly started: number = performance.now();
  private readonly deadline: number;
  private readonly limits: Limits;
  private nextMemoryLook = 0;

  constructor(limits: Limits) {
    this.limits = limits;
    this.maxStates = limits.maxStates;
    this.maxMemoryBytes = limits.maxMemoryBytes;
    this.deadline = this.started + (limits.timeoutMs ?? Infinity);
  }

  /** The limit that is reached, if one is. */
  reached(): Limit | undefined {
    const { signal, isInterrupted } = this.limits;
    if (signal?.aborted === true || isInterrupted?.() === true) return "cancelled";
    const now = performance.now();
    if (now >= this.deadline) return "time";
    return this.isOutOfMemory(now) ? "memory" : undefined;
  }

  /** @throws Stopped if a limit is reached */
  require(): void {
    const limit = this.reached();
    if (limit !== undefined) throw new Stopped(limit);
  }

  get timeLeftMs(): number | undefined {
    return this.deadline === Infinity ? undefined : Math.max(0, this.deadline - performance.now());
  }

  /** For what must still be said when a limit is reached: the same limits, with a little time more. */
  extended(): Watch {
    if (this.reached() !== undefined) return new Watch({ timeoutMs: graceMs });
    const left = this.timeLeftMs;
    return new Watch({ ...this.limits, timeoutMs: left === undefined ? undefined : Math.max(left, graceMs) });
  }

  private isOutOfMemory(now: number): boolean {
    const { memoryInUse } = this.limits;
    if (this.maxMemoryBytes === undefined || !memoryInUse || now < this.nextMemoryLook) return false;
    this.nextMemoryLook = now + memoryLookMs;
    return memoryInUse() > this.maxMemoryBytes;
  }
}

/** How long it may take, after a limit, to show what was found before. */
const graceMs = 100;

/** Asking the platform for the memory in use costs more than a look at the clock. */
const memoryLookMs = 10;

/** A look at the clock for so many units of work: some microseconds each at most. */
const unitsBetweenLooks = 256;

let current: Watch | undefined;
let units = unitsBetweenLooks;

/**
 * Runs work, without a break, under a watch: `look` inside it ends it when a limit is reached.
 *
 * The watch is not a parameter of everything that may run long: what runs without a break is alone in its thread, so one variable serves.
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
  }
}

/** Watches everything from now on: for a thread that does one thing only. */
export function watchThread(watch: Watch): void {
  current = watch;
}

/** Called in every loop that can run long, with the work since the last call; cheap enough for each round. */
export function look(work = 1): void {
  units -= work;
  if (units >= 0) return;
  units = unitsBetweenLooks;
  current?.require();
}

/** Lets timers and events run: a signal can only be aborted by code that gets its turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
