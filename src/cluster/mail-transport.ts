/**
 * The transport of a member on another machine: its messages are letters. What arrives is checked before it reaches a
 * memory: who sent it, to whom, and whether its length is what its head says.
 */

import { headerOf, headerWords, kind } from "../explicit/message.ts";
import type { Header } from "../explicit/message.ts";
import type { Program } from "../explicit/program.ts";
import type { Transport } from "../explicit/transport.ts";
import { letter } from "./letters.ts";
import { coordinator } from "./mailbox.ts";
import type { Arrived, Mailbox } from "./mailbox.ts";

const limitCount = 5;

export class MailTransport implements Transport {
  readonly self: number;
  readonly memberCount: number;
  /** What is wrong with a message that arrived. */
  refusal: string | undefined;
  private readonly mailbox: Mailbox;
  private readonly memberOf: readonly number[];
  /** Letters of the coordinator that arrived between messages. */
  private readonly orders: Uint8Array[] = [];
  private pieces: Int32Array[] = [];
  private taken = 0;
  private stateWords = 1;

  constructor(mailbox: Mailbox, self: number, memberCount: number, memberOf: readonly number[]) {
    this.mailbox = mailbox;
    this.self = self;
    this.memberCount = memberCount;
    this.memberOf = memberOf;
  }

  /** From now on states of this program are exchanged. */
  expect({ exchange }: Program): void {
    this.stateWords = exchange!.stateBytes / 4;
  }

  post(to: number, header: Header, payload: (() => Int32Array) | undefined): void {
    const { kind: what, phase, from, to: receiver, count } = header;
    const words = payload?.();
    this.mailbox.sendWords(to, letter.words, headerWords + (words?.length ?? 0), (place) => {
      place[0] = what;
      place[1] = phase;
      place[2] = from;
      place[3] = receiver;
      place[4] = count;
      if (words) place.set(words, headerWords);
    });
  }

  take(): Int32Array | undefined {
    if (this.taken === this.pieces.length) {
      this.pieces = [];
      this.taken = 0;
      this.sort();
    }
    return this.pieces[this.taken] && this.pieces[this.taken++];
  }

  /** The next letter of the coordinator. Messages of members that have begun already wait. */
  nextOrder(): Uint8Array | undefined {
    this.sort();
    return this.orders.shift();
  }

  private sort(): void {
    for (let arrived = this.mailbox.next(); arrived; arrived = this.mailbox.next()) {
      if (arrived.from !== coordinator) this.open(arrived);
      else if (arrived.letter.kind === letter.order) this.orders.push(arrived.letter.bytes);
    }
  }

  private open({ from, letter: given }: Arrived): void {
    const message = given.kind === letter.words ? given.words : undefined;
    if (!message || message.length < headerWords) {
      this.refusal ??= "a letter of a member is no message";
      return;
    }
    const wrong = this.problem(from, headerOf(message), message.length - headerWords);
    if (wrong !== undefined) this.refusal ??= wrong;
    else this.pieces.push(message);
  }

  private problem(sender: number, { kind: what, from, to, count }: Header, length: number): string | undefined {
    if (what === kind.end) {
      return from === sender && length === 0 && count >= 0 && count < limitCount
        ? undefined
        : "the end of a phase is malformed";
    }
    if (what !== kind.states && what !== kind.ahead) return "a message is of no known kind";
    if (this.memberOf[from] !== sender || this.memberOf[to] !== this.self) return "a message is for another shard";
    const each = what === kind.states ? this.stateWords : 1;
    return count > 0 && length === count * each ? undefined : "the length of a message is wrong";
  }
}
