/**
 * The transport of a member on another machine: its messages are letters. What arrives is checked before it reaches a
 * memory: who sent it, to whom, and whether its length is what its head says.
 */

import { smallBin } from "../explicit/member.ts";
import { headerOf, headerWords, kind, messageOf } from "../explicit/message.ts";
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
  private readonly orders: Arrived[] = [];
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
    const message = messageOf(header, payload?.());
    this.mailbox.send(
      to,
      letter.words,
      new Uint8Array(message.buffer as ArrayBuffer, message.byteOffset, message.byteLength),
    );
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
  nextOrder(): Arrived | undefined {
    this.sort();
    return this.orders.shift();
  }

  private sort(): void {
    for (let arrived = this.mailbox.next(); arrived; arrived = this.mailbox.next()) {
      if (arrived.from === coordinator) this.orders.push(arrived);
      else this.open(arrived);
    }
  }

  private open({ from, kind: what, bytes }: Arrived): void {
    if (what !== letter.words || bytes.length % 4 !== 0 || bytes.length < 4 * headerWords) {
      this.refusal ??= "a letter of a member is no message";
      return;
    }
    const message = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    const header = headerOf(message);
    const wrong = this.problem(from, header, message.length - headerWords);
    if (wrong !== undefined) this.refusal ??= wrong;
    else if (header.kind === kind.end) this.pieces.push(message);
    else this.split(header, message);
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

  /** Every shard has room for a message of the least size, whatever the shard of the sender has. */
  private split(header: Header, message: Int32Array): void {
    const each = header.kind === kind.states ? this.stateWords : 1;
    const most = Math.max(1, Math.floor(smallBin / (4 * this.stateWords)));
    if (header.count <= most) {
      this.pieces.push(message);
      return;
    }
    for (let first = 0; first < header.count; first += most) {
      const count = Math.min(most, header.count - first);
      const at = headerWords + first * each;
      this.pieces.push(messageOf({ ...header, count }, message.subarray(at, at + count * each)));
    }
  }
}
