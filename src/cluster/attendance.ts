/**
 * A worker in a run: it compiles the program, belongs to formations, obeys orders and reports.
 *
 * Its work is a generator (`member.ts`), so that between two steps letters arrive and leave. A card with a lease tells the
 * coordinator that the worker lives, and whether it waits. Before work that lets no letter through, such as compilation,
 * it takes a longer lease.
 */

import { isWaiting } from "../explicit/correspondence.ts";
import { Member } from "../explicit/member.ts";
import type { Division, Order, Report } from "../explicit/orders.ts";
import { partitionCount } from "../explicit/partition.ts";
import { InternalError } from "../util/internal-error.ts";
import { Watch, watched } from "../util/limits.ts";
import { isOutOfMemory, reasonIn } from "./broker.ts";
import type { Broker } from "./broker.ts";
import { passFaultPoint } from "./fault-point.ts";
import type { FaultPoint } from "./fault-point.ts";
import type { RunKeys } from "./keys.ts";
import { encode, encodeReport, formationIn, letter, orderIn } from "./letters.ts";
import type { Failure, Formation, NumberedReport, RemoteOrder, Shape } from "./letters.ts";
import { MailTransport } from "./mail-transport.ts";
import { coordinator, Mailbox } from "./mailbox.ts";
import { Kitchen } from "./recipe.ts";
import { keyOf } from "./run-record.ts";
import type { RunRecord } from "./run-record.ts";
import { LogError, pieceWords } from "./state-log.ts";
import type { LogPiece, StateLog, Storage } from "./state-log.ts";
import { writtenCard } from "./worker-card.ts";
import type { WorkerCard } from "./worker-card.ts";

/** So many times the usual lease while nothing is heard of a worker. */
export const patientLeases = 20;
/** The lease of a coordinator is that long too. If it has ended, or Redis forgot it, so many usual leases are enough. */
const abandonedLeases = 3;
/** The time between two looks at letters while states are expanded. */
const turnMs = 5;
const idleMs = 200;
/** Redis may be out of reach when a worker leaves. */
const farewellMs = 500;
const mostShards = 64;

export interface AttendanceOptions {
  readonly broker: Broker;
  readonly run: string;
  readonly keys: RunKeys;
  readonly record: RunRecord;
  readonly name: string;
  readonly secret: string;
  /** The most memory for states. */
  readonly maxMemoryBytes: number;
  /** Where states are kept for others, should this worker be lost. */
  readonly storage?: Storage | undefined;
  readonly isEnding: () => boolean;
  /** Called with what Redis refuses. */
  readonly onTrouble: (reason: string) => void;
}

/** Why a worker leaves a run. */
export type Departure = "dismissed" | "abandoned" | "unreachable" | "ended";

export class Attendance {
  private readonly options: AttendanceOptions;
  private readonly key: Buffer;
  private readonly mailbox: Mailbox;
  private readonly kitchen: Kitchen;
  private formation: Formation | undefined;
  private member: Member | undefined;
  private transport: MailTransport | undefined;
  private shape: Shape | undefined;
  private readonly log: StateLog | undefined;
  /** The levels that it has expanded. */
  levelCount = 0;
  private order = 0;
  private isIdle = false;
  private isWaiting = false;
  private isStopped = false;
  /** Pieces of work so far: it grows while this worker gets on, and not while it waits for a disk, or for letters. */
  private steps = 0;
  /** Its next card is good for so many leases. */
  private leases = 1;
  private departure: Departure | undefined;
  private seenCoordinator = performance.now();

  constructor(options: AttendanceOptions) {
    const { broker, record, keys, name, secret, storage } = options;
    this.options = options;
    this.log = storage?.logOf(this.logFolder, name);
    this.kitchen = new Kitchen(record.contents);
    this.key = keyOf(record, secret);
    this.mailbox = new Mailbox(broker, this.key, keys.inbox(name));
  }

  /** Different for each run, and the same for all its workers. */
  private get logFolder(): string {
    const { run, record } = this.options;
    return `${run}-${record.nonce.slice(0, 16)}`;
  }

  async attend(): Promise<Departure> {
    const { broker, keys, record, name, storage } = this.options;
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.patiently(() => this.kitchen.read());
      await this.renew();
      passFaultPoint("joined");
      timer = setInterval(() => void this.renew(), record.leaseMs / 3);
      while (this.departure === undefined) await this.turn();
      return this.departure;
    } finally {
      clearInterval(timer);
      this.mailbox.end();
      await this.log?.close();
      // As long as the run goes on, others may need what this worker has written.
      if (this.departure === "dismissed" || this.departure === "abandoned") await storage?.remove(this.logFolder);
      // What is still on its way may arrive after its receiver has left.
      const others = [...(this.formation?.inboxes ?? []), keys.inbox("coordinator")];
      const farewell = Promise.all([
        broker.drop(keys.workers, name),
        broker.remove(keys.worker(name), this.mailbox.inbox),
        ...others.map((inbox) => broker.keep(inbox, patientLeases * record.leaseMs)),
      ]);
      await Promise.race([farewell.catch(() => {}), new Promise((resolve) => setTimeout(resolve, farewellMs))]);
    }
  }

  private async turn(): Promise<void> {
    const { mailbox } = this;
    this.obeyCommands();
    if (this.departure !== undefined) return;
    const next = this.transport?.nextOrder();
    if (next) {
      this.isIdle = false;
      await this.obey(next);
    } else {
      this.isIdle = mailbox.hasSentAll;
      await this.rest(idleMs);
    }
  }

  // -------------------------------------------------------------- commands

  private obeyCommands(): void {
    const { broker, record, isEnding } = this.options;
    if (isEnding()) this.departure ??= "ended";
    if (broker.unreachableMs > patientLeases * record.leaseMs) this.departure ??= "unreachable";
    for (let command = this.mailbox.nextCommand(); command; command = this.mailbox.nextCommand()) {
      if (command.kind === letter.dismissal) this.departure = "dismissed";
      else if (command.kind === letter.stop) this.isStopped = true;
      else if (command.kind === letter.formation) {
        const formation = formationIn(command.bytes);
        if (formation && formation.epoch > this.mailbox.epoch) this.form(formation);
      }
    }
  }

  private form(formation: Formation): void {
    const { epoch, self, inboxes, memberOf, after } = formation;
    // What is left of an older formation is unfinished work.
    const previous = this.formation?.epoch === after ? this.member : undefined;
    this.formation = formation;
    this.mailbox.enter({ epoch, self, inboxes, coordinatorInbox: this.options.keys.inbox("coordinator") });
    this.transport = new MailTransport(this.mailbox, self, inboxes.length, memberOf);
    this.member = new Member(this.transport, previous);
    this.shape = undefined;
    this.order = 0;
    this.isStopped = false;
    passFaultPoint("formed");
  }

  // -------------------------------------------------------------- orders

  private async obey(bytes: Uint8Array): Promise<void> {
    const { formation } = this;
    try {
      const numbered = orderIn(bytes, this.shape);
      if (!numbered) throw new Error("an order is malformed");
      const { number, logs } = numbered;
      this.order = number;
      const order = await this.ready(numbered.order);
      const report = order && (await this.carryOut(order));
      if (this.formation !== formation || !report) return;
      const logged = logs && report.limit === undefined ? await this.write(...logs) : undefined;
      if (this.formation !== formation) return;
      await this.answer(letter.report, encodeReport({ number, report, logged }));
      passFaultPoint("reported");
    } catch (error) {
      if (this.formation !== formation) return;
      const reason = error instanceof Error ? error.message : String(error);
      const of = error instanceof InternalError ? "bug" : error instanceof LogError ? "log" : "worker";
      await this.answer(letter.failure, encode({ reason, of } satisfies Failure));
    } finally {
      this.leases = 1;
    }
  }

  private async answer(kind: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.mailbox.send(coordinator, kind, bytes);
    this.mailbox.flush();
    await this.sentAll();
  }

  /** The order, with the program or the states in it. */
  private async ready(order: RemoteOrder): Promise<Order> {
    if (order.kind === "load") return this.loading(order);
    if (order.kind === "read") return this.reading(order);
    // It counts all states without a pause.
    if (order.kind === "settle") await this.takeTime(patientLeases);
    if (order.kind === "expand") this.levelCount++;
    passFaultPoint(pointOf[order.kind] ?? "seeking");
    return order;
  }

  private async loading({ recipe, territory }: RemoteOrder & { readonly kind: "load" }): Promise<Order> {
    passFaultPoint("loading");
    const program = await this.patiently(() => this.kitchen.programOf(recipe));
    if (!program) throw new Error("this worker compiles another program of the same text");
    const { wordCount } = program.layout;
    if (territory && territory.mask.length !== wordCount) {
      throw new Error("owners are told by bits that states do not have");
    }
    if (territory && territory.weights.length !== partitionCount) throw new Error("partitions are missing");
    const module = await WebAssembly.compile(program.bytes);
    passFaultPoint("loaded");
    this.transport!.expect(program);
    this.shape = { wordCount, mostTargets: program.questionCount + 2 };
    return { kind: "load", program, module, division: { ...this.division, territory } };
  }

  // -------------------------------------------------------------- logs

  private async reading({ level, goesOn, pieces }: RemoteOrder & { readonly kind: "read" }): Promise<Order> {
    const { storage } = this.options;
    passFaultPoint("reading");
    const states = new Int32Array(pieces.reduce((sum, { words }) => sum + words, 0));
    let at = 0;
    for (const piece of pieces) {
      if (!storage) throw new LogError("this worker has no storage");
      states.set(await storage.read(piece), at);
      at += piece.words;
      this.steps++;
    }
    return { kind: "adopt", level, goesOn, states };
  }

  /** Writes the states of some levels. What was written is safe afterwards. */
  private async write(first: number, end: number): Promise<NumberedReport["logged"]> {
    const { log, formation } = this;
    if (!log) return "it has no storage";
    const most = Math.max(1, Math.floor(pieceWords / this.shape!.wordCount));
    const levels: LogPiece[][] = [];
    try {
      for (let level = first; level < end; level++) {
        const pieces: LogPiece[] = [];
        levels.push(pieces);
        for (let from = 0; ; from += most) {
          const states = this.member!.copyOf(level, from, most);
          if (states.length === 0) break;
          pieces.push(await log.append(states));
          this.steps++;
          this.obeyCommands();
          if (this.formation !== formation || this.departure !== undefined) return undefined;
        }
      }
      await log.sync();
    } catch (error) {
      if (error instanceof LogError) return error.message;
      throw error;
    }
    passFaultPoint("logged");
    return levels;
  }

  // -------------------------------------------------------------- work

  /** Shards are divided by the formation, and the memory of this worker among its shards. */
  private get division(): Division {
    const { memberOf, self } = this.formation!;
    const shardCount = memberOf.filter((member) => member === self).length;
    return { memberOf, shardBytes: Math.floor(this.options.maxMemoryBytes / Math.max(1, shardCount)) };
  }

  private async carryOut(order: Order): Promise<Report | undefined> {
    const { mailbox, formation } = this;
    let isInside = false;
    // The member itself ends at a limit: it tells the others.
    const watch = new Watch({ isInterrupted: () => isInside && this.isStopped });
    const work = this.member!.obey(order);
    const next = (): ReturnType<typeof work.next> => {
      isInside = true;
      return work.next();
    };
    for (let lastTurn = performance.now(); ;) {
      isInside = false;
      const step = watched(watch, next);
      if (this.transport!.refusal !== undefined) throw new Error(this.transport!.refusal);
      if (step.done === true) {
        mailbox.flush();
        await this.sentAll();
        if (order.kind === "adopt") passFaultPoint("adopted");
        if (order.kind === "settle") await this.takeTime(1);
        passFaultPoint("sent");
        return step.value;
      }
      if (step.value === isWaiting) {
        passFaultPoint("waiting");
        mailbox.flush();
        this.isIdle = mailbox.hasSentAll;
        await this.rest(idleMs);
        this.isIdle = false;
      } else {
        passFaultPoint("slice");
        this.steps++;
        if (mailbox.isCrowded) await this.awaitRoom();
        else if (performance.now() - lastTurn > turnMs) await new Promise((resolve) => setImmediate(resolve));
        else continue;
      }
      lastTurn = performance.now();
      this.obeyCommands();
      if (this.formation !== formation || this.departure !== undefined) return undefined;
    }
  }

  /** Takes what arrives until what was sent has left: else two members could wait for each other. */
  private async awaitRoom(): Promise<void> {
    const { formation } = this;
    while (this.mailbox.isCrowded && this.formation === formation && this.departure === undefined) {
      this.member!.receive();
      await this.rest(turnMs);
      this.obeyCommands();
    }
  }

  private async rest(ms: number): Promise<void> {
    this.isWaiting = true;
    await this.mailbox.change(ms);
    this.isWaiting = false;
  }

  private async sentAll(): Promise<void> {
    const { formation } = this;
    while (!this.mailbox.hasSentAll && this.formation === formation && this.departure === undefined) {
      await this.rest(idleMs);
      this.obeyCommands();
    }
  }

  // -------------------------------------------------------------- lease

  private get card(): WorkerCard {
    const { mailbox, order, isIdle, isWaiting } = this;
    const { sent, received, refused, lastRefusal, epoch } = mailbox;
    const trouble = mailbox.troubles.worst;
    const [states, transitions] = this.member?.meter ?? [0, 0];
    return {
      name: this.options.name,
      inbox: mailbox.inbox,
      shards: shardsFor(this.options.maxMemoryBytes),
      ...(this.options.storage ? { storage: this.options.storage.id } : {}),
      epoch,
      order,
      isIdle,
      isWaiting,
      steps: this.steps,
      sent,
      received,
      refused,
      ...(lastRefusal === undefined ? {} : { lastRefusal }),
      ...(trouble ? { trouble: trouble.reason.slice(0, 200), troubleMs: performance.now() - trouble.since } : {}),
      states,
      transitions,
    };
  }

  /** Work that may let nothing through for a long time. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    await this.takeTime(patientLeases);
    try {
      return await work();
    } finally {
      await this.takeTime(1);
    }
  }

  private async takeTime(leases: number): Promise<void> {
    this.leases = leases;
    await this.beat();
  }

  private async beat(): Promise<void> {
    const { broker, keys, record, name, onTrouble } = this.options;
    const leaseMs = this.leases * record.leaseMs;
    // It does not wait for anything.
    if (this.leases > 1) this.steps++;
    const key = keys.worker(name);
    const renewed = broker
      .set(key, writtenCard(this.card, this.key), leaseMs)
      .catch((error: unknown) => {
        // Without memory Redis accepts no value, but a longer life of one.
        if (isOutOfMemory(error)) return broker.keep(key, leaseMs);
        throw error;
      })
      // Without a card it is lost, and comes back with the next one. An old card that stays would say that it works.
      .catch((error: unknown) => {
        if (this.departure === undefined) onTrouble(reasonIn(error));
      });
    // If Redis is away, the work goes on, and whoever ends this worker is heard.
    await Promise.race([renewed, new Promise((resolve) => setTimeout(resolve, record.leaseMs).unref())]);
  }

  private async renew(): Promise<void> {
    const { broker, keys, record, name } = this.options;
    const leasesPassed = (): number => (performance.now() - this.seenCoordinator) / record.leaseMs;
    try {
      await this.beat();
      // Before what a full server refuses: the end of a run must be seen.
      const nonce = await broker.get(keys.coordinator);
      if (nonce === record.nonce) this.seenCoordinator = performance.now();
      else if (nonce !== undefined || leasesPassed() > abandonedLeases) this.departure ??= "abandoned";
      await broker.keep(this.mailbox.inbox, patientLeases * record.leaseMs);
      await broker.add(keys.workers, name);
    } catch (error) {
      // It is tried again, but not for ever: there may be other runs.
      this.options.onTrouble(reasonIn(error));
      if (leasesPassed() > patientLeases) this.departure ??= "unreachable";
    }
  }
}

/** A shard has at most 4 GiB. */
function shardsFor(bytes: number): number {
  return Math.min(mostShards, Math.max(1, Math.ceil(bytes / 2 ** 32)));
}

/** The points at which orders begin; the others only look at states. */
const pointOf: Readonly<Partial<Record<string, FaultPoint>>> = {
  adopt: "adopting",
  settle: "settled",
  expand: "expanding",
  pending: "pending",
  copy: "copying",
};
