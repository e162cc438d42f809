/**
 * The set of visited states: an extendible hash table (Fagin and others, 1979) of state numbers.
 *
 * The first bits of a state's hash choose a segment through a directory, its last bits where to begin in the segment, from
 * where free room is looked for linearly. A segment that fills up is split in two, and nothing else moves: growth has no
 * long pauses and never needs a second copy of the table. Entries carry four bits of the hash, so that most of the
 * entries passed need no look at a state. A look-up takes expected constant time; with the load between 0.425 and 0.85
 * an entry costs 4.7 to 9.4 bytes a state.
 */

import {
  add, block, branch, call, get, getGlobal, i32, i64, label, leave, load, load64, loop, op, sequence, set, setGlobal, store, store64, tee, when,
} from "../wasm/code.ts"; // prettier-ignore
import type { Code, Global, Label, Local, WasmFunction, WasmModule } from "../wasm/code.ts";
import type { FrontierQueue } from "./frontier-queue.ts";
import { status } from "./heap.ts";
import type { Heap } from "./heap.ts";
import { copyWords, sameWords } from "./packed-words.ts";
import { Records } from "./records.ts";

/** Entries in a segment, each of 4 bytes, behind a header: how many are used, and how many bits of the hash chose it. */
const segmentBits = 14;
const segmentHeader = 16;
export const segmentBytes: number = segmentHeader + 4 * 2 ** segmentBits;
const lastProbe = 4 * (2 ** segmentBits - 1);
const segmentLimit = Math.floor(0.85 * 2 ** segmentBits);
/** The number of a state takes 28 bits of an entry, plus one so that no entry is 0; the tag takes the other four. */
const idBits = 28;
const tagMask = -(2 ** idBits);
export const maximalStates: number = 2 ** idBits - 2;

export interface StateSetOptions {
  readonly wordCount: number;
  /** With fingerprints, records hold the 64-bit hash and `queue` the words of the states still to be explored. */
  readonly queue: FrontierQueue | undefined;
  /** The address of `segmentBytes` bytes: room for a segment that is being split. */
  readonly spare: number;
  /** Whether the number of what is inserted is asked for. */
  readonly numbered: boolean;
}

export class StateSet {
  readonly records: Records;
  /** The hash of packed words. */
  readonly hash: WasmFunction;
  /** Adds a successor unless it is there: its words and the number of its origin, with its hash as second operand. */
  readonly insert: WasmFunction;
  /** The number of the state inserted last, or found to be there; -1 if there was no room. */
  readonly inserted: Global | undefined;
  private readonly heap: Heap;
  private readonly wordCount: number;
  private readonly queue: FrontierQueue | undefined;
  private readonly stateLimit: Global;
  private readonly directory: Global;
  /** 64 less the bits that the directory looks at. */
  private readonly directoryShift: Global;
  private readonly spare: number;
  private readonly sink: Global;
  private readonly split: WasmFunction;

  constructor(module: WasmModule, heap: Heap, { wordCount, queue, spare, numbered }: StateSetOptions) {
    this.heap = heap;
    this.wordCount = wordCount;
    this.queue = queue;
    this.records = new Records(module, heap, this.keyBytes);
    this.stateLimit = module.global("stateLimit", "i32", maximalStates, true);
    this.directory = module.global("directory", "i32", 0);
    this.directoryShift = module.global("directoryShift", "i64", 63);
    this.spare = spare;
    this.sink = module.global("sink", "i32", 0, true);
    this.inserted = numbered ? module.global("inserted", "i32", 0) : undefined;
    this.hash = this.makeHash(module);
    this.split = this.makeSplit(module);
    this.insert = this.makeInsert(module);
  }

  private get keyBytes(): number {
    return this.queue ? 8 : 4 * this.wordCount;
  }

  /** Makes room for the first states. */
  start(): Code {
    const segment = (i: number): Code =>
      sequence(
        store(getGlobal(this.directory), call(this.heap.allocate, i32(segmentBytes)), 4 * i),
        when(op("i32.eqz", load(getGlobal(this.directory), 4 * i)), leave(i32(status.memoryLimit))),
        store(load(getGlobal(this.directory), 4 * i), i32(1), 4),
      );
    const orFail = (target: Global): Code => when(op("i32.eqz", getGlobal(target)), leave(i32(status.memoryLimit)));
    return sequence(
      setGlobal(this.directory, call(this.heap.allocate, i32(8))),
      orFail(this.directory),
      segment(0),
      segment(1),
    );
  }

  /** Fetches the entry at which the search for a hash begins, so that it is at hand when it is needed. */
  touchEntry(hash: Local): Code {
    return setGlobal(this.sink, load(add(this.segmentOf(hash), firstProbe(hash)), segmentHeader));
  }

  /** Fetches the first state that may be the one with this hash. */
  touchState(f: WasmFunction, hash: Local): Code {
    const id = f.local("id");
    return this.probe(f, hash, (entry, found) =>
      sequence(set(id, idOf(entry)), setGlobal(this.sink, load(this.records.address(get(id)))), branch(found)),
    ).code;
  }

  /** Two rounds of multiply and fold for every 64 bits: for given hash so far, each round is a bijection. */
  private makeHash(module: WasmModule): WasmFunction {
    const f = module.function("hash", { words: "i32" }, { result: "i64", exported: true });
    const [words] = f.parameters as [Local];
    const h = f.local("h", "i64");
    const round = (multiplier: bigint, shift: number): Code[] => [
      set(h, op("i64.mul", get(h), i64(multiplier))),
      set(h, op("i64.xor", get(h), op("i64.shr_u", get(h), i64(shift)))),
    ];
    const parts: Code[] = [set(h, i64(0x9e3779b97f4a7c15n))];
    for (let word = 0; word < this.wordCount; word += 2) {
      const pair = word + 1 < this.wordCount;
      const bits = pair ? load64(get(words), 4 * word) : op("i64.extend_i32_u", load(get(words), 4 * word));
      parts.push(
        set(h, op("i64.xor", get(h), bits)),
        ...round(0xff51afd7ed558ccdn, 32),
        ...round(0xc4ceb9fe1a85ec53n, 29),
      );
    }
    f.body = sequence(...parts, op("i64.xor", get(h), op("i64.shr_u", get(h), i64(32))));
    return f;
  }

  private segmentOf(hash: Local): Code {
    const index = op("i32.wrap_i64", op("i64.shr_u", get(hash), getGlobal(this.directoryShift)));
    return load(add(getGlobal(this.directory), op("i32.shl", index, i32(2))));
  }

  /** Goes through the entries for a hash until there is a free one; `onCandidate` looks at those with its tag. */
  private probe(
    f: WasmFunction,
    hash: Local,
    onCandidate: (entry: Local, found: Label) => Code,
  ): { readonly code: Code; readonly segment: Local; readonly at: Local; readonly tag: Local } {
    const tag = f.local("tag");
    const segment = f.local("segment");
    const at = f.local("probe");
    const entry = f.local("entry");
    const found = label("found");
    const again = label("probe");
    const code = sequence(
      set(tag, op("i32.shl", op("i32.wrap_i64", op("i64.shr_u", get(hash), i64(segmentBits))), i32(idBits))),
      set(segment, this.segmentOf(hash)),
      set(at, firstProbe(hash)),
      block(
        found,
        loop(
          again,
          sequence(
            branch(found, op("i32.eqz", tee(entry, load(add(get(segment), get(at)), segmentHeader)))),
            when(op("i32.eq", op("i32.and", get(entry), i32(tagMask)), get(tag)), onCandidate(entry, found)),
            set(at, nextProbe(at)),
            branch(again),
          ),
        ),
      ),
    );
    return { code, segment, at, tag };
  }

  private makeInsert(module: WasmModule): WasmFunction {
    const f = module.function("insert", { successor: "i32", hash: "i64" });
    const [successor, hash] = f.parameters as [Local, Local];
    const id = f.local("id");
    const record = f.local("record");
    const used = f.local("used");
    const { records, heap, queue, wordCount, inserted } = this;
    const note = (number: Code): Code => (inserted ? setGlobal(inserted, number) : sequence());
    const same = (): Code =>
      queue ? op("i64.eq", load64(get(record)), get(hash)) : sameWords(record, successor, wordCount);
    const { code, segment, at, tag } = this.probe(f, hash, (entry) =>
      sequence(
        set(id, idOf(entry)),
        set(record, records.address(get(id))),
        when(same(), sequence(note(get(id)), leave())),
      ),
    );
    f.body = sequence(
      code,
      note(i32(-1)),
      when(getGlobal(heap.stopped), leave()),
      set(id, getGlobal(records.count)),
      when(op("i32.ge_u", get(id), getGlobal(this.stateLimit)), sequence(heap.stop(status.stateLimit), leave())),
      when(op("i32.eqz", tee(record, call(records.reserve))), leave()),
      ...(queue ? [call(queue.put, get(successor)), when(getGlobal(heap.stopped), leave())] : []),
      queue ? store64(get(record), get(hash)) : copyWords(record, successor, wordCount),
      store(get(record), load(get(successor), 4 * wordCount), this.keyBytes),
      store(add(get(segment), get(at)), op("i32.or", get(tag), add(get(id), i32(1))), segmentHeader),
      setGlobal(records.count, add(get(id), i32(1))),
      note(get(id)),
      store(get(segment), tee(used, add(load(get(segment)), i32(1)))),
      when(op("i32.gt_u", get(used), i32(segmentLimit)), call(this.split, get(hash))),
    );
    return f;
  }

  /** Splits the segment of a hash. If there is no memory the search is stopped, long before the segment is full. */
  private makeSplit(module: WasmModule): WasmFunction {
    const f = module.function("split", { hash: "i64" });
    const [hash] = f.parameters as [Local];
    const { heap } = this;
    const segment = f.local("segment");
    const sibling = f.local("sibling");
    const depth = f.local("depth");
    const directoryDepth = f.local("directoryDepth");
    const i = f.local("i");
    const end = f.local("end");
    const entry = f.local("entry");
    const id = f.local("id");
    const record = f.local("record");
    const target = f.local("target");
    const at = f.local("probe");
    const other = f.local("other", "i64");
    const redirecting = label("redirect");
    const moving = label("move");
    const probing = label("probe");
    const free = label("free");
    /** The first `depth` bits of a hash. */
    const prefix = (h: Local): Code =>
      op("i32.wrap_i64", op("i64.shr_u", get(h), op("i64.extend_i32_u", op("i32.sub", i32(64), get(depth)))));
    f.body = sequence(
      set(segment, this.segmentOf(hash)),
      set(depth, load(get(segment), 4)),
      set(directoryDepth, op("i32.sub", i32(64), op("i32.wrap_i64", getGlobal(this.directoryShift)))),
      when(
        op("i32.eq", get(depth), get(directoryDepth)),
        sequence(this.doubleDirectory(f, directoryDepth), set(directoryDepth, add(get(directoryDepth), i32(1)))),
      ),
      when(op("i32.eqz", tee(sibling, call(heap.allocate, i32(segmentBytes)))), leave()),
      op("memory.copy", i32(this.spare), get(segment), i32(segmentBytes)),
      op("memory.fill", get(segment), i32(0), i32(segmentBytes)),
      set(depth, add(get(depth), i32(1))),
      store(get(segment), get(depth), 4),
      store(get(sibling), get(depth), 4),
      // Of the directory entries for the old segment, the second half goes to the new one.
      set(i, op("i32.shl", op("i32.or", prefix(hash), i32(1)), op("i32.sub", get(directoryDepth), get(depth)))),
      set(end, add(get(i), op("i32.shl", i32(1), op("i32.sub", get(directoryDepth), get(depth))))),
      loop(
        redirecting,
        sequence(
          store(add(getGlobal(this.directory), op("i32.shl", get(i), i32(2))), get(sibling)),
          branch(redirecting, op("i32.lt_u", tee(i, add(get(i), i32(1))), get(end))),
        ),
      ),
      set(i, i32(0)),
      loop(
        moving,
        sequence(
          when(
            tee(entry, load(add(i32(this.spare), get(i)), segmentHeader)),
            sequence(
              set(id, idOf(entry)),
              set(record, this.records.address(get(id))),
              set(other, this.queue ? load64(get(record)) : call(this.hash, get(record))),
              set(target, op("select", get(sibling), get(segment), op("i32.and", prefix(other), i32(1)))),
              set(at, firstProbe(other)),
              block(
                free,
                loop(
                  probing,
                  sequence(
                    branch(free, op("i32.eqz", load(add(get(target), get(at)), segmentHeader))),
                    set(at, nextProbe(at)),
                    branch(probing),
                  ),
                ),
              ),
              store(add(get(target), get(at)), get(entry), segmentHeader),
              store(get(target), add(load(get(target)), i32(1))),
            ),
          ),
          branch(moving, op("i32.le_u", tee(i, add(get(i), i32(4))), i32(lastProbe))),
        ),
      ),
    );
    return f;
  }

  /** A directory of twice the size, each entry there twice. */
  private doubleDirectory(f: WasmFunction, depth: Local): Code {
    const doubled = f.local("doubled");
    const i = f.local("i");
    const entry = f.local("entry");
    const again = label("double");
    return sequence(
      set(doubled, call(this.heap.allocate, op("i32.shl", i32(8), get(depth)))),
      when(op("i32.eqz", get(doubled)), leave()),
      set(i, op("i32.shl", i32(1), get(depth))),
      loop(
        again,
        sequence(
          set(i, op("i32.sub", get(i), i32(1))),
          set(entry, load(add(getGlobal(this.directory), op("i32.shl", get(i), i32(2))))),
          store(add(get(doubled), op("i32.shl", get(i), i32(3))), get(entry)),
          store(add(get(doubled), op("i32.shl", get(i), i32(3))), get(entry), 4),
          branch(again, get(i)),
        ),
      ),
      setGlobal(this.directory, get(doubled)),
      setGlobal(this.directoryShift, op("i64.sub", getGlobal(this.directoryShift), i64(1))),
    );
  }
}

/** The offset in a segment, less its header, of the entry at which the search for a hash begins. */
function firstProbe(hash: Local): Code {
  return op("i32.and", op("i32.shl", op("i32.wrap_i64", get(hash)), i32(2)), i32(lastProbe));
}

function nextProbe(at: Local): Code {
  return op("i32.and", add(get(at), i32(4)), i32(lastProbe));
}

function idOf(entry: Local): Code {
  return op("i32.sub", op("i32.and", get(entry), i32(~tagMask)), i32(1));
}
