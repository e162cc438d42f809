/**
 * The names of keys in Redis. All begin with one prefix, to which an ACL can limit a user. What is in braces decides the
 * slot of a Cluster: the values of a run are together, and inboxes are spread over all nodes.
 */

import { RequestError } from "../check/request-error.ts";

export const defaultPrefix = "noether:";

export interface RunKeys {
  readonly record: string;
  /** Who coordinates the run, with a lease. */
  readonly coordinator: string;
  readonly progress: string;
  /** Set if somebody wants the run to end. */
  readonly cancel: string;
  /** The names of workers that have come. */
  readonly workers: string;
  readonly worker: (name: string) => string;
  readonly inbox: (name: string) => string;
}

/** The names of all runs. */
export function runsKey(prefix: string): string {
  return `${prefix}runs`;
}

export function keysOf(prefix: string, run: string): RunKeys {
  const own = `${prefix}{${run}}:`;
  return {
    record: `${own}record`,
    coordinator: `${own}coordinator`,
    progress: `${own}progress`,
    cancel: `${own}cancel`,
    workers: `${own}workers`,
    worker: (name) => `${own}worker:${name}`,
    inbox: (name) => `${prefix}{${run}:${name}}:inbox`,
  };
}

export function isRunName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}

/**
 * Names of runs are parts of keys, and of the names of files.
 *
 * @throws RequestError
 */
export function requireRunName(text: string): void {
  if (isRunName(text)) return;
  throw new RequestError("the name of a run has letters, digits and .-_ only, and 64 of them at most");
}
