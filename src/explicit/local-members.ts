/** Members in this thread, which take turns. One member may have several shards: then there is more memory than one has. */

import { pause, Stopped, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { Member } from "./member.ts";
import type { Order, Report } from "./orders.ts";
import type { Members } from "./team.ts";
import { localTransports } from "./transport.ts";

/** The time after which other code may run. */
const turnMs = 100;

export interface LocalSetup {
  readonly memberCount: number;
  readonly watch: Watch;
  /** Called about ten times a second. */
  readonly onTurn?: (() => void) | undefined;
}

export function localMembers({ memberCount, watch, onTurn }: LocalSetup): Members {
  const members = localTransports(memberCount).map((transport) => new Member(transport));
  let lastTurn = performance.now();
  return {
    memberCount,
    order: async (orders) => {
      const work = members.map((member, k) => member.obey(orderFor(orders, k)));
      const reports: (Report | undefined)[] = members.map(() => undefined);
      for (let left = members.length; left > 0;) {
        try {
          left -= watched(watch, () => runAll(work, reports));
        } catch (error) {
          if (!(error instanceof Stopped)) throw error;
          return members.map((member) => member.stoppedAt(error.limit));
        }
        if (performance.now() - lastTurn < turnMs) continue;
        onTurn?.();
        await pause();
        lastTurn = performance.now();
      }
      return reports.map((report) => report!);
    },
    end: () => {},
  };
}

export function orderFor(orders: Order | readonly Order[], member: number): Order {
  return "kind" in orders ? orders : orders[member]!;
}

/** A slice of the work of each member. Returns how many have finished. */
function runAll(work: readonly ReturnType<Member["obey"]>[], reports: (Report | undefined)[]): number {
  let finished = 0;
  work.forEach((own, k) => {
    if (reports[k]) return;
    const step = own.next();
    if (step.done !== true) return;
    reports[k] = step.value;
    finished++;
  });
  return finished;
}
