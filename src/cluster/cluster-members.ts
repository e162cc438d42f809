/**
 * The members of a search on other machines, as the search sees them (`team.ts` of the explicit engine).
 *
 * Orders go to all members, and their reports come back. If a member is lost, or letters are, there is a new formation
 * with a higher epoch. Its members begin with nothing, and all orders so far are given again: what they find is
 * deterministic, so the counts must be the same, and that is checked. This costs time, never a state. Who comes later
 * becomes a member before the next level: there is a new formation too, but the members hand over what they have.
 */

import { foldMembers } from "../explicit/fold.ts";
import type { Order, Report } from "../explicit/member.ts";
import { partitionCount } from "../explicit/partition.ts";
import type { Members } from "../explicit/team.ts";
import { sumOf } from "../explicit/totals.ts";
import type { Totals } from "../explicit/totals.ts";
import { InternalError } from "../util/internal-error.ts";
import { Stopped } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { decode, encode, failureSchema, letter, reportIn } from "./letters.ts";
import type { Formation, RemoteOrder } from "./letters.ts";
import type { Recipe } from "./recipe.ts";
import type { Session } from "./session.ts";
import type { WorkerCard } from "./worker-card.ts";

/** A formation must be given up. */
class Disbanded extends Error {
  override readonly name = "Disbanded";
}

/** What was counted before a handover, which does not count again. */
type Carried = Pick<Totals, "transitions" | "enabledSteps" | "takenSteps" | "reducedStates" | "isInexact">;
const nothingCarried: Carried = { transitions: 0, enabledSteps: 0, takenSteps: 0, reducedStates: 0, isInexact: false };

interface Loaded {
  readonly load: Order & { readonly kind: "load" };
  levels: number;
}

interface Entry {
  readonly orders: Order | readonly Order[];
  readonly totals: Totals;
}

export interface ClusterMembersOptions {
  readonly session: Session;
  readonly watch: Watch;
  readonly recipeOf: (order: Order & { readonly kind: "load" }) => Recipe;
  /** Called when something happens that the user may want to know. */
  readonly onEvent: (text: string) => void;
  readonly onProgress: () => void;
}

export class ClusterMembers implements Members {
  memberCount: number;
  private readonly options: ClusterMembersOptions;
  private workers: readonly WorkerCard[] = [];
  /** Whether the formation has obeyed all orders so far. */
  private isCurrent = false;
  private orderNumber = 0;
  private isExpanding = false;
  private wordCount = 0;
  /** The orders that change what members have. */
  private readonly journal: Entry[] = [];
  /** The program of the members and the number of their levels; and what will replace them. */
  private present: Loaded | undefined;
  private next: Loaded | undefined;
  private carried: Carried = nothingCarried;
  private last: readonly Report[] = [];
  private limit: Report["limit"];
  /** How often a worker did not obey a formation. */
  private readonly deaf = new Map<string, number>();

  constructor(options: ClusterMembersOptions) {
    this.options = options;
    this.memberCount = Math.max(1, options.session.rollCall.available.length);
  }

  get meanwhile(): { readonly states: number; readonly transitions: number } | undefined {
    const { session } = this.options;
    // Cards are for progress only: reports alone are exact.
    if (!this.isExpanding || this.last.length === 0) return undefined;
    const names = new Set(this.workers.map(({ name }) => name));
    const cards = session.rollCall.present.filter(
      ({ name, epoch }) => names.has(name) && epoch === session.mailbox.epoch,
    );
    const { stored, transitions } = sumOf(this.last.map(({ totals }) => totals));
    // Cards are older than reports at times.
    return {
      states: Math.max(
        stored,
        cards.reduce((sum, card) => sum + card.states, 0),
      ),
      transitions: Math.max(
        transitions,
        cards.reduce((sum, card) => sum + card.transitions, this.carried.transitions),
      ),
    };
  }

  async order(orders: Order | readonly Order[]): Promise<readonly Report[]> {
    const first = "kind" in orders ? orders : orders[0]!;
    for (;;) {
      if (this.limit !== undefined) return this.limited(first);
      try {
        if (!this.isCurrent) await this.begin();
        else if (first.kind === "expand") await this.welcome();
        this.isExpanding = first.kind === "expand";
        const reports = await this.ask(orders).finally(() => (this.isExpanding = false));
        if (changesStates.has(first.kind)) this.note(orders, first, reports);
        return reports;
      } catch (error) {
        if (!(error instanceof Disbanded)) throw error;
        this.isCurrent = false;
        this.options.onEvent(error.message);
      }
    }
  }

  /** The last counts, with the limit that was reached. */
  private limited({ kind }: Order): readonly Report[] {
    const { limit } = this;
    if (this.last.length === 0 || !changesStates.has(kind)) throw new Stopped(limit!);
    return this.last.map((report) => ({ ...report, limit }));
  }

  end(): void {
    this.isCurrent = false;
  }

  // -------------------------------------------------------------- formations

  /** A formation of all who are there, and all orders again. */
  private async begin(): Promise<void> {
    const { session, watch } = this.options;
    await session.awaitWorkers(watch);
    this.carried = nothingCarried;
    await this.form(session.rollCall.available, 0);
    for (const { orders, totals } of this.journal) {
      const reports = await this.ask(orders);
      if (reports.some(({ limit }) => limit !== undefined)) break;
      requireSame(sumOf(reports.map((report) => report.totals)), totals);
    }
    this.isCurrent = true;
  }

  /** Those who came later become members, before a level begins. */
  private async welcome(): Promise<void> {
    const { rollCall } = this.options.session;
    const known = new Set(this.workers.map(({ name }) => name));
    const newcomers = rollCall.available.filter(({ name }) => !known.has(name));
    const leaving = this.workers.some(({ name }) => rollCall.isLost(name));
    if (newcomers.length === 0 || leaving || !this.present) return;
    const totals = sumOf(this.last.map((report) => report.totals));
    this.options.onEvent(`${newcomers.map(({ name }) => name).join(", ")} joined`);
    await this.form([...this.workers, ...newcomers], this.options.session.mailbox.epoch);
    this.carried = nothingCarried;
    const handed = await foldMembers(this.asMembers(), this.present.load, this.present.levels);
    if (!handed) throw new Disbanded("there was not enough memory to hand states over");
    const { transitions, enabledSteps, takenSteps, reducedStates, isInexact } = totals;
    this.carried = { transitions, enabledSteps, takenSteps, reducedStates, isInexact };
    requireSame({ ...sumOf(handed.map((report) => report.totals)), transitions }, totals);
  }

  private asMembers(): Members {
    return {
      memberCount: this.memberCount,
      order: (orders) => this.ask(orders),
      end: () => {},
    };
  }

  private async form(workers: readonly WorkerCard[], after: number): Promise<void> {
    const { session } = this.options;
    this.workers = workers;
    this.memberCount = workers.length;
    this.orderNumber = 0;
    const inboxes = workers.map(({ inbox }) => inbox);
    const shards = Math.floor(partitionCount / workers.length);
    const memberOf = workers.flatMap((card, member) =>
      new Array<number>(Math.max(1, Math.min(card.shards, shards))).fill(member),
    );
    const epoch = session.nextEpoch(inboxes);
    for (const [self, { inbox }] of workers.entries()) {
      const formation: Formation = { epoch, self, inboxes, memberOf, after };
      await session.command(inbox, { kind: letter.formation, bytes: encode(formation) });
    }
  }

  private note(orders: Order | readonly Order[], first: Order, reports: readonly Report[]): void {
    this.last = reports;
    this.journal.push({ orders, totals: sumOf(reports.map((report) => report.totals)) });
    switch (first.kind) {
      case "load":
        this.next = { load: first, levels: 0 };
        return;
      case "adopt":
        // An order may have more states of the level before.
        if (first.goesOn !== true) this.next!.levels++;
        return;
      case "settle":
        this.present = this.next;
        return;
      case "expand":
        this.present!.levels++;
        return;
      default:
    }
  }

  // -------------------------------------------------------------- orders

  /** Gives an order to this formation, and waits for all reports. */
  private async ask(orders: Order | readonly Order[]): Promise<readonly Report[]> {
    const { mailbox } = this.options.session;
    const number = ++this.orderNumber;
    const given = this.remote(orders);
    given.forEach((order, member) => mailbox.send(member, letter.order, encode({ number, order })));
    mailbox.flush();
    const reports = new Array<Report | undefined>(this.memberCount).fill(undefined);
    while (reports.includes(undefined)) {
      for (let arrived = mailbox.next(); arrived; arrived = mailbox.next()) {
        if (arrived.kind === letter.failure) this.fail(arrived.from, arrived.bytes);
        if (arrived.kind !== letter.report) continue;
        const parsed = reportIn(arrived.bytes, this.wordCount);
        if (!parsed) this.exclude(arrived.from, "its report is malformed");
        if (parsed.number === number) reports[arrived.from] = this.counted(parsed.report, arrived.from);
      }
      if (!reports.includes(undefined)) break;
      if (this.isLimited()) return this.limited("kind" in orders ? orders : orders[0]!);
      this.requireLife();
      await mailbox.change(Math.min(turnMs, (this.options.watch.timeLeftMs ?? turnMs) + 1));
      this.options.onProgress();
    }
    return reports.map((report) => report!);
  }

  /** An order for each member, as it is sent. */
  private remote(orders: Order | readonly Order[]): RemoteOrder[] {
    const { memberCount } = this;
    if ("kind" in orders) {
      if (orders.kind === "load") this.wordCount = orders.program.layout.wordCount;
      const order: RemoteOrder =
        orders.kind === "load" ? { kind: "load", recipe: this.options.recipeOf(orders) } : orders;
      return Array.from({ length: memberCount }, () => order);
    }
    // The states that members shall adopt may have been divided among another number of them.
    const all = orders.flatMap((order) => (order.kind === "adopt" && order.states ? [order.states] : []));
    const { states: _, ...adopt } = orders[0] as Order & { readonly kind: "adopt" };
    return divided(all, this.wordCount, memberCount).map((states) => ({ ...adopt, states }));
  }

  private counted(report: Report, member: number): Report {
    if (member !== 0 || this.carried === nothingCarried) return report;
    const { totals } = report;
    const { transitions, enabledSteps, takenSteps, reducedStates, isInexact } = this.carried;
    return {
      ...report,
      totals: {
        ...totals,
        transitions: totals.transitions + transitions,
        levelTransitions: totals.levelTransitions + transitions,
        enabledSteps: totals.enabledSteps + enabledSteps,
        takenSteps: totals.takenSteps + takenSteps,
        reducedStates: totals.reducedStates + reducedStates,
        isInexact: totals.isInexact || isInexact,
      },
    };
  }

  private isLimited(): boolean {
    const { session, watch } = this.options;
    const limit = session.rollCall.isCancelled ? "cancelled" : watch.reached();
    if (limit === undefined) return false;
    this.limit = limit;
    for (const { inbox } of this.workers) {
      void session.mailbox.command(inbox, { kind: letter.stop, bytes: new Uint8Array(0) }).catch(() => {});
    }
    return true;
  }

  // -------------------------------------------------------------- losses

  private requireLife(): void {
    const { session } = this.options;
    session.requireRedis();
    const names = this.workers.map(({ name }) => name);
    const lost = names.filter((name) => session.rollCall.isLost(name));
    if (lost.length > 0) throw new Disbanded(`${lost.join(", ")} ${lost.length > 1 ? "are" : "is"} lost`);
    if (session.rollCall.isSilent(names, session.mailbox.epoch)) this.breakSilence();
  }

  /** All wait. Letters were lost, or a member does not understand them. */
  private breakSilence(): never {
    const { rollCall, mailbox } = this.options.session;
    for (const [member, { name }] of this.workers.entries()) {
      const card = rollCall.present.find((each) => each.name === name);
      if (!card || card.epoch === mailbox.epoch) continue;
      const times = (this.deaf.get(name) ?? 0) + 1;
      this.deaf.set(name, times);
      if (times > 1) this.exclude(member, "it does not understand the letters of this run; it may have another secret");
    }
    throw new Disbanded("letters were lost");
  }

  private fail(member: number, bytes: Uint8Array): never {
    const failure = decode(failureSchema, bytes);
    if (failure?.isInternal === true) throw new InternalError(`${this.workers[member]!.name}: ${failure.reason}`);
    return this.exclude(member, failure?.reason ?? "its letter is malformed");
  }

  private exclude(member: number, reason: string): never {
    const { name } = this.workers[member]!;
    this.options.session.rollCall.ban(name);
    throw new Disbanded(`${name} cannot take part: ${reason}`);
  }
}

/** The time between two looks at limits and at who is there. */
const turnMs = 100;

const changesStates: ReadonlySet<Order["kind"]> = new Set(["load", "adopt", "settle", "unload", "expand", "pending"]);

/** Equal parts of packed states. */
function divided(all: readonly Int32Array[], wordCount: number, parts: number): Int32Array[] {
  const joined = new Int32Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    joined.set(piece, at);
    at += piece.length;
  }
  const share = wordCount * Math.ceil(joined.length / wordCount / parts);
  return Array.from({ length: parts }, (_, k) => joined.slice(k * share, (k + 1) * share));
}

/** What was done again must give the same. */
function requireSame(found: Totals, before: Totals): void {
  for (const key of ["stored", "expanded", "transitions", "unreduced"] as const) {
    if (found[key] !== before[key]) {
      throw new InternalError(
        `done again, a part of the search gave other counts: ${key} ${found[key]}, not ${before[key]}`,
      );
    }
  }
}
