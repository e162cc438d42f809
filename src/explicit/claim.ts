/**
 * A property automaton that runs along with the model: its state is a field of the packed state.
 *
 * Before a state is expanded, the automaton reads it: the edges whose guards hold there are listed, and every successor is
 * written once for each of them. A transient state is passed over: the automaton stays where it is. A state that the
 * automaton cannot read has no successors. A state of the model that cannot go on stays as it is forever, and is read again
 * and again.
 */

import type { Expression } from "../model/model.ts";
import type { Automaton, AutomatonEdge } from "../property/automaton.ts";
import { add, branch, call, get, getGlobal, i32, label, leave, load, loop, op, sequence, set, setGlobal, store, tee, when } from "../wasm/code.ts"; // prettier-ignore
import type { Code, Global, Local, WasmFunction, WasmModule } from "../wasm/code.ts";
import type { Kernel } from "./kernel.ts";
import type { PackedField } from "./layout.ts";
import { copyWords } from "./packed-words.ts";

export interface ClaimContext {
  readonly module: WasmModule;
  readonly kernel: Kernel;
  readonly field: PackedField;
  readonly makeCondition: (
    name: string,
    condition: Expression,
  ) => { readonly function: WasmFunction; readonly canFail: boolean };
  readonly fault: Global;
  /** Notes that proposition k cannot be evaluated. */
  readonly onFault: (proposition: number) => Code;
  readonly isTransient: WasmFunction | undefined;
}

/** The room that the reader of an automaton needs, besides its functions. */
export interface ClaimArea {
  /** The edges that can be taken, each as the bits of its target in place and its marks. */
  readonly edges: number;
  /** A successor while it is written once for each edge. */
  readonly held: number;
}

export function reserveClaim(automaton: Automaton, wordCount: number, reserve: (bytes: number) => number): ClaimArea {
  const most = Math.max(1, ...automaton.states.map(({ edges }) => edges.length));
  return { edges: reserve(8 * most), held: reserve(4 * wordCount) };
}

export class ClaimReader {
  /** Lists the edges for the unpacked state, whose packed form is at `source`. */
  readonly read: WasmFunction;
  /** Puts the successor at the end of the batch into it, once for each edge, with the number of the process that moved. */
  readonly emit: WasmFunction;
  /** The same again for the last successor, with another process that took part. */
  readonly repeat: WasmFunction;
  private readonly automaton: Automaton;
  private readonly context: ClaimContext;
  private readonly area: ClaimArea;
  private readonly edgeCount: Global;
  private readonly propositions: readonly { readonly function: WasmFunction; readonly canFail: boolean }[];

  constructor(automaton: Automaton, area: ClaimArea, context: ClaimContext) {
    this.automaton = automaton;
    this.area = area;
    this.context = context;
    this.edgeCount = context.module.global("claimEdges", "i32", 0, true);
    this.propositions = automaton.propositions.map((condition, k) =>
      context.makeCondition(`proposition ${k}`, condition),
    );
    this.read = this.makeRead();
    this.repeat = this.makeRepeat();
    this.emit = this.makeEmit();
  }

  /** The bits of the automaton's first state, in place. */
  get initialBits(): number {
    return this.automaton.initial << this.context.field.shift;
  }

  /** Whether the automaton is in this state, in the packed state at an address. */
  isIn(source: Code, state: number): Code {
    const { word, shift } = this.context.field;
    return op("i32.eq", op("i32.and", load(source, 4 * word), i32(this.mask)), i32(state << shift));
  }

  private get mask(): number {
    const { bits, shift } = this.context.field;
    return ((1 << bits) - 1) << shift;
  }

  private makeRead(): WasmFunction {
    const { module, field, isTransient, fault } = this.context;
    const f = module.function("read", { source: "i32" });
    const own = f.local("own");
    const values = this.propositions.map((_, k) => f.local(`proposition ${k}`));
    const first = i32(this.area.edges);
    const stay = sequence(store(first, get(own)), store(first, i32(0), 4), setGlobal(this.edgeCount, i32(1)), leave());
    f.body = sequence(
      set(own, op("i32.and", load(get(f.parameters[0]!), 4 * field.word), i32(this.mask))),
      ...(isTransient ? [when(call(isTransient), stay), setGlobal(fault, i32(0))] : []),
      setGlobal(this.edgeCount, i32(0)),
      ...this.automaton.states.map(({ edges }, k) => {
        const reading = this.readEdges(edges, values);
        const isLast = k === this.automaton.states.length - 1;
        return isLast ? reading : when(op("i32.eq", get(own), i32(k << field.shift)), sequence(reading, leave()));
      }),
    );
    return f;
  }

  private readEdges(edges: readonly AutomatonEdge[], values: readonly Local[]): Code {
    const { fault, onFault, field } = this.context;
    const mentioned = new Set(
      edges.flatMap(({ guard }) => guard.flatMap(({ positive, negative }) => [...positive, ...negative])),
    );
    const evaluations = [...mentioned]
      .sort((a, b) => a - b)
      .map((k) => {
        const { function: proposition, canFail } = this.propositions[k]!;
        const evaluation = set(values[k]!, call(proposition));
        if (!canFail) return evaluation;
        return sequence(evaluation, when(getGlobal(fault), sequence(setGlobal(fault, i32(0)), onFault(k), leave())));
      });
    const { edgeCount } = this;
    const place = add(op("i32.shl", getGlobal(edgeCount), i32(3)), i32(this.area.edges));
    return sequence(
      ...evaluations,
      ...edges.map(({ guard, target, marks }) => {
        const append = sequence(
          store(place, i32(target << field.shift)),
          store(place, i32(marks), 4),
          setGlobal(edgeCount, add(getGlobal(edgeCount), i32(1))),
        );
        const cubes = guard.map(({ positive, negative }): Code => {
          const literals = [
            ...positive.map((k) => get(values[k]!)),
            ...negative.map((k) => op("i32.eqz", get(values[k]!))),
          ];
          return literals.length === 0 ? i32(1) : literals.reduce((all, literal) => op("i32.and", all, literal));
        });
        return when(
          cubes.reduce((some, cube) => op("i32.or", some, cube)),
          append,
        );
      }),
    );
  }

  private makeEmit(): WasmFunction {
    const { module, kernel } = this.context;
    const f = module.function("emit", { successor: "i32", mover: "i32" });
    const [successor, mover] = f.parameters as [Local, Local];
    const held = f.local("held");
    f.body = sequence(
      set(held, i32(this.area.held)),
      copyWords(held, successor, kernel.wordCount),
      call(this.repeat, get(mover)),
    );
    return f;
  }

  private makeRepeat(): WasmFunction {
    const { module, kernel, field } = this.context;
    const { batch, wordCount, cursor } = kernel;
    const { edgeCount, area, mask } = this;
    const f = module.function("repeat", { mover: "i32" });
    const [mover] = f.parameters as [Local];
    const successor = f.local("successor");
    const edge = f.local("edge");
    const end = f.local("end");
    const held = f.local("held");
    const again = label("edge");
    f.body = sequence(
      when(op("i32.eqz", getGlobal(edgeCount)), leave()),
      set(held, i32(area.held)),
      set(edge, i32(area.edges)),
      set(end, add(i32(area.edges), op("i32.shl", getGlobal(edgeCount), i32(3)))),
      loop(
        again,
        sequence(
          set(successor, getGlobal(batch.next)),
          copyWords(successor, held, wordCount),
          store(
            get(successor),
            op("i32.or", op("i32.and", load(get(held), 4 * field.word), i32(~mask)), load(get(edge))),
            4 * field.word,
          ),
          store(get(successor), getGlobal(cursor), 4 * wordCount),
          store(get(successor), load(get(edge), 4), batch.area.marksOffset),
          store(get(successor), get(mover), batch.area.moverOffset),
          batch.push(successor),
          branch(again, op("i32.lt_u", tee(edge, add(get(edge), i32(8))), get(end))),
        ),
      ),
    );
    return f;
  }
}
