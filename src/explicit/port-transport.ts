/**
 * Transport between threads that share no memory, as in a page without cross-origin isolation: a message channel for
 * each pair of members. Buffers change hands and are not copied.
 *
 * A thread hears of messages only between two slices of its work, when it waits for an arrival or takes a turn. Whoever
 * takes messages returns credits, the number of their words. A sender whose words are not taken waits for credits between
 * two slices, so that what is under way stays bounded by a slice.
 */

import { messageOf } from "./message.ts";
import type { Header } from "./message.ts";
import type { Transport } from "./transport.ts";

/** A message port of the platform. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  addEventListener(kind: "message", listener: (event: { readonly data: unknown }) => void): void;
  start(): void;
}
interface PortPair {
  readonly port1: Port;
  readonly port2: Port;
}

/** The most words under way to a member between two slices, and the words after which a receiver returns credits. */
const mostUnderWay = 2 ** 18;
const creditWords = 2 ** 16;
/** The longest time to wait for an arrival: limits are looked at in between. */
const waitMs = 20;

/** The ports of each member to the others, and none to itself. */
export function makePorts(memberCount: number): Port[][] {
  const ports: Port[][] = Array.from({ length: memberCount }, () => []);
  for (let a = 0; a < memberCount; a++) {
    for (let b = 0; b < a; b++) {
      const { port1, port2 } = portPair();
      ports[a]![b] = port1;
      ports[b]![a] = port2;
    }
  }
  return ports;
}

/** Browsers and Node have this class, and the language does not. */
function portPair(): PortPair {
  return new (globalThis as unknown as { readonly MessageChannel: new () => PortPair }).MessageChannel();
}

export class PortTransport implements Transport {
  readonly self: number;
  readonly memberCount: number;
  /** Set by whoever tells the thread to end. */
  isStopped = false;
  private readonly ports: readonly (Port | undefined)[];
  private readonly underWay: number[];
  private readonly taken: number[];
  private arrived: { readonly from: number; readonly message: Int32Array }[] = [];
  private next = 0;
  private onArrival: () => void = () => {};
  private onTurn: () => void = () => {};
  private readonly turns: PortPair = portPair();

  constructor(self: number, memberCount: number, ports: readonly (Port | undefined)[]) {
    this.self = self;
    this.memberCount = memberCount;
    this.ports = ports;
    this.underWay = new Array<number>(memberCount).fill(0);
    this.taken = new Array<number>(memberCount).fill(0);
    ports.forEach((port, from) => {
      port?.addEventListener("message", ({ data }) => this.hear(from, data as Int32Array | number));
      port?.start();
    });
    this.turns.port1.addEventListener("message", () => this.onTurn());
    this.turns.port1.start();
  }

  private hear(from: number, data: Int32Array | number): void {
    if (typeof data === "number") this.underWay[from]! -= data;
    else this.arrived.push({ from, message: data });
    this.onArrival();
  }

  post(to: number, header: Header, payload: (() => Int32Array) | undefined): void {
    const message = messageOf(header, payload?.());
    this.underWay[to]! += message.length;
    this.ports[to]!.postMessage(message, [message.buffer]);
  }

  take(): Int32Array | undefined {
    if (this.next === this.arrived.length) {
      this.arrived = [];
      this.next = 0;
      return undefined;
    }
    const { from, message } = this.arrived[this.next++]!;
    this.taken[from]! += message.length;
    if (this.taken[from]! >= creditWords) {
      this.ports[from]!.postMessage(this.taken[from]);
      this.taken[from] = 0;
    }
    return message;
  }

  /** Whether a member has not taken what was sent to it. */
  get isCongested(): boolean {
    return this.underWay.some((words) => words > mostUnderWay);
  }

  /** Waits until something arrives, but not for long. */
  async arrival(): Promise<void> {
    if (this.next < this.arrived.length) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.onArrival = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.onArrival = () => {};
  }

  /** Lets messages arrive. Timers would do that as well, but in browsers not at once. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.onTurn = resolve;
      this.turns.port2.postMessage(0);
    });
  }
}
