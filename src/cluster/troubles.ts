/**
 * What Redis refuses to do, and for how long. Each thing that is tried has its own entry, which ends when it succeeds: else
 * what works would hide what does not, or one error that has passed would count for ever.
 */

import { reasonIn } from "./broker.ts";

export interface Trouble {
  readonly reason: string;
  readonly since: number;
}

export class Troubles {
  private readonly all = new Map<string, Trouble>();

  note(what: string, error: unknown): void {
    this.all.set(what, {
      reason: `${reasonIn(error)} (${what})`,
      since: this.all.get(what)?.since ?? performance.now(),
    });
  }

  end(what: string): void {
    this.all.delete(what);
  }

  /** Keeps those of what will be tried again. */
  keep(isTried: (what: string) => boolean): void {
    for (const what of this.all.keys()) if (!isTried(what)) this.all.delete(what);
  }

  /** The one that has lasted longest. */
  get worst(): Trouble | undefined {
    let worst: Trouble | undefined;
    for (const trouble of this.all.values()) if (!worst || trouble.since < worst.since) worst = trouble;
    return worst;
  }
}
