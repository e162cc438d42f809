/**
 * The least image of a state under a group that is given by tables (Linton, Finding the smallest image of a set, ISSAC
 * 2004).
 *
 * Level by level of a stabilizer chain, all partial images that are least so far are kept. Each is mapped by every
 * element of the next level. Only those images are composed that are least on the points that no later level changes,
 * and then on a hash of the multisets of values in the orbits of later levels. Equal images are merged and counted, so
 * that symmetric states do not cost more than others, and the final count is the order of the stabilizer. With one
 * level this is a comparison of all elements that stops at the first difference, as in finding the least rotation. With
 * more levels, the hashes and an order of values by rarity make the image canonical rather than least. For the
 * hypercube of 32 nodes, hashes save six sevenths of the time.
 *
 * The cost is O(elements of the levels * candidates) comparisons, mostly of one entry, and O(points) for each
 * candidate. There are at most `mostCandidates`. A state with more is left to local search, and then representatives
 * are no longer unique. Guarded by `npm run bench -- seed-000`.
 */

import type { SearchLevel, SearchPlan } from "../../symmetry/representatives/plan.ts";
import { Random } from "../../util/random.ts";
import type { Routine } from "../../wasm/assembler.ts";
import { block, copyMemory, forRange, leave, when } from "../../wasm/control.ts";
import type { Target } from "../../wasm/control.ts";
import { record } from "../../wasm/memory.ts";
import { local, long, word } from "../../wasm/value.ts";
import type { I32, I64, Variable } from "../../wasm/value.ts";
import { compileLocalSearch } from "./local-search.ts";
import type { Part, PartContext } from "./part.ts";
import { RareValues } from "./rare-values.ts";
import { entryOf, VectorCode } from "./vector.ts";

const mostCandidates = 1024;
const candidateBytes = 2 ** 21;
/** A candidate: the number of images it represents, a hash of the image, and then the image. */
const Candidate = record({ weight: "i64", hash: "i64" });
/** A candidate and an element whose image is least so far. */
const Winner = record({ candidate: "i32", element: "i32" });
/** A position in the vector, by twice its number, and the factor of its orbit. */
const SignatureEntry = record({ place: "i32", unused: "i32", factor: "i64" });

export function compileLevelSearch(plan: SearchPlan, context: PartContext, name: string): Part {
  return new SearchCompiler(plan, context, name).compile(name);
}

/** The image of a vector under an element, not composed yet. */
interface Image {
  readonly vector: I32;
  readonly element: I32;
}

class SearchCompiler {
  private readonly plan: SearchPlan;
  private readonly context: PartContext;
  private readonly vector: VectorCode;
  private readonly stride: number;
  /** The capacity for candidates, of this level and of the next. */
  private readonly capacity: number;
  private readonly present: number;
  private readonly next: number;
  private readonly winners: { readonly start: number; readonly end: number };
  private readonly fallback: Part | undefined;
  private readonly rareValues: RareValues | undefined;
  private readonly signature: Routine<{ vector: "i32"; element: "i32"; list: "i32"; end: "i32" }, I64>;

  constructor(plan: SearchPlan, context: PartContext, name: string) {
    this.plan = plan;
    this.context = context;
    this.signature = makeSignature(context, name);
    this.vector = new VectorCode(context, plan.points);
    this.stride = Candidate.bytes + 8 * Math.ceil(this.vector.length / 2);
    const isFlat = plan.levels.length === 1;
    this.capacity = isFlat ? 1 : Math.max(16, Math.min(mostCandidates, Math.floor(candidateBytes / this.stride)));
    const winnerBytes = isFlat ? 0 : Winner.bytes * 8 * this.capacity;
    const { memory } = context;
    this.present = memory.reserve(this.stride * this.capacity);
    this.next = isFlat ? 0 : memory.reserve(this.stride * (this.capacity + 1));
    const start = memory.reserve(winnerBytes);
    this.winners = { start, end: start + winnerBytes };
    this.fallback = isFlat ? undefined : compileLocalSearch(plan.fallback, context, `${name}, local`);
    this.rareValues = isFlat ? undefined : new RareValues(context, plan);
  }

  compile(name: string): Part {
    const { plan, context, present } = this;
    const last = plan.levels.length - 1;
    return context.asm.define(name, { counting: "i32" }, ({ counting }) => {
      context.work.increase(BigInt(4 * this.vector.length));
      this.vector.read(present + Candidate.bytes);
      this.rareValues?.encode(present + Candidate.bytes);
      Candidate.at(present).weight.set(1n);
      const candidatesEnd = word("candidatesEnd", present + this.stride);
      for (const level of plan.levels.slice(0, last)) this.middleLevel(level, candidatesEnd, counting);
      const { best, weight } = this.lastLevel(plan.levels[last]!, candidatesEnd);
      when(counting, () => {
        context.multiplyByQuotient(plan.order, weight);
        leave();
      });
      this.rareValues?.decode(best.vector);
      this.vector.write(best.vector, best.element);
    });
  }

  /** Finds the candidate and the element with the least image, and the number of such pairs. */
  private lastLevel(level: SearchLevel, candidatesEnd: I32): { readonly best: Image; readonly weight: I64 } {
    const weight = local("weight", "i64");
    const best = this.findLeast(level, candidatesEnd, {
      onLess: (candidate) => weight.set(Candidate.at(candidate).weight.get()),
      onEqual: (candidate) => weight.increase(Candidate.at(candidate).weight.get()),
    });
    return { best, weight };
  }

  /** Replaces the candidates by the least of their images. */
  private middleLevel(level: SearchLevel, candidatesEnd: Variable<"i32">, counting: I32): void {
    const giveUp = (): void => {
      this.context.inexact.set(1);
      this.fallback!({ counting });
      leave();
    };
    const winnersEnd = word("winnersEnd", this.winners.start);
    const note = (candidate: I32, element: I32): void => {
      when(winnersEnd.equals(this.winners.end), giveUp);
      const winner = Winner.at(winnersEnd);
      winner.candidate.set(candidate);
      winner.element.set(element);
      winnersEnd.increase(Winner.bytes);
    };
    this.findLeast(level, candidatesEnd, {
      onLess: (candidate, element) => {
        winnersEnd.set(this.winners.start);
        note(candidate, element);
      },
      onEqual: note,
    });
    candidatesEnd.set(this.next);
    forRange("winner", this.winners.start, winnersEnd, Winner.bytes, (at) => {
      const winner = Winner.at(at);
      this.addCandidate(word("candidate", winner.candidate.get()), winner.element.get(), candidatesEnd, giveUp);
    });
    copyMemory(this.present, this.next, candidatesEnd.minus(this.next));
    candidatesEnd.set(candidatesEnd.minus(this.next).plus(this.present));
  }

  /**
   * Compares every candidate under every element with the best so far. Returns the best, as an image under an element.
   */
  private findLeast(
    level: SearchLevel,
    candidatesEnd: I32,
    found: Readonly<Record<"onLess" | "onEqual", (candidate: I32, element: I32) => void>>,
  ): Image {
    const elements = this.vector.tables(level.elements);
    const compared = this.context.memory.wordTable(level.compared.map((place) => 2 * place));
    const best = { vector: word("best", 0), element: local("bestElement", "i32") };
    const isSigned = local("isSigned", "i32");
    const compareSignatures = this.signatures(level, best, isSigned);
    forRange("candidate", this.present, candidatesEnd, this.stride, (candidate) => {
      const vector = word("image", candidate.plus(Candidate.bytes));
      this.vector.forEach(elements, (element) =>
        block((next) => {
          block((less) => {
            less.goIf(best.vector.isZero());
            forRange("x", compared.start, compared.end, 4, (x) => {
              const offset = word("offset", x.load());
              const mine = word("mine", vector.plus(entryOf(element, offset)).load());
              const other = word("other", best.vector.plus(entryOf(best.element, offset)).load());
              next.goIf(mine.greater(other));
              less.goIf(mine.less(other));
            });
            compareSignatures({ vector, element }, less, next);
            found.onEqual(candidate, element);
            next.go();
          });
          isSigned.set(0);
          best.vector.set(vector);
          best.element.set(element);
          found.onLess(candidate, element);
        }),
      );
    });
    // An image is mostly given up at its first entry.
    const candidates = candidatesEnd.minus(this.present).dividedBy(this.stride);
    this.context.work.increase(candidates.unsigned64().times(BigInt(level.elements.length)));
    return best;
  }

  /** Compares signatures, if the level has any. That of the best so far is computed when it is first needed. */
  private signatures(
    level: SearchLevel,
    best: Image,
    isSigned: Variable<"i32">,
  ): (image: Image, less: Target, greater: Target) => void {
    if (level.orbits.length === 0) return () => {};
    const random = new Random(2);
    const entries = level.orbits.flatMap((orbit) => {
      const factor = BigInt.asIntN(64, (BigInt(random.next()) << 32n) | BigInt(random.next()) | 1n);
      return orbit.map((place) => ({ place: 2 * place, unused: 0, factor }));
    });
    const list = this.context.memory.table(SignatureEntry.encode(entries));
    const end = list + SignatureEntry.bytes * entries.length;
    const bestSignature = local("bestSignature", "i64");
    return (image, less, greater) => {
      when(isSigned.isZero(), () => {
        bestSignature.set(this.signature({ ...best, list, end }));
        isSigned.set(1);
      });
      const mine = long("signature", this.signature({ ...image, list, end }));
      greater.goIf(mine.above(bestSignature));
      less.goIf(mine.below(bestSignature));
    };
  }

  /** Adds the image of a winner to the next candidates, unless it is one already. */
  private addCandidate(candidate: I32, elementOfWinner: I32, end: Variable<"i32">, giveUp: () => void): void {
    const { stride, next } = this;
    const bytes = 4 * this.vector.length;
    this.context.work.increase(BigInt(4 * this.vector.length));
    const element = word("element", elementOfWinner);
    const image = word("image", candidate.plus(Candidate.bytes));
    const hash = long("hash", 0x9e3779b97f4a7c15n);
    forRange("x", 0, bytes, 4, (x) => {
      const value = word("value", image.plus(entryOf(element, x.shiftRight(1))).load());
      end.plus(x).store(value, Candidate.bytes);
      hash.set(hash.xor(value.unsigned64()).times(0xff51afd7ed558ccdn));
      hash.set(hash.xor(hash.shiftRight(32n)));
    });
    const { weight } = Candidate.at(candidate);
    block((merged) => {
      forRange("known", next, end, stride, (known) =>
        block((differs) => {
          differs.goIf(Candidate.at(known).hash.get().differs(hash));
          forRange("x", Candidate.bytes, Candidate.bytes + bytes, 4, (x) =>
            differs.goIf(known.plus(x).load().differs(end.plus(x).load())),
          );
          Candidate.at(known).weight.increase(weight.get());
          merged.go();
        }),
      );
      when(end.equals(next + stride * this.capacity), giveUp);
      Candidate.at(end).weight.set(weight.get());
      Candidate.at(end).hash.set(hash);
      end.increase(stride);
    });
  }
}

/** A hash of the values of listed points in the image of a vector: the sum over the points, each times its factor. */
function makeSignature(
  context: PartContext,
  name: string,
): Routine<{ vector: "i32"; element: "i32"; list: "i32"; end: "i32" }, I64> {
  const parameters = { vector: "i32", element: "i32", list: "i32", end: "i32" } as const;
  return context.asm.compute("i64", `${name}, signature`, parameters, ({ vector, element, list, end }) => {
    const sum = long("sum", 0n);
    forRange("entry", list, end, SignatureEntry.bytes, (at) => {
      const { place, factor } = SignatureEntry.at(at);
      const entry = vector.plus(entryOf(element, place.get())).load();
      const value = long("value", entry.plus(1).unsigned64().times(0xff51afd7ed558ccdn));
      value.set(value.xor(value.shiftRight(32n)));
      sum.increase(value.times(factor.get()));
    });
    return sum;
  });
}
