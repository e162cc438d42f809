/**
 * A search by several shards: the side that gives orders to the members (`member.ts`) and adds up their reports.
 *
 * A level is one order, or two with partial-order reduction. What is decided between levels (whether the search ends,
 * whether reduction pays, with which program it goes on) depends on sums and on the least states only. So it does not
 * depend on the number of members or shards.
 */

import type { Limit } from "../util/limits.ts";
import type { Crew } from "./crew.ts";
import { closeFindings, leastFindings } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { status } from "./heap.ts";
import { mergeSamples } from "./level.ts";
import { statesInMessage } from "./orders.ts";
import type { Division, Order, Report } from "./orders.ts";
import type { Shard } from "./shard.ts";
import { isUseless, noTotals, sumOf } from "./totals.ts";
import type { StepsBefore, Totals } from "./totals.ts";

/** All members, in this thread, in others, or on other machines. */
export interface Members {
  readonly memberCount: number;
  /** Gives each member an order, and waits for the reports. The orders are the same, or one for each. */
  order(orders: Order | readonly Order[]): Promise<readonly Report[]>;
  /** Another number whenever other members have the states, who have those of a level in another order. */
  readonly formation?: number | undefined;
  /** The counts while an order is carried out, as far as they are known. */
  readonly meanwhile?: { readonly states: number; readonly transitions: number } | undefined;
  /** Ends them. */
  end(): void;
}

export interface TeamStart {
  readonly division: Division;
  /** The number of the level that comes next. */
  readonly depth: number;
  readonly found: readonly (Finding | undefined)[];
  readonly reports: readonly Report[];
}

export class Team implements Crew {
  readonly members: Members;
  readonly desk: Shard;
  depth: number;
  totals: Totals;
  balance: readonly number[] = [];
  findings: readonly (Finding | undefined)[];
  hasEndedReduction = false;
  stepsBefore: StepsBefore = noTotals;
  limit: Limit | undefined;
  readonly division: Division;
  private isBegun = false;

  constructor(members: Members, desk: Shard, { depth, found, reports, division }: TeamStart) {
    this.division = division;
    this.members = members;
    this.desk = desk;
    this.depth = depth;
    this.findings = found;
    this.totals = sumOf(reports.map(({ totals }) => totals));
    this.note(reports);
    closeFindings(desk, found);
  }

  /** The number of the level that comes next. */
  get nextLevel(): number {
    return this.isBegun ? this.depth + 1 : this.depth;
  }

  /** Expands a level. Afterwards it is `done` if no state is ahead. */
  async expandLevel(): Promise<number> {
    const { reduces } = this.desk.program;
    const isReducing = reduces && !this.hasEndedReduction;
    if (this.isBegun) this.depth++;
    this.isBegun = true;
    await this.give({ kind: "expand", found: this.findings, reduces: isReducing });
    if (reduces && this.limit === undefined) await this.give({ kind: "pending" });
    if (this.limit !== undefined) return status.more;
    if (isReducing) this.hasEndedReduction = isUseless(this.totals, this.stepsBefore);
    return this.totals.stored === this.totals.levelEnd ? status.done : status.more;
  }

  /** The number of transient states that are not expanded yet. */
  async countTransientAhead(): Promise<number> {
    const reports = await this.members.order({ kind: "transient" });
    return reports.reduce((sum, { transientAhead = 0 }) => sum + transientAhead, 0);
  }

  private async give(order: Order): Promise<void> {
    const reports = await this.members.order(order);
    this.totals = sumOf(reports.map(({ totals }) => totals));
    const found = leastFindings(reports.map(({ findings }) => findings));
    this.findings = this.findings.map((known, k) => known ?? (found[k] && { ...found[k], level: this.depth }));
    this.note(reports);
  }

  private note(reports: readonly Report[]): void {
    this.balance = reports.flatMap(({ stored }) => stored);
    this.limit ??= reports.find(({ limit }) => limit !== undefined)?.limit;
  }

  async originsOf(level: number, targets: readonly Int32Array[]): Promise<readonly (Int32Array | undefined)[]> {
    const reports = await this.members.order({ kind: "seek", level, targets });
    const all = reports.map(({ states }) => (states ?? []).map((words) => words && { ...noFinding, words }));
    return leastFindings([targets.map(() => undefined), ...all]).map((finding) => finding?.words);
  }

  async statesOf(level: number): Promise<readonly Int32Array[]> {
    const reports = await this.members.order({ kind: "states", level });
    return reports.flatMap(({ states }) => (states ?? []).flatMap((words) => (words ? [words] : [])));
  }

  async *pieces(level: number): AsyncGenerator<Int32Array> {
    const most = statesInMessage(this.desk.program.layout.wordCount);
    for (let from = 0; ; from += most) {
      const reports = await this.members.order({ kind: "copy", level, from, most });
      const pieces = reports.flatMap(({ states = [] }) => states.flatMap((words) => (words?.length ? [words] : [])));
      if (pieces.length === 0) return;
      yield* pieces;
    }
  }

  async sample(most: number, level?: number): Promise<readonly Int32Array[]> {
    const reports = await this.members.order({ kind: "sample", most, level });
    return mergeSamples(
      reports.map(({ states }) => (states ?? []).flatMap((words) => (words ? [words] : []))),
      most,
    );
  }

  end(): void {
    this.members.end();
  }
}

const noFinding = { level: 0, transition: -1, isPassed: false, state: 0 } as unknown as Omit<Finding, "words">;
