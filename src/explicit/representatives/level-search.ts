/**
 * The least image of a state under a group that is given by tables (Linton, Finding the smallest image of a set, ISSAC 2004).
 *
 * Level by level of a stabilizer chain, all partial images that are least so far are kept; each is mapped by every element of the
 * next level, and only those are composed that win on the points that no later level changes and then on a hash of what the
 * orbits of later levels have as multisets. Images that became equal are merged and counted, so that symmetric states do
 * not cost more than others, and the count at the end is the order of the stabilizer. With one level this is a comparison of
 * all elements that stops at the first difference, which is least rotation. With more, hashes and an order of values by how rare
 * they are make the image canonical rather than least: for the hypercube of 32 nodes, hashes save six sevenths of the time.
 *
 * Costs O(elements of the levels * candidates) comparisons, mostly of one entry, and O(points) for each candidate. There are at
 * most `mostCandidates`; a state that has more is left to local search, and then representatives are no longer unique.
 * Guarded by `npm run bench -- seed-000`.
 */

import type { SearchLevel, SearchPlan } from "../../symmetry/representatives/plan.ts";
import { Random } from "../../util/random.ts";
import {
  add,
  block,
  branch,
  call,
  get,
  i32,
  i64,
  label,
  leave,
  load,
  load64,
  op,
  sequence,
  set,
  setGlobal,
  store,
  store64,
  when,
} from "../../wasm/code.ts";
import type { Code, Label, Local, WasmFunction } from "../../wasm/code.ts";
import { compileLocalSearch } from "./local-search.ts";
import { counting } from "./loops.ts";
import type { PartContext } from "./part.ts";
import { RareValues } from "./rare-values.ts";
import { entryOf, VectorCode } from "./vector.ts";

const mostCandidates = 1024;
const candidateBytes = 2 ** 21;
/** Of a candidate: how many it stands for, a hash of the image, the image. */
const imageOffset = 16;

export function compileLevelSearch(plan: SearchPlan, context: PartContext, name: string): WasmFunction {
  return new SearchCompiler(plan, context, name).compile();
}

class SearchCompiler {
  private readonly plan: SearchPlan;
  private readonly context: PartContext;
  private readonly f: WasmFunction;
  private readonly vector: VectorCode;
  private readonly stride: number;
  /** Candidates of this level and of the next. */
  private readonly capacity: number;
  private readonly present: number;
  private readonly next: number;
  /** Pairs of a candidate and an element that are least so far. */
  private readonly winners: number;
  private readonly winnerCapacity: number;
  private readonly fallback: WasmFunction | undefined;
  private readonly rareValues: RareValues | undefined;

  private readonly candidate: Local;
  private readonly candidatesEnd: Local;
  private readonly element: Local;
  private readonly best: Local;
  private readonly bestElement: Local;
  private readonly x: Local;
  private readonly weight: Local;
  private readonly signature: WasmFunction;
  private readonly isSigned: Local;
  private readonly bestSignature: Local;

  constructor(plan: SearchPlan, context: PartContext, name: string) {
    this.plan = plan;
    this.context = context;
    this.signature = makeSignature(context, name);
    this.f = context.module.function(name, { counting: "i32" });
    this.vector = new VectorCode(context, plan.points);
    this.stride = imageOffset + 8 * Math.ceil(this.vector.length / 2);
    const isFlat = plan.levels.length === 1;
    this.capacity = isFlat ? 1 : Math.max(16, Math.min(mostCandidates, Math.floor(candidateBytes / this.stride)));
    this.winnerCapacity = isFlat ? 0 : 8 * this.capacity;
    const { memory } = context;
    this.present = memory.reserve(this.stride * this.capacity);
    this.next = isFlat ? 0 : memory.reserve(this.stride * (this.capacity + 1));
    this.winners = memory.reserve(8 * this.winnerCapacity);
    this.fallback = isFlat ? undefined : compileLocalSearch(plan.fallback, context, `${name}, local`);
    this.rareValues = isFlat ? undefined : new RareValues(context, plan);
    const { f } = this;
    this.candidate = f.local("candidate");
    this.candidatesEnd = f.local("candidatesEnd");
    this.element = f.local("element");
    this.best = f.local("best");
    this.bestElement = f.local("bestElement");
    this.x = f.local("x");
    this.weight = f.local("weight", "i64");
    this.isSigned = f.local("isSigned");
    this.bestSignature = f.local("bestSignature", "i64");
  }

  compile(): WasmFunction {
    const { f, plan, context, present, candidatesEnd } = this;
    const [count] = f.parameters as [Local];
    const last = plan.levels.length - 1;
    f.body = sequence(
      this.vector.read(f, present + imageOffset),
      ...(this.rareValues ? [this.rareValues.encode(f, present + imageOffset)] : []),
      store64(i32(0), i64(1), present),
      set(candidatesEnd, i32(present + this.stride)),
      ...plan.levels.slice(0, last).map((level) => this.middleLevel(level)),
      this.lastLevel(plan.levels[last]!),
      when(get(count), sequence(context.multiplyByQuotient(plan.order, get(this.weight)), leave())),
      ...(this.rareValues ? [this.rareValues.decode(f, this.best)] : []),
      this.vector.write(f, this.best, this.bestElement),
    );
    return f;
  }

  /** Finds the candidate and the element with the least image, and how many there are. */
  private lastLevel(level: SearchLevel): Code {
    const { best, bestElement, candidate, element, weight } = this;
    return sequence(
      set(best, i32(0)),
      this.compareAll(
        level,
        sequence(
          set(best, add(get(candidate), i32(imageOffset))),
          set(bestElement, get(element)),
          set(weight, load64(get(candidate))),
        ),
        set(weight, op("i64.add", get(weight), load64(get(candidate)))),
      ),
    );
  }

  private middleLevel(level: SearchLevel): Code {
    const { f, candidate, element, best, bestElement, candidatesEnd } = this;
    const winnersEnd = f.local("winnersEnd");
    const note = sequence(
      when(op("i32.eq", get(winnersEnd), i32(this.winners + 8 * this.winnerCapacity)), this.giveUp()),
      store(get(winnersEnd), get(candidate)),
      store(get(winnersEnd), get(element), 4),
      set(winnersEnd, add(get(winnersEnd), i32(8))),
    );
    return sequence(
      set(best, i32(0)),
      set(winnersEnd, i32(this.winners)),
      this.compareAll(
        level,
        sequence(
          set(best, add(get(candidate), i32(imageOffset))),
          set(bestElement, get(element)),
          set(winnersEnd, i32(this.winners)),
          note,
        ),
        note,
      ),
      this.composeWinners(winnersEnd),
      op("memory.copy", i32(this.present), i32(this.next), op("i32.sub", get(candidatesEnd), i32(this.next))),
      set(candidatesEnd, add(op("i32.sub", get(candidatesEnd), i32(this.next)), i32(this.present))),
    );
  }

  /** Every candidate under every element against the best so far. */
  private compareAll(level: SearchLevel, onLess: Code, onEqual: Code): Code {
    const { candidate, candidatesEnd, element, best, bestElement, x, f } = this;
    const elements = this.vector.tables(level.elements);
    const compared = this.context.memory.words(level.compared.map((place) => 2 * place));
    const mine = f.local("mine");
    const other = f.local("other");
    const offset = f.local("offset");
    const image = f.local("image");
    const decide = (next: Label, less: Label): Code =>
      counting(
        x,
        i32(compared),
        i32(compared + 4 * level.compared.length),
        4,
        sequence(
          set(offset, load(get(x))),
          set(mine, load(op("i32.add", get(image), entryOf(element, get(offset))))),
          set(other, load(op("i32.add", get(best), entryOf(bestElement, get(offset))))),
          branch(next, op("i32.gt_s", get(mine), get(other))),
          branch(less, op("i32.lt_s", get(mine), get(other))),
        ),
      );
    const next = label("next");
    const less = label("less");
    const bySignature = level.orbits.length === 0 ? sequence() : this.compareSignatures(level, image, next, less);
    return counting(
      candidate,
      i32(this.present),
      get(candidatesEnd),
      this.stride,
      sequence(
        set(image, add(get(candidate), i32(imageOffset))),
        counting(
          element,
          i32(elements),
          i32(elements + this.vector.tableBytes * level.elements.length),
          this.vector.tableBytes,
          block(
            next,
            sequence(
              block(
                less,
                sequence(
                  branch(less, op("i32.eqz", get(best))),
                  decide(next, less),
                  bySignature,
                  onEqual,
                  branch(next),
                ),
              ),
              set(this.isSigned, i32(0)),
              onLess,
            ),
          ),
        ),
      ),
    );
  }

  /** That of the best so far is computed when it is first needed. */
  private compareSignatures(level: SearchLevel, image: Local, next: Label, less: Label): Code {
    const { f, best, bestElement, element, isSigned, bestSignature } = this;
    const random = new Random(2);
    const entries = level.orbits.flatMap((orbit) => {
      const factor = BigInt.asIntN(64, (BigInt(random.next()) << 32n) | BigInt(random.next()) | 1n);
      return orbit.flatMap((place) => [BigInt(2 * place), factor]);
    });
    const list = this.context.memory.table(BigInt64Array.from(entries));
    const mine = f.local("signature", "i64");
    const of = (image: Local, element: Local): Code =>
      call(this.signature, get(image), get(element), i32(list), i32(list + 8 * entries.length));
    return sequence(
      when(op("i32.eqz", get(isSigned)), sequence(set(bestSignature, of(best, bestElement)), set(isSigned, i32(1)))),
      set(mine, of(image, element)),
      branch(next, op("i64.gt_u", get(mine), get(bestSignature))),
      branch(less, op("i64.lt_u", get(mine), get(bestSignature))),
    );
  }

  /** The images of the winners become the next candidates, each once. */
  private composeWinners(winnersEnd: Local): Code {
    const { f, candidatesEnd, candidate, element, x, stride } = this;
    const winner = f.local("winner");
    const image = f.local("image");
    const value = f.local("value");
    const known = f.local("known");
    const hash = f.local("hash", "i64");
    const merged = label("merged");
    const bytes = 4 * this.vector.length;
    const compose = counting(
      x,
      i32(0),
      i32(bytes),
      4,
      sequence(
        set(value, load(op("i32.add", get(image), entryOf(element, op("i32.shr_u", get(x), i32(1)))))),
        store(op("i32.add", get(candidatesEnd), get(x)), get(value), imageOffset),
        set(
          hash,
          op("i64.mul", op("i64.xor", get(hash), op("i64.extend_i32_u", get(value))), i64(0xff51afd7ed558ccdn)),
        ),
        set(hash, op("i64.xor", get(hash), op("i64.shr_u", get(hash), i64(32)))),
      ),
    );
    const differs = label("differs");
    const isKnown = block(
      differs,
      sequence(
        branch(differs, op("i64.ne", load64(get(known), 8), get(hash))),
        counting(
          x,
          i32(imageOffset),
          i32(imageOffset + bytes),
          4,
          branch(
            differs,
            op("i32.ne", load(op("i32.add", get(known), get(x))), load(op("i32.add", get(candidatesEnd), get(x)))),
          ),
        ),
        store64(get(known), op("i64.add", load64(get(known)), load64(get(candidate)))),
        branch(merged),
      ),
    );
    return sequence(
      set(candidatesEnd, i32(this.next)),
      counting(
        winner,
        i32(this.winners),
        get(winnersEnd),
        8,
        sequence(
          set(candidate, load(get(winner))),
          set(element, load(get(winner), 4)),
          set(image, add(get(candidate), i32(imageOffset))),
          set(hash, i64(0x9e3779b97f4a7c15n)),
          compose,
          block(
            merged,
            sequence(
              counting(known, i32(this.next), get(candidatesEnd), stride, isKnown),
              when(op("i32.eq", get(candidatesEnd), i32(this.next + stride * this.capacity)), this.giveUp()),
              store64(get(candidatesEnd), load64(get(candidate))),
              store64(get(candidatesEnd), get(hash), 8),
              set(candidatesEnd, add(get(candidatesEnd), i32(stride))),
            ),
          ),
        ),
      ),
    );
  }

  /** Too many candidates. */
  private giveUp(): Code {
    const [count] = this.f.parameters as [Local];
    return sequence(setGlobal(this.context.inexact, i32(1)), call(this.fallback!, get(count)), leave());
  }
}

/** A hash of what the points of a list have in the image of a vector: the sum over the points, each times its factor. */
function makeSignature(context: PartContext, name: string): WasmFunction {
  const f = context.module.function(
    `${name}, signature`,
    { image: "i32", element: "i32", list: "i32", end: "i32" },
    { result: "i64" },
  );
  const [image, element, list, end] = f.parameters as [Local, Local, Local, Local];
  const entry = f.local("entry");
  const sum = f.local("sum", "i64");
  const value = f.local("value", "i64");
  const at = op("i32.add", get(image), entryOf(element, load(get(entry))));
  f.body = sequence(
    counting(
      entry,
      get(list),
      get(end),
      16,
      sequence(
        set(value, op("i64.mul", op("i64.extend_i32_u", add(load(at), i32(1))), i64(0xff51afd7ed558ccdn))),
        set(value, op("i64.xor", get(value), op("i64.shr_u", get(value), i64(32)))),
        set(sum, op("i64.add", get(sum), op("i64.mul", get(value), load64(get(entry), 8)))),
      ),
    ),
    get(sum),
  );
  return f;
}
