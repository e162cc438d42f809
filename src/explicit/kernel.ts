/**
 * The part of a compiled search that is the same for every model, specialised to the size of its states: the set of visited
 * states, the queue, the breadth-first loop.
 *
 * States are records in chunks of memory: the packed words, then the number of the state it was found from. They are
 * numbered in the order they are found, so the queue is just a cursor. The visited set is an extendible hash table (Fagin
 * and others, 1979) of state numbers: segments of 2^16 entries, chosen by the first bits of the hash through a directory. A
 * segment that fills up is split in two; nothing else moves, so growth has no pauses and never needs a second copy of the
 * table. Entries carry four bits of the hash, so that most probes need not look at a state.
 *
 * With fingerprints (hash compaction, Stern and Dill 1995) a record holds the 64-bit hash in place of the packed words, and the
 * words of states still to be explored wait in a queue of recycled chunks.
 *
 * Successors are collected in a batch. Those that a small cache of recent successors knows are dropped: that is most of the
 * duplicates. For the others, the table entries of the whole batch are touched before any is compared, and then the states
 * these point to, so that the cache misses overlap. Guarded by `npm run bench`.
 */

import {
  add, block, branch, call, choose, get, getGlobal, i32, i64, label, leave, load, load64, loop, op, sequence, set, setGlobal, store, store64, tee, when,
} from "../wasm/code.ts"; // prettier-ignore
import type { Code, Global, Local, WasmFunction, WasmModule } from "../wasm/code.ts";

/** What `explore` and `initialize` return. */
export const status = { more: 0, done: 1, stateLimit: 2, memoryLimit: 3, news: 4 } as const;

export interface KernelOptions {
  readonly wordCount: number;
  readonly fingerprints: boolean;
  /** The first free byte of memory. */
  readonly base: number;
}

/** Entries per segment: 2^16, of 4 bytes, behind 16 bytes of header (how many are used; depth). */
const segmentBits = 16;
const segmentHeader = 16;
const segmentBytes = segmentHeader + 4 * 2 ** segmentBits;
/** A segment is split at this load: after that, entries take at most 4 / 0.425 bytes a state. */
const segmentLimit = Math.floor(0.85 * 2 ** segmentBits);
const maximalDepth = 14;
/** State numbers take 28 bits of an entry, less one so that no entry is 0. */
const idBits = 28;
export const maximalStates: number = 2 ** idBits - 2;
const batchLength = 128;
/** The cache of recent successors takes at most this much: it must stay in the processor's own. */
const cacheBytes = 2 ** 18;

export class Kernel {
  readonly module: WasmModule;
  readonly wordCount: number;
  readonly fingerprints: boolean;
  /** Where the next successor of the batch is written: packed words, then the number of its origin. */
  readonly out: Global;
  /** The number of the state being expanded. */
  readonly cursor: Global;
  /** Set when something was found that the driver should look at. */
  readonly news: Global;
  /** Inserts the batch. */
  readonly flush: WasmFunction;
  /** Bytes from one successor in the batch to the next. */
  readonly batchStride: number;
  readonly batchEnd: number;
  /** The first byte that the search may allocate. */
  readonly heapBase: number;

  private readonly count: Global;
  private readonly transitions: Global;
  private readonly level: Global;
  private readonly depth: Global;
  private readonly heap: Global;
  private readonly memoryLimit: Global;
  private readonly stateLimit: Global;
  private readonly stopped: Global;
  private readonly directoryShift: Global;
  private readonly spare: Global;
  private readonly sink: Global;
  private readonly directory: number;
  private readonly chunks: number;
  private readonly batch: number;
  private readonly pending: number;
  private readonly cache: number;
  private readonly cacheBits: number;
  private readonly stride: number;
  private readonly chunkBits: number;
  private readonly keyBytes: number;
  private readonly allocate: WasmFunction;
  private readonly split: WasmFunction;
  private readonly hash: WasmFunction;
  private readonly queue: FrontierQueue | undefined;

  constructor(module: WasmModule, options: KernelOptions) {
    this.module = module;
    this.wordCount = options.wordCount;
    this.fingerprints = options.fingerprints;
    this.keyBytes = options.fingerprints ? 8 : 4 * options.wordCount;
    this.stride = this.keyBytes + 4;
    this.chunkBits = Math.max(4, Math.floor(Math.log2(2 ** 17 / this.stride)));
    this.batchStride = 4 * this.wordCount + 4 + 8 + 4;

    let base = Math.ceil(options.base / 8) * 8;
    this.directory = base;
    base += 4 * 2 ** maximalDepth;
    this.chunks = base;
    base += 4 * Math.min(2 ** (idBits - this.chunkBits), Math.ceil(2 ** 32 / (this.stride * 2 ** this.chunkBits)));
    this.batch = base;
    base += batchLength * this.batchStride;
    this.batchEnd = base;
    this.pending = base;
    base += 4 * batchLength;
    this.cache = base;
    this.cacheBits = Math.max(4, Math.floor(Math.log2(cacheBytes / (4 * this.wordCount))));
    base += 4 * this.wordCount * 2 ** this.cacheBits;
    this.heapBase = Math.ceil(base / 16) * 16;

    this.out = module.global("out", "i32", this.batch);
    this.cursor = module.global("cursor", "i32", 0, true);
    this.count = module.global("count", "i32", 0, true);
    this.transitions = module.global("transitions", "i64", 0, true);
    this.level = module.global("level", "i32", 0);
    this.depth = module.global("depth", "i32", 0, true);
    this.heap = module.global("heap", "i32", this.heapBase, true);
    this.memoryLimit = module.global("memoryLimit", "i32", 0, true);
    this.stateLimit = module.global("stateLimit", "i32", maximalStates, true);
    this.stopped = module.global("stopped", "i32", 0);
    this.news = module.global("news", "i32", 0, true);
    this.directoryShift = module.global("directoryShift", "i64", 63);
    this.spare = module.global("spare", "i32", 0);
    this.sink = module.global("sink", "i32", 0, true);

    this.allocate = this.makeAllocate();
    this.queue = options.fingerprints ? new FrontierQueue(module, this.allocate, 4 * this.wordCount) : undefined;
    this.hash = this.makeHash();
    this.split = this.makeSplit();
    this.flush = this.makeFlush();
    this.makeAddressOf();
  }

  /** Reserves the first two segments; false if there is no memory even for these. */
  start(): Code {
    const segment = (i: number): Code =>
      sequence(
        store(i32(this.directory + 4 * i), call(this.allocate, i32(segmentBytes))),
        when(op("i32.eqz", load(i32(this.directory + 4 * i))), leave(i32(status.memoryLimit))),
        store(load(i32(this.directory + 4 * i)), i32(1), 4),
      );
    return sequence(
      segment(0),
      segment(1),
      setGlobal(this.spare, call(this.allocate, i32(segmentBytes))),
      call(this.makeClearCache()),
    );
  }

  /** Makes the cache empty: fresh memory holds the state of zeros everywhere, which must not be found where it belongs. */
  private makeClearCache(): WasmFunction {
    const f = this.module.function("clear cache");
    const own = f.local("own");
    const h = f.local("h", "i64");
    const again = label("again");
    const first = i32(this.batch);
    f.body = sequence(
      set(h, call(this.hash, first)),
      set(own, this.cacheSlot(h)),
      // Any state that belongs elsewhere will do.
      loop(
        again,
        sequence(
          store(first, add(load(first), i32(1))),
          set(h, call(this.hash, first)),
          branch(again, op("i32.eq", this.cacheSlot(h), get(own))),
        ),
      ),
      store(get(own), load(first)),
      store(first, i32(0)),
    );
    return f;
  }

  private cacheSlot(hash: Local): Code {
    const index = op("i32.wrap_i64", op("i64.shr_u", get(hash), i64(64 - this.cacheBits)));
    return add(op("i32.mul", index, i32(4 * this.wordCount)), i32(this.cache));
  }

  /** `expand` has the address of the packed state to expand as its operand. */
  makeExplore(expand: (source: Code) => Code): WasmFunction {
    const f = this.module.function("explore", { budget: "i32" }, { result: "i32", exported: true });
    const [budget] = f.parameters as [Local];
    const source = f.local("source");
    const again = label("next");
    f.body = sequence(
      setGlobal(this.news, i32(0)),
      loop(
        again,
        sequence(
          // The end of a level is known once the batch is empty.
          when(
            op("i32.eq", getGlobal(this.cursor), getGlobal(this.level)),
            sequence(
              call(this.flush),
              when(op("i32.eq", getGlobal(this.cursor), getGlobal(this.count)), leave(this.limitOr(status.done))),
              setGlobal(this.level, getGlobal(this.count)),
              setGlobal(this.depth, add(getGlobal(this.depth), i32(1))),
            ),
          ),
          when(getGlobal(this.stopped), leave(getGlobal(this.stopped))),
          this.queue ? set(source, call(this.queue.take)) : set(source, this.address(getGlobal(this.cursor))),
          expand(get(source)),
          setGlobal(this.cursor, add(getGlobal(this.cursor), i32(1))),
          when(getGlobal(this.news), sequence(call(this.flush), leave(this.limitOr(status.news)))),
          branch(again, tee(budget, op("i32.sub", get(budget), i32(1)))),
        ),
      ),
      i32(status.more),
    );
    return f;
  }

  limitOr(otherwise: number): Code {
    return op("select", getGlobal(this.stopped), i32(otherwise), getGlobal(this.stopped));
  }

  /** The initial states are all in: they are level 0, and no transition led to them. */
  endInitial(): Code {
    return sequence(
      call(this.flush),
      setGlobal(this.level, getGlobal(this.count)),
      setGlobal(this.transitions, i64(0)),
    );
  }

  /** The address of a state's record. */
  private address(id: Code): Code {
    const scratch = id.kind === "local.get" || id.kind === "global.get" ? id : undefined;
    if (!scratch) throw new TypeError("the number of a state is used twice");
    const chunk = load(op("i32.shl", op("i32.shr_u", id, i32(this.chunkBits)), i32(2)), this.chunks);
    return add(chunk, op("i32.mul", op("i32.and", id, i32(2 ** this.chunkBits - 1)), i32(this.stride)));
  }

  private makeAddressOf(): void {
    const f = this.module.function("addressOf", { id: "i32" }, { result: "i32", exported: true });
    f.body = this.address(get(f.parameters[0]!));
  }

  /** Fresh memory, all zero; 0 when there is none left. */
  private makeAllocate(): WasmFunction {
    const f = this.module.function("allocate", { bytes: "i32" }, { result: "i32" });
    const [bytes] = f.parameters as [Local];
    const start = f.local("start");
    const missing = f.local("missing");
    f.body = sequence(
      set(start, getGlobal(this.heap)),
      when(
        op("i32.gt_u", get(bytes), op("i32.sub", getGlobal(this.memoryLimit), get(start))),
        sequence(setGlobal(this.stopped, i32(status.memoryLimit)), leave(i32(0))),
      ),
      setGlobal(this.heap, add(get(start), get(bytes))),
      // Pages that are missing, and a quarter more: growing is slow, and pages never touched cost nothing.
      set(missing, op("i32.sub", op("i32.shr_u", add(getGlobal(this.heap), i32(0xffff)), i32(16)), op("memory.size"))),
      when(
        op("i32.gt_s", get(missing), i32(0)),
        when(
          op("i32.eq", op("memory.grow", add(get(missing), op("i32.shr_u", op("memory.size"), i32(2)))), i32(-1)),
          when(
            op("i32.eq", op("memory.grow", get(missing)), i32(-1)),
            sequence(setGlobal(this.heap, get(start)), setGlobal(this.stopped, i32(status.memoryLimit)), leave(i32(0))),
          ),
        ),
      ),
      get(start),
    );
    return f;
  }

  /** Two rounds of multiply and fold for every 64 bits: each round is a bijection of the hash so far. */
  private makeHash(): WasmFunction {
    const f = this.module.function("hash", { words: "i32" }, { result: "i64", exported: true });
    const [words] = f.parameters as [Local];
    const h = f.local("h", "i64");
    const round = (multiplier: bigint, shift: number): Code[] => [
      set(h, op("i64.mul", get(h), i64(multiplier))),
      set(h, op("i64.xor", get(h), op("i64.shr_u", get(h), i64(shift)))),
    ];
    const parts: Code[] = [set(h, i64(0x9e3779b97f4a7c15n))];
    for (let word = 0; word < this.wordCount; word += 2) {
      const bits =
        word + 1 < this.wordCount ? load64(get(words), 4 * word) : op("i64.extend_i32_u", load(get(words), 4 * word));
      parts.push(
        set(h, op("i64.xor", get(h), bits)),
        ...round(0xff51afd7ed558ccdn, 32),
        ...round(0xc4ceb9fe1a85ec53n, 29),
      );
    }
    f.body = sequence(...parts, op("i64.xor", get(h), op("i64.shr_u", get(h), i64(32))));
    return f;
  }

  /** The hash of a stored state. */
  private storedHash(address: Code): Code {
    return this.fingerprints ? load64(address) : call(this.hash, address);
  }

  private segmentOf(hash: Local): Code {
    return load(
      op("i32.shl", op("i32.wrap_i64", op("i64.shr_u", get(hash), getGlobal(this.directoryShift))), i32(2)),
      this.directory,
    );
  }

  /** The offset in a segment, header included, at which the search for a hash begins. */
  private firstProbe(hash: Local): Code {
    return op("i32.shl", op("i32.and", op("i32.wrap_i64", get(hash)), i32(2 ** segmentBits - 1)), i32(2));
  }

  /** The four bits of a hash that an entry carries, where they stand in an entry. */
  private tag(hash: Local): Code {
    const bits = op("i32.wrap_i64", op("i64.shr_u", get(hash), i64(segmentBits)));
    return op("i32.shl", bits, i32(idBits));
  }

  private makeFlush(): WasmFunction {
    const f = this.module.function("flush");
    const at = f.local("at");
    const h = f.local("h", "i64");
    const entry = f.local("entry");
    const id = f.local("id");
    const tag = f.local("tag");
    const segment = f.local("segment");
    const probe = f.local("probe");
    const found = label("found");
    const again = label("probe");
    const hashAt = 4 * this.wordCount + 4;
    const probeAt = hashAt + 8;
    const insert = this.makeInsert(hashAt);
    const overBatch = (name: string, body: Code): Code => {
      const again = label(name);
      return sequence(
        set(at, i32(this.batch)),
        loop(
          again,
          sequence(
            body,
            branch(again, op("i32.lt_u", tee(at, add(get(at), i32(this.batchStride))), getGlobal(this.out))),
          ),
        ),
      );
    };
    const pending = f.local("pending");
    const cached = f.local("cached");
    const overPending = (name: string, body: Code): Code => {
      const again = label(name);
      return sequence(
        set(next, i32(this.pending)),
        loop(
          again,
          sequence(
            set(at, load(get(next))),
            body,
            branch(again, op("i32.lt_u", tee(next, add(get(next), i32(4))), get(pending))),
          ),
        ),
      );
    };
    const next = f.local("next");
    f.body = sequence(
      when(op("i32.eq", getGlobal(this.out), i32(this.batch)), leave()),
      set(pending, i32(this.pending)),
      overBatch(
        "touchEntries",
        sequence(
          store64(get(at), tee(h, call(this.hash, get(at))), hashAt),
          set(cached, this.cacheSlot(h)),
          when(
            op("i32.eqz", sameWords(cached, at, this.wordCount)),
            sequence(
              copyWords(cached, at, this.wordCount),
              store(get(pending), get(at)),
              set(pending, add(get(pending), i32(4))),
              store(get(at), load(add(this.segmentOf(h), this.firstProbe(h)), segmentHeader), probeAt),
            ),
          ),
        ),
      ),
      when(
        op("i32.ne", get(pending), i32(this.pending)),
        sequence(
          overPending(
            "touchStates",
            sequence(
              set(h, load64(get(at), hashAt)),
              set(tag, this.tag(h)),
              set(segment, this.segmentOf(h)),
              set(probe, this.firstProbe(h)),
              block(
                found,
                loop(
                  again,
                  sequence(
                    branch(found, op("i32.eqz", tee(entry, load(add(get(segment), get(probe)), segmentHeader)))),
                    when(
                      op("i32.eq", op("i32.and", get(entry), i32(-(2 ** idBits))), get(tag)),
                      sequence(
                        set(id, op("i32.sub", op("i32.and", get(entry), i32(2 ** idBits - 1)), i32(1))),
                        setGlobal(this.sink, load(this.address(get(id)))),
                        branch(found),
                      ),
                    ),
                    set(probe, op("i32.and", add(get(probe), i32(4)), i32(4 * 2 ** segmentBits - 1))),
                    branch(again),
                  ),
                ),
              ),
            ),
          ),
          overPending("insert", call(insert, get(at))),
        ),
      ),
      setGlobal(
        this.transitions,
        op(
          "i64.add",
          getGlobal(this.transitions),
          op(
            "i64.extend_i32_u",
            op("i32.div_s", op("i32.sub", getGlobal(this.out), i32(this.batch)), i32(this.batchStride)),
          ),
        ),
      ),
      setGlobal(this.out, i32(this.batch)),
    );
    return f;
  }

  /** Finds a successor in the table, or adds it. */
  private makeInsert(hashAt: number): WasmFunction {
    const f = this.module.function("insert", { successor: "i32" });
    const [successor] = f.parameters as [Local];
    const h = f.local("h", "i64");
    const tag = f.local("tag");
    const segment = f.local("segment");
    const probe = f.local("probe");
    const entry = f.local("entry");
    const id = f.local("id");
    const record = f.local("record");
    const used = f.local("used");
    const found = label("free");
    const again = label("probe");
    f.body = sequence(
      set(h, load64(get(successor), hashAt)),
      set(tag, this.tag(h)),
      set(segment, this.segmentOf(h)),
      set(probe, this.firstProbe(h)),
      block(
        found,
        loop(
          again,
          sequence(
            set(entry, load(add(get(segment), get(probe)), segmentHeader)),
            branch(found, op("i32.eqz", get(entry))),
            when(
              op("i32.eq", op("i32.and", get(entry), i32(-(2 ** idBits))), get(tag)),
              sequence(
                set(id, op("i32.sub", op("i32.and", get(entry), i32(2 ** idBits - 1)), i32(1))),
                set(record, this.address(get(id))),
                when(this.sameKey(record, successor, h), leave()),
              ),
            ),
            set(probe, op("i32.and", add(get(probe), i32(4)), i32(4 * 2 ** segmentBits - 1))),
            branch(again),
          ),
        ),
      ),
      when(getGlobal(this.stopped), leave()),
      set(id, getGlobal(this.count)),
      when(
        op("i32.ge_u", get(id), getGlobal(this.stateLimit)),
        sequence(setGlobal(this.stopped, i32(status.stateLimit)), leave()),
      ),
      when(
        op("i32.eqz", op("i32.and", get(id), i32(2 ** this.chunkBits - 1))),
        sequence(
          set(record, call(this.allocate, i32(this.stride * 2 ** this.chunkBits))),
          when(op("i32.eqz", get(record)), leave()),
          store(op("i32.shl", op("i32.shr_u", get(id), i32(this.chunkBits)), i32(2)), get(record), this.chunks),
        ),
      ),
      ...(this.queue ? [call(this.queue.put, get(successor)), when(getGlobal(this.stopped), leave())] : []),
      set(record, this.address(get(id))),
      this.fingerprints ? store64(get(record), get(h)) : copyWords(record, successor, this.wordCount),
      store(get(record), load(get(successor), 4 * this.wordCount), this.keyBytes),
      store(add(get(segment), get(probe)), op("i32.or", get(tag), add(get(id), i32(1))), segmentHeader),
      setGlobal(this.count, add(get(id), i32(1))),
      store(get(segment), tee(used, add(load(get(segment)), i32(1)))),
      when(op("i32.gt_u", get(used), i32(segmentLimit)), call(this.split, get(h))),
    );
    return f;
  }

  private sameKey(record: Local, successor: Local, hash: Local): Code {
    if (this.fingerprints) return op("i64.eq", load64(get(record)), get(hash));
    return sameWords(record, successor, this.wordCount);
  }

  /** Splits the segment that a hash belongs to; on failure the search is stopped before the segment overflows. */
  private makeSplit(): WasmFunction {
    const f = this.module.function("split", { h: "i64" });
    const [h] = f.parameters as [Local];
    const segment = f.local("segment");
    const sibling = f.local("sibling");
    const depth = f.local("depth");
    const globalDepth = f.local("globalDepth");
    const i = f.local("i");
    const end = f.local("end");
    const entry = f.local("entry");
    const id = f.local("id");
    const target = f.local("target");
    const probe = f.local("probe");
    const other = f.local("other", "i64");
    const doubling = label("double");
    const redirecting = label("redirect");
    const moving = label("move");
    const probing = label("probe");
    const free = label("free");
    f.body = sequence(
      set(segment, this.segmentOf(h)),
      set(depth, load(get(segment), 4)),
      set(globalDepth, op("i32.sub", i32(64), op("i32.wrap_i64", getGlobal(this.directoryShift)))),
      when(
        op("i32.eq", get(depth), get(globalDepth)),
        sequence(
          when(
            op("i32.eq", get(globalDepth), i32(maximalDepth)),
            sequence(setGlobal(this.stopped, i32(status.stateLimit)), leave()),
          ),
          // From the end, so that no entry is overwritten before it is copied.
          set(i, op("i32.shl", i32(1), get(globalDepth))),
          loop(
            doubling,
            sequence(
              set(i, op("i32.sub", get(i), i32(1))),
              set(entry, load(op("i32.shl", get(i), i32(2)), this.directory)),
              store(op("i32.shl", get(i), i32(3)), get(entry), this.directory),
              store(op("i32.shl", get(i), i32(3)), get(entry), this.directory + 4),
              branch(doubling, get(i)),
            ),
          ),
          set(globalDepth, add(get(globalDepth), i32(1))),
          setGlobal(this.directoryShift, op("i64.sub", getGlobal(this.directoryShift), i64(1))),
        ),
      ),
      set(sibling, call(this.allocate, i32(segmentBytes))),
      when(op("i32.eqz", get(sibling)), leave()),
      op("memory.copy", getGlobal(this.spare), get(segment), i32(segmentBytes)),
      op("memory.fill", get(segment), i32(0), i32(segmentBytes)),
      set(depth, add(get(depth), i32(1))),
      store(get(segment), get(depth), 4),
      store(get(sibling), get(depth), 4),
      // Of the directory entries for the old segment, the second half goes to the new one.
      set(i, op("i32.wrap_i64", op("i64.shr_u", get(h), op("i64.extend_i32_u", op("i32.sub", i32(64), get(depth)))))),
      set(i, op("i32.shl", op("i32.or", get(i), i32(1)), op("i32.sub", get(globalDepth), get(depth)))),
      set(end, add(get(i), op("i32.shl", i32(1), op("i32.sub", get(globalDepth), get(depth))))),
      loop(
        redirecting,
        sequence(
          store(op("i32.shl", get(i), i32(2)), get(sibling), this.directory),
          branch(redirecting, op("i32.lt_u", tee(i, add(get(i), i32(1))), get(end))),
        ),
      ),
      set(i, i32(0)),
      loop(
        moving,
        sequence(
          set(entry, load(add(getGlobal(this.spare), get(i)), segmentHeader)),
          when(
            get(entry),
            sequence(
              set(id, op("i32.sub", op("i32.and", get(entry), i32(2 ** idBits - 1)), i32(1))),
              set(other, this.storedHash(this.address(get(id)))),
              set(
                target,
                op(
                  "select",
                  get(sibling),
                  get(segment),
                  op(
                    "i32.wrap_i64",
                    op(
                      "i64.and",
                      op("i64.shr_u", get(other), op("i64.extend_i32_u", op("i32.sub", i32(64), get(depth)))),
                      i64(1),
                    ),
                  ),
                ),
              ),
              set(probe, this.firstProbe(other)),
              block(
                free,
                loop(
                  probing,
                  sequence(
                    branch(free, op("i32.eqz", load(add(get(target), get(probe)), segmentHeader))),
                    set(probe, op("i32.and", add(get(probe), i32(4)), i32(4 * 2 ** segmentBits - 1))),
                    branch(probing),
                  ),
                ),
              ),
              store(add(get(target), get(probe)), get(entry), segmentHeader),
              store(get(target), add(load(get(target)), i32(1))),
            ),
          ),
          branch(moving, op("i32.lt_u", tee(i, add(get(i), i32(4))), i32(4 * 2 ** segmentBits))),
        ),
      ),
    );
    return f;
  }
}

/** First in, first out, in chunks that are used again: the packed words of states still to be explored. */
class FrontierQueue {
  readonly put: WasmFunction;
  readonly take: WasmFunction;

  constructor(module: WasmModule, allocate: WasmFunction, bytes: number) {
    // A chunk starts with the address of the next one; `recycled` is a list of free ones.
    const chunkBytes = 8 + bytes * Math.max(1, Math.floor(2 ** 16 / bytes));
    const head = module.global("queueHead", "i32", 0);
    const headEnd = module.global("queueHeadEnd", "i32", 0);
    const tail = module.global("queueTail", "i32", 0);
    const tailEnd = module.global("queueTailEnd", "i32", 0);
    const recycled = module.global("queueRecycled", "i32", 0);
    const newest = module.global("queueNewest", "i32", 0);
    const upcoming = module.global("queueUpcoming", "i32", 0);

    this.put = module.function("put", { words: "i32" });
    const [words] = this.put.parameters as [Local];
    const chunk = this.put.local("chunk");
    this.put.body = sequence(
      when(
        op("i32.eq", getGlobal(tail), getGlobal(tailEnd)),
        sequence(
          when(
            tee(chunk, getGlobal(recycled)),
            setGlobal(recycled, load(get(chunk))),
            when(op("i32.eqz", tee(chunk, call(allocate, i32(chunkBytes)))), leave()),
          ),
          store(get(chunk), i32(0)),
          when(getGlobal(newest), store(getGlobal(newest), get(chunk)), setGlobal(upcoming, get(chunk))),
          setGlobal(newest, get(chunk)),
          setGlobal(tail, add(get(chunk), i32(8))),
          setGlobal(tailEnd, add(get(chunk), i32(chunkBytes))),
        ),
      ),
      op("memory.copy", getGlobal(tail), get(words), i32(bytes)),
      setGlobal(tail, add(getGlobal(tail), i32(bytes))),
    );

    this.take = module.function("take", {}, { result: "i32" });
    const used = this.take.local("used");
    this.take.body = sequence(
      when(
        op("i32.eq", getGlobal(head), getGlobal(headEnd)),
        sequence(
          when(
            getGlobal(headEnd),
            sequence(
              set(used, op("i32.sub", getGlobal(headEnd), i32(chunkBytes))),
              setGlobal(upcoming, load(get(used))),
              store(get(used), getGlobal(recycled)),
              setGlobal(recycled, get(used)),
            ),
          ),
          setGlobal(head, add(getGlobal(upcoming), i32(8))),
          setGlobal(headEnd, add(getGlobal(upcoming), i32(chunkBytes))),
        ),
      ),
      setGlobal(head, add(getGlobal(head), i32(bytes))),
      op("i32.sub", getGlobal(head), i32(bytes)),
    );
  }
}

/** Compares packed words, two at a time. */
function sameWords(a: Local, b: Local, wordCount: number): Code {
  let same: Code | undefined;
  for (let word = 0; word < wordCount; word += 2) {
    const equal =
      word + 1 < wordCount
        ? op("i64.eq", load64(get(a), 4 * word), load64(get(b), 4 * word))
        : op("i32.eq", load(get(a), 4 * word), load(get(b), 4 * word));
    same = same ? choose("i32", same, equal, i32(0)) : equal;
  }
  return same!;
}

/** Copies packed words, two at a time. */
export function copyWords(to: Local, from: Local, wordCount: number): Code {
  const parts: Code[] = [];
  for (let word = 0; word < wordCount; word += 2) {
    if (word + 1 < wordCount) parts.push(store64(get(to), load64(get(from), 4 * word), 4 * word));
    else parts.push(store(get(to), load(get(from), 4 * word), 4 * word));
  }
  return sequence(...parts);
}
