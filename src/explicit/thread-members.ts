/**
 * Members in threads of their own: this side starts them, passes orders on, and ends them.
 *
 * The platform provides threads as channels (`engine.ts`). On the other side of a channel is `serveMember`. Threads that
 * can share memory exchange states through rings there, others through message ports.
 */

import type { Channel, Threads } from "../engine/engine.ts";
import { InternalError } from "../util/internal-error.ts";
import { watchThread, Watch } from "../util/limits.ts";
import { isWaiting } from "./correspondence.ts";
import { orderFor } from "./local-members.ts";
import type { LocalSetup } from "./local-members.ts";
import { Member } from "./member.ts";
import type { Order, Report } from "./orders.ts";
import { makePorts, PortTransport } from "./port-transport.ts";
import type { Port } from "./port-transport.ts";
import { makeRings, RingTransport, stopAll } from "./ring.ts";
import type { Rings } from "./ring.ts";
import type { Members } from "./team.ts";

/** The time between two looks at the limits, and between two reports of progress. */
const lookMs = 20;
const turnMs = 100;

/** What connects a member to the others. */
type Link =
  | { readonly kind: "rings"; readonly rings: Rings }
  | { readonly kind: "ports"; readonly memberCount: number; readonly ports: readonly (Port | undefined)[] };

/** What a thread is told. */
export type MemberMessage =
  | {
      readonly kind: "setup";
      readonly self: number;
      readonly link: Link;
      readonly timeLeftMs: number | undefined;
    }
  | { readonly kind: "order"; readonly order: Order }
  /** Members with ports are told to end by a message. */
  | { readonly kind: "stop" };

/** What it answers: its report after an order, and its counts meanwhile. */
type MemberAnswer =
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "meter"; readonly states: number; readonly transitions: number };

export function threadMembers(threads: Threads, given: LocalSetup): Members {
  return new ThreadMembers(threads, given);
}

class ThreadMembers implements Members {
  readonly memberCount: number;
  private readonly channels: readonly Channel[];
  /** Absent if threads cannot share memory. */
  private readonly rings: Rings | undefined;
  private readonly meters: { readonly states: number; readonly transitions: number }[] = [];
  private readonly given: LocalSetup;
  private isBusy = false;
  /** What to do with the next report of each member, or with an error. */
  private readonly waiting: { readonly resolve: (report: Report) => void; readonly reject: (error: Error) => void }[] =
    [];

  constructor(threads: Threads, given: LocalSetup) {
    const { memberCount, watch } = given;
    this.given = given;
    this.memberCount = memberCount;
    this.rings = threads.sharesMemory ? makeRings(memberCount) : undefined;
    const allPorts = this.rings ? [] : makePorts(memberCount);
    this.channels = Array.from({ length: memberCount }, (_, self) => {
      const channel = threads.open({
        onMessage: (message) => this.hear(self, message as MemberAnswer),
        onError: (error) => this.waiting[self]?.reject(error),
      });
      const ports = allPorts[self] ?? [];
      const link: Link = this.rings ? { kind: "rings", rings: this.rings } : { kind: "ports", memberCount, ports };
      channel.send(
        { kind: "setup", self, link, timeLeftMs: watch.timeLeftMs } satisfies MemberMessage,
        // There is a gap where the port to itself would be.
        ports.filter((port) => port !== undefined),
      );
      return channel;
    });
  }

  private hear(self: number, answer: MemberAnswer): void {
    if (answer.kind === "meter") {
      this.meters[self] = answer;
      return;
    }
    const { stored: states, transitions } = answer.report.totals;
    this.meters[self] = { states, transitions };
    this.waiting[self]?.resolve(answer.report);
  }

  get meanwhile(): Members["meanwhile"] {
    if (!this.isBusy) return undefined;
    let [states, transitions] = [0, 0];
    for (const meter of this.meters) {
      states += meter?.states ?? 0;
      transitions += meter?.transitions ?? 0;
    }
    return { states, transitions };
  }

  async order(orders: Order | readonly Order[]): Promise<readonly Report[]> {
    const { watch, onTurn } = this.given;
    this.isBusy = true;
    let lastTurn = performance.now();
    const timer = setInterval(() => {
      if (watch.reached() !== undefined) this.stop();
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
              channel.send({ kind: "order", order: orderFor(orders, k) } satisfies MemberMessage);
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

  /** Tells all members to end. */
  private stop(): void {
    if (this.rings) stopAll(this.rings);
    else for (const channel of this.channels) channel.send({ kind: "stop" } satisfies MemberMessage);
  }

  end(): void {
    this.stop();
    for (const channel of this.channels) channel.end();
  }
}

/** The thread of a member: obeys the orders that arrive, and answers with reports. */
export function serveMember(answer: (given: unknown) => void): (message: MemberMessage) => void {
  let station: Station | undefined;
  return (message) => {
    if (message.kind === "setup") {
      station = new Station(message, answer);
      return;
    }
    if (!station) throw new InternalError("an order came before the setup");
    if (message.kind === "stop") station.stop();
    else station.obey(message.order);
  };
}

/** A member in its thread. */
class Station {
  private readonly transport: RingTransport | PortTransport;
  private readonly member: Member;
  private readonly answer: (given: MemberAnswer) => void;
  private lastMeter = 0;

  constructor({ self, link, timeLeftMs }: MemberMessage & { kind: "setup" }, answer: (given: MemberAnswer) => void) {
    const transport = transportOf(self, link);
    this.transport = transport;
    this.member = new Member(transport);
    this.answer = answer;
    watchThread(new Watch({ timeoutMs: timeLeftMs, isInterrupted: () => transport.isStopped }));
  }

  stop(): void {
    if (this.transport instanceof PortTransport) this.transport.isStopped = true;
  }

  obey(order: Order): void {
    const work = this.member.obey(order);
    if (this.transport instanceof RingTransport) this.runWithRings(work, this.transport);
    // What goes wrong here is an error of the thread, and not a promise that nobody looks at.
    else this.runWithPorts(work, this.transport).catch((error: unknown) => setTimeout(() => fail(error), 0));
  }

  private runWithRings(work: ReturnType<Member["obey"]>, transport: RingTransport): void {
    for (;;) {
      const step = work.next();
      if (step.done === true) {
        this.answer({ kind: "report", report: step.value });
        return;
      }
      this.tellMeter();
      if (step.value === isWaiting) transport.wait();
    }
  }

  private async runWithPorts(work: ReturnType<Member["obey"]>, transport: PortTransport): Promise<void> {
    for (;;) {
      const step = work.next();
      if (step.done === true) {
        this.answer({ kind: "report", report: step.value });
        return;
      }
      this.tellMeter();
      if (step.value === isWaiting) await transport.arrival();
      else await transport.turn();
      while (transport.isCongested && !transport.isStopped) {
        this.member.receive();
        await transport.arrival();
      }
    }
  }

  private tellMeter(): void {
    const now = performance.now();
    if (now - this.lastMeter < turnMs) return;
    this.lastMeter = now;
    const [states, transitions] = this.member.meter;
    this.answer({ kind: "meter", states, transitions });
  }
}

function transportOf(self: number, link: Link): RingTransport | PortTransport {
  if (link.kind === "rings") return new RingTransport(self, link.rings);
  return new PortTransport(self, link.memberCount, link.ports);
}

function fail(error: unknown): never {
  throw error;
}
