/** What a search may use up, and how it says that it did. */

export interface Limits {
  readonly maxStates?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Why a search ended before it had seen every state. */
export type Limit = "states" | "memory" | "time" | "cancelled";

/** Lets timers and events run: a signal can only be aborted by code that gets its turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
