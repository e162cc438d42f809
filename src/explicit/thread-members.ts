/**
 * Members in threads of their own: this side starts them, passes orders on, and ends them.
 *
 * The platform provides threads as channels (`engine.ts`). On the other side of a channel is `serveMember`.
 */

import type { Channel, Threads } from "../engine/engine.ts";
import { InternalError } from "../util/internal-error.ts";
import { watchThread, Watch } from "../util/limits.ts";
import { isWaiting } from "./correspondence.ts";
import { orderFor } from "./local-members.ts";
import type { LocalSetup } from "./local-members.ts";
import { Member } from "./member.ts";
import type { Order, Report } from "./orders.ts";
import { makeRings, RingTransport, stopAll } from "./ring.ts";
import type { Rings } from "./ring.ts";
import type { Members } from "./team.ts";

/** The time between two looks at the limits, and between two reports of progress. */
const lookMs = 20;
const turnMs = 100;

type Message =
  | {
      readonly kind: "setup";
      readonly self: number;
      readonly rings: Rings;
      /** The states and transitions of each member so far. */
      readonly meter: SharedArrayBuffer;
      readonly timeLeftMs: number | undefined;
    }
  | { readonly kind: "order"; readonly order: Order };

export function threadMembers(threads: Threads, given: LocalSetup): Members {
  return new ThreadMembers(threads, given);
}

class ThreadMembers implements Members {
  readonly memberCount: number;
  private readonly channels: readonly Channel[];
  private readonly rings: Rings;
  private readonly meter: Float64Array<SharedArrayBuffer>;
  private readonly given: LocalSetup;
  private isBusy = false;
  /** What to do with the next report of each member, or with an error. */
  private readonly waiting: { readonly resolve: (report: Report) => void; readonly reject: (error: Error) => void }[] =
    [];

  constructor(threads: Threads, given: LocalSetup) {
    const { memberCount, watch } = given;
    this.given = given;
    this.memberCount = memberCount;
    this.rings = makeRings(memberCount);
    const meter = new SharedArrayBuffer(16 * memberCount);
    this.meter = new Float64Array(meter);
    this.channels = Array.from({ length: memberCount }, (_, self) => {
      const channel = threads.open({
        onMessage: (report) => this.waiting[self]?.resolve(report as Report),
        onError: (error) => this.waiting[self]?.reject(error),
      });
      const { rings } = this;
      channel.send({ kind: "setup", self, rings, meter, timeLeftMs: watch.timeLeftMs } satisfies Message);
      return channel;
    });
  }

  get meanwhile(): Members["meanwhile"] {
    if (!this.isBusy) return undefined;
    let [states, transitions] = [0, 0];
    for (let k = 0; k < this.memberCount; k++) {
      states += this.meter[2 * k]!;
      transitions += this.meter[2 * k + 1]!;
    }
    return { states, transitions };
  }

  async order(orders: Order | readonly Order[]): Promise<readonly Report[]> {
    const { watch, onTurn } = this.given;
    this.isBusy = true;
    let lastTurn = performance.now();
    const timer = setInterval(() => {
      if (watch.reached() !== undefined) stopAll(this.rings);
      const now = performance.now();
      if (now - lastTurn < turnMs) return;
      lastTurn = now;
      onTurn?.();
    }, lookMs);
    try {
      const reports = await Promise.all(
        this.channels.map(
          (channel, k) =>
            new Promise<Report>((resolve, reject) => {
              this.waiting[k] = { resolve, reject };
              channel.send({ kind: "order", order: orderFor(orders, k) } satisfies Message);
            }),
        ),
      );
      return reports.map((report) => this.withLimit(report));
    } catch (error) {
      // The others would wait for it.
      this.end();
      throw error;
    } finally {
      clearInterval(timer);
      this.isBusy = false;
    }
  }

  /** A member only knows that it was told to end. */
  private withLimit(report: Report): Report {
    return report.limit === "cancelled" ? { ...report, limit: this.given.watch.reached() ?? report.limit } : report;
  }

  end(): void {
    stopAll(this.rings);
    for (const channel of this.channels) channel.end();
  }
}

/** The thread of a member: obeys the orders that arrive, and answers with reports. */
export function serveMember(answer: (report: Report) => void): (message: unknown) => void {
  let member: Member | undefined;
  let transport: RingTransport | undefined;
  let meter: Float64Array<SharedArrayBuffer> | undefined;
  return (given) => {
    const message = given as Message;
    if (message.kind === "setup") {
      const own = new RingTransport(message.self, message.rings);
      transport = own;
      meter = new Float64Array(message.meter);
      member = new Member(transport);
      watchThread(new Watch({ timeoutMs: message.timeLeftMs, isInterrupted: () => own.isStopped }));
      return;
    }
    if (!member || !transport || !meter) throw new InternalError("an order came before the setup");
    const work = member.obey(message.order);
    for (;;) {
      const step = work.next();
      [meter[2 * transport.self], meter[2 * transport.self + 1]] = member.meter;
      if (step.done === true) {
        answer(step.value);
        return;
      }
      if (step.value === isWaiting) transport.wait();
    }
  };
}
