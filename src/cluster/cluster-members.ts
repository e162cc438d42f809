/**
 * The members of a search on other machines, as the search sees them (`team.ts` of the explicit engine).
 *
 * Orders go to all members, and their reports come back. If a member is lost, or letters are, there is a new formation
 * with a higher epoch. Its members begin with nothing. They read the states of all levels so far from logs, if workers keep
 * some; else all orders are given again. What they find is deterministic, so the counts must be the same, and that is
 * checked. A loss costs time, never a state. Who comes later becomes a member before the next level: there is a new
 * formation too, but the members hand over what they have.
 */

import { foldMembers } from "../explicit/fold.ts";
import type { Order, Report } from "../explicit/orders.ts";
import { partitionCount } from "../explicit/partition.ts";
import type { Members } from "../explicit/team.ts";
import { sumOf } from "../explicit/totals.ts";
import type { Totals } from "../explicit/totals.ts";
import { InternalError } from "../util/internal-error.ts";
import { Stopped } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { nothingCarried, requireSame, withCarried } from "./carried.ts";
import type { Carried } from "./carried.ts";
import { Catalog } from "./catalog.ts";
import type { Mark } from "./catalog.ts";
import { decode, encode, failureSchema, letter, reportIn } from "./letters.ts";
import type { Formation, NumberedOrder, NumberedReport, RemoteOrder } from "./letters.ts";
import type { Recipe } from "./recipe.ts";
import { ClusterStopped } from "./session.ts";
import type { Session } from "./session.ts";
import type { WorkerCard } from "./worker-card.ts";

/** A formation must be given up. */
class Disbanded extends Error {
  override readonly name = "Disbanded";
  /** Whether it could happen again and again. Who is left out does not come back. */
  readonly isSetback: boolean;
  constructor(message: string, isSetback = true) {
    super(message);
    this.isSetback = isSetback;
  }
}

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
  private readonly catalog = new Catalog();
  private hasToldOfLogs = false;
  private limit: Report["limit"];
  /** How often a worker did not obey a formation. */
  private readonly deaf = new Map<string, number>();
  /** The formations in a row that came no further than the one before. */
  private setbacks = 0;
  /** How far this formation has come, as its cards say. */
  private seen = 0;

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

  get formation(): number {
    return this.options.session.mailbox.epoch;
  }

  async order(orders: Order | readonly Order[]): Promise<readonly Report[]> {
    const first = "kind" in orders ? orders : orders[0]!;
    for (;;) {
      if (this.limit !== undefined) return this.limited(first.kind);
      try {
        if (!this.isCurrent) await this.begin();
        else if (first.kind === "expand") await this.welcome();
        if (this.limit !== undefined) continue;
        this.isExpanding = first.kind === "expand";
        const logs = this.logsAfter(first);
        const answers = await this.answersTo(this.remote(orders), logs).finally(() => (this.isExpanding = false));
        const reports = answers.map(({ report }) => report);
        if (changesStates.has(first.kind)) this.note(orders, first, reports);
        if (!isLimited(reports)) this.commit(first, logs, answers);
        this.setbacks = 0;
        return reports;
      } catch (error) {
        if (error instanceof Stopped && this.last.length > 0) {
          this.limit = error.limit;
          continue;
        }
        if (!(error instanceof Disbanded)) throw error;
        this.isCurrent = false;
        this.options.onEvent(error.message);
        if (error.isSetback && ++this.setbacks >= mostSetbacks) {
          const refusal = this.options.session.lastTrouble;
          throw new ClusterStopped(
            `${mostSetbacks} formations of workers in a row came no further, the last one since ${error.message}${refusal === undefined ? "" : `. Redis last refused: ${refusal}`}`,
          );
        }
      }
    }
  }

  /** The last counts, with the limit that was reached. */
  private limited(kind: RemoteOrder["kind"]): readonly Report[] {
    const { limit } = this;
    if (this.last.length === 0 || !changesStates.has(kind)) throw new Stopped(limit!);
    return this.last.map((report) => ({ ...report, limit }));
  }

  end(): void {
    this.isCurrent = false;
  }

  // -------------------------------------------------------------- formations

  /** A formation of all who are there, with the states up to here: from logs, or by all orders again. */
  private async begin(): Promise<void> {
    const { session, watch } = this.options;
    await session.awaitWorkers(watch);
    const workers = session.rollCall.available.slice(0, mostMembers);
    const { mark } = this.catalog;
    const canRead = mark !== undefined && this.catalog.canBeReadBy(workers);
    await this.form(workers, 0);
    if (canRead) await this.readLogs(mark);
    for (const { orders, totals } of this.journal.slice(canRead ? mark.orders : 0)) {
      const reports = await this.ask(orders);
      if (this.hasReached(reports)) return;
      requireSame(sumOf(reports.map((report) => report.totals)), totals);
    }
    this.isCurrent = true;
  }

  /** Gives the members the states that are in logs. */
  private async readLogs({ load, levels, totals }: Mark): Promise<void> {
    const { catalog, workers } = this;
    if (this.hasReached(await this.ask(load))) return;
    for (let level = 0; level < levels; level++) {
      for (const [round, shares] of catalog.rounds(level, workers).entries()) {
        const orders = shares.map((pieces): RemoteOrder => ({ kind: "read", level, goesOn: round > 0, pieces }));
        if (this.hasReached((await this.answersTo(orders)).map(({ report }) => report))) return;
      }
    }
    const reports = await this.ask({ kind: "settle" });
    if (this.hasReached(reports)) return;
    const found = sumOf(reports.map((report) => report.totals));
    if (found.stored !== totals.stored) {
      catalog.forget();
      throw new Disbanded(`logs have ${found.stored} states, and there were ${totals.stored}`);
    }
    this.carry(found, totals);
    this.options.onEvent(`${totals.stored} states of ${levels} levels were read from logs`);
  }

  /** Whether a limit ends everything, such as the memory of those who are left. */
  private hasReached(reports: readonly Report[]): boolean {
    this.limit ??= reports.find(({ limit }) => limit !== undefined)?.limit;
    return this.limit !== undefined;
  }

  /** Those who came later become members, before a level begins. */
  private async welcome(): Promise<void> {
    const { rollCall } = this.options.session;
    const known = new Set(this.workers.map(({ name }) => name));
    const newcomers = newcomersAmong(rollCall.available, known);
    const leaving = this.workers.some(({ name }) => rollCall.isLost(name));
    if (newcomers.length === 0 || leaving || !this.present) return;
    const totals = sumOf(this.last.map((report) => report.totals));
    this.options.onEvent(`${newcomers.map(({ name }) => name).join(", ")} joined`);
    await this.form([...this.workers, ...newcomers], this.options.session.mailbox.epoch);
    const handed = await foldMembers(this.asMembers(), this.present.load, this.present.levels);
    if (!handed) throw new Disbanded("there was not enough memory to hand states over");
    this.carry(sumOf(handed.map((report) => report.totals)), totals);
  }

  /** What was counted before the members got their states, which they do not count again. */
  private carry(found: Totals, before: Totals): void {
    requireSame({ ...found, transitions: before.transitions }, before);
    this.carried = before;
  }

  private asMembers(): Members {
    return {
      memberCount: this.memberCount,
      order: (orders) => this.ask(orders),
      end: () => {},
    };
  }

  private async form(workers: readonly WorkerCard[], after: number): Promise<void> {
    const { session, watch } = this.options;
    this.workers = workers;
    this.memberCount = workers.length;
    this.carried = nothingCarried;
    this.orderNumber = this.seen = 0;
    const inboxes = workers.map(({ inbox }) => inbox);
    const shards = Math.floor(partitionCount / workers.length);
    const memberOf = workers.flatMap((card, member) =>
      new Array<number>(Math.max(1, Math.min(card.shards, shards))).fill(member),
    );
    const epoch = session.nextEpoch(inboxes);
    for (const [self, { inbox }] of workers.entries()) {
      const formation: Formation = { epoch, self, inboxes, memberOf, after };
      await session.command(inbox, letter.formation, encode(formation), watch);
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

  // -------------------------------------------------------------- logs

  /** The levels that are written with an order that completes one. */
  private logsAfter({ kind }: Order): NumberedOrder["logs"] {
    if (!this.completes(kind)) return undefined;
    const { levels } = this.present!;
    const logs = this.catalog.missing(kind === "expand" ? levels + 1 : levels, this.workers);
    const some = this.workers.filter(({ storage }) => storage !== undefined).length;
    if (!logs && some > 0) this.tellOfLogs("workers do not share one storage");
    return logs;
  }

  /** With partial-order reduction, a level is complete when nothing is pending. */
  private completes(kind: Order["kind"]): boolean {
    return kind === (this.present?.load.program.reduces === true ? "pending" : "expand");
  }

  /** The search can go on from here if logs have all states. */
  private commit({ kind }: Order, logs: NumberedOrder["logs"], answers: readonly NumberedReport[]): void {
    if (!this.completes(kind) && kind !== "settle") return;
    if (logs) {
      const parts = answers.flatMap(({ logged }) => (typeof logged === "object" ? [logged] : []));
      const [problem = "a log was not written"] = answers.flatMap(({ logged }) =>
        typeof logged === "string" ? [logged] : [],
      );
      if (parts.length === answers.length) this.catalog.add(logs[0], parts, this.workers);
      else this.tellOfLogs(problem);
    }
    const { load, levels } = this.present!;
    if (!this.catalog.covers(levels)) return;
    this.catalog.mark = { load, levels, totals: this.journal.at(-1)!.totals, orders: this.journal.length };
  }

  private tellOfLogs(problem: string): void {
    if (!this.hasToldOfLogs) this.options.onEvent(`${problem}: a loss repeats what is not in logs`);
    this.hasToldOfLogs = true;
  }

  // -------------------------------------------------------------- orders

  private async ask(orders: Order | readonly Order[]): Promise<readonly Report[]> {
    return (await this.answersTo(this.remote(orders))).map(({ report }) => report);
  }

  /** Gives an order to each member of this formation, and waits for all reports. */
  private async answersTo(orders: readonly RemoteOrder[], logs?: NumberedOrder["logs"]): Promise<NumberedReport[]> {
    const { mailbox } = this.options.session;
    const number = ++this.orderNumber;
    orders.forEach((order, member) => {
      mailbox.send(member, letter.order, encode({ number, order, logs } satisfies NumberedOrder));
    });
    mailbox.flush();
    const answers = new Array<NumberedReport | undefined>(this.memberCount).fill(undefined);
    while (answers.includes(undefined)) {
      for (let arrived = mailbox.next(); arrived; arrived = mailbox.next()) {
        const { from, letter: given } = arrived;
        if (given.kind === letter.failure) this.fail(from, given.bytes);
        if (given.kind !== letter.report) continue;
        const parsed = reportIn(given.bytes, this.wordCount);
        if (!parsed) this.exclude(from, "its report is malformed");
        if (parsed.number !== number) continue;
        answers[from] = { ...parsed, report: from === 0 ? withCarried(parsed.report, this.carried) : parsed.report };
      }
      if (!answers.includes(undefined)) break;
      if (this.isLimited()) return this.limited(orders[0]!.kind).map((report) => ({ number, report }));
      this.requireLife();
      await mailbox.change(Math.min(turnMs, (this.options.watch.timeLeftMs ?? turnMs) + 1));
      this.options.onProgress();
    }
    return answers.map((answer) => answer!);
  }

  /** An order for each member, as it is sent. */
  private remote(orders: Order | readonly Order[]): RemoteOrder[] {
    const { memberCount } = this;
    if ("kind" in orders) {
      if (orders.kind === "load") this.wordCount = orders.program.layout.wordCount;
      const order: RemoteOrder =
        orders.kind === "load"
          ? { kind: "load", recipe: this.options.recipeOf(orders), territory: orders.division.territory }
          : orders;
      return Array.from({ length: memberCount }, () => order);
    }
    // The states that members shall adopt may have been divided among another number of them.
    const all = orders.flatMap((order) => (order.kind === "adopt" && order.states ? [order.states] : []));
    const { states: _, ...adopt } = orders[0] as Order & { readonly kind: "adopt" };
    return divided(all, this.wordCount, memberCount).map((states) => ({ ...adopt, states }));
  }

  private isLimited(): boolean {
    const { session, watch } = this.options;
    const limit = session.rollCall.isCancelled ? "cancelled" : watch.reached();
    if (limit === undefined) return false;
    this.limit = limit;
    for (const { inbox } of this.workers) {
      void session.mailbox.command(inbox, letter.stop).catch(() => {});
    }
    return true;
  }

  // -------------------------------------------------------------- losses

  private requireLife(): void {
    const { session } = this.options;
    this.look();
    session.requireRedis();
    const names = this.workers.map(({ name }) => name);
    const lost = names.filter((name) => session.rollCall.isLost(name));
    if (lost.length > 0) throw new Disbanded(`${lost.join(", ")} ${lost.length > 1 ? "are" : "is"} lost`);
    const standstill = session.rollCall.standstill(names, session.mailbox.epoch);
    if (standstill === "silence") this.breakSilence();
    if (standstill.length === 0) return;
    for (const name of standstill) session.rollCall.ban(name);
    throw new Disbanded(`${standstill.join(", ")} ${standstill.length > 1 ? "do" : "does"} not get on`, false);
  }

  /** As long as members move, trouble is not the end. */
  private look(): void {
    const { rollCall, mailbox } = this.options.session;
    const names = new Set(this.workers.map(({ name }) => name));
    const seen = rollCall.present
      .filter(({ name, epoch }) => names.has(name) && epoch === mailbox.epoch)
      .reduce((sum, { states, transitions, received }) => sum + states + transitions + received, mailbox.received);
    if (seen > this.seen) this.options.session.moved();
    this.seen = Math.max(this.seen, seen);
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
    if (failure?.of === "bug") throw new InternalError(`${this.workers[member]!.name}: ${failure.reason}`);
    if (failure?.of === "log") {
      this.catalog.forget();
      throw new Disbanded(failure.reason);
    }
    return this.exclude(member, failure?.reason ?? "its letter is malformed");
  }

  private exclude(member: number, reason: string): never {
    const { name } = this.workers[member]!;
    this.options.session.rollCall.ban(name);
    throw new Disbanded(`${name} cannot take part: ${reason}`, false);
  }
}

/** Each member has a shard at least. More workers wait until they are needed. */
export const mostMembers: number = partitionCount;

/** Those who become members now, as far as there is room. */
export function newcomersAmong<T extends { readonly name: string }>(
  available: readonly T[],
  known: ReadonlySet<string>,
): T[] {
  return available.filter(({ name }) => !known.has(name)).slice(0, Math.max(0, mostMembers - known.size));
}

/** So many formations that come no further are the end: else a run could begin again for ever. */
const mostSetbacks = 25;

/** The time between two looks at limits and at who is there. */
const turnMs = 100;

const changesStates: ReadonlySet<RemoteOrder["kind"]> = new Set([
  ...(["load", "adopt", "read", "settle", "unload", "expand", "pending"] as const),
]);

function isLimited(reports: readonly Report[]): boolean {
  return reports.some(({ limit }) => limit !== undefined);
}

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
