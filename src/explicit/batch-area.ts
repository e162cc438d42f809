import { record } from "../wasm/memory.ts";
import type { Area, Fields, RecordLayout, Regions } from "../wasm/memory.ts";

const length = 128;
/**
 * The size of a cache, which must fit in the second cache of a processor. It is half of that where memory is short, and
 * with symmetries, where there are two.
 */
const cacheBytes = { usual: 2 ** 19, frugal: 2 ** 18 };

/** A successor: its packed words, the number of its origin, space for its hash, and, for `Delivery`, its label. */
interface SuccessorFields extends Fields {
  readonly words: readonly ["i32", number];
  readonly origin: "i32";
  readonly hash: "i64";
  /** The acceptance sets of the edge of the automaton. */
  readonly marks: "i32";
  /** The number of the process that moved. */
  readonly mover: "i32";
}

export interface BatchAreaOptions {
  /** Whether a successor also has marks and a mover. */
  readonly labeled: boolean;
  /** Whether successors are replaced by representatives. */
  readonly symmetric: boolean;
  /** Whether memory is short. */
  readonly frugal: boolean;
}

export function successorLayout(wordCount: number): RecordLayout<SuccessorFields> {
  return record({ words: ["i32", wordCount], origin: "i32", hash: "i64", marks: "i32", mover: "i32" });
}

/** The memory of a batch and its caches. */
export class BatchArea {
  readonly wordCount: number;
  readonly successor: RecordLayout<SuccessorFields>;
  readonly stride: number;
  readonly start: number;
  readonly end: number;
  /** The addresses of the successors that are not in the cache. */
  readonly fresh: Area<"i32">;
  readonly cache: number;
  /** With symmetries: a cache of representatives, behind the other one. */
  readonly representatives: number | undefined;
  readonly cacheBits: number;

  constructor(memory: Regions, wordCount: number, { labeled, symmetric, frugal }: BatchAreaOptions) {
    this.wordCount = wordCount;
    this.successor = successorLayout(wordCount);
    this.stride = labeled ? this.successor.bytes : this.successor.offsets.marks;
    this.start = memory.reserve(length * this.stride);
    this.end = this.start + length * this.stride;
    this.fresh = memory.words(length);
    const bytes = frugal || symmetric ? cacheBytes.frugal : cacheBytes.usual;
    this.cacheBits = Math.max(4, Math.floor(Math.log2(bytes / (4 * wordCount))));
    const reserve = (): number => memory.reserve(4 * wordCount * 2 ** this.cacheBits);
    this.cache = reserve();
    this.representatives = symmetric ? reserve() : undefined;
  }
}
