/** Resolves the declarations of a text: constants, and classes with their inherited members. */

import type { Collector } from "../../syntax/collector.ts";
import type { Constant } from "../../syntax/constant.ts";
import type { Name } from "../../syntax/cursor.ts";
import type { Definitions } from "../../syntax/definitions.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import type { Span } from "../../syntax/source.ts";
import { constantValue, fits, initialValues } from "./constant.ts";
import type { Constants } from "./constant.ts";
import type { ClassNode, ProgramNode, RoutineNode, TypeNode, VariableNode } from "./syntax-tree.ts";
import { primitiveTypes } from "./types.ts";
import type { ClassSymbol, KnownSymbol, ParameterSymbol, RebecaType, Routine, StateSymbol } from "./types.ts";

/** The queue size of classes that do not give one. */
export interface QueueDefault {
  readonly size: number;
  /** Whether NOETHER_QUEUE does not give one either. */
  readonly isAssumed: boolean;
}

/** The greatest size of a queue and of an array. */
const mostMessages = 255;
const mostElements = 10_000;

export interface Declarations {
  readonly constants: Constants;
  readonly classes: ReadonlyMap<string, ClassSymbol>;
}

export interface DeclareOptions {
  readonly defines: Definitions;
  readonly queue: QueueDefault;
}

export function declare(program: ProgramNode, collector: Collector, options: DeclareOptions): Declarations {
  const constants = declareConstants(program.constants, collector, options.defines);
  const classes = new ClassDeclarer(program.classes, constants, collector, options.queue).declare();
  return { constants, classes };
}

function declareConstants(
  nodes: readonly VariableNode[],
  collector: Collector,
  defines: Definitions,
): Map<string, Constant> {
  const constants = new Map<string, Constant>();
  for (const { type, name, value } of nodes) {
    const primitive = primitiveTypes.get(type.name.text);
    if (!primitive || type.sizes.length > 0) {
      const message = "expected `boolean`, `byte`, `short` or `int` for a constant, found another type";
      collector.reportAt("rebeca/unknown-type", message, type.span);
      continue;
    }
    if (constants.has(name.text)) duplicate(collector, name);
    if (defines.get(name.text) !== undefined) {
      const known = defines.scalar(name.text);
      if (known && fits(known, primitive, name, collector)) constants.set(name.text, known);
    } else if (value === undefined || value.kind === "list") {
      collector.reportAt("rebeca/not-constant", `expected a value for the constant \`${name.text}\``, name.span);
    } else {
      const known = constantValue(value, constants, collector);
      if (known && fits(known, primitive, value, collector)) constants.set(name.text, known);
    }
  }
  const names = nodes.map((node) => node.name.text);
  defines.refuseUnknown([...names, "NOETHER_POOL", "NOETHER_QUEUE"], "the name of an `env` constant");
  return constants;
}

function duplicate(collector: Collector, { text, span }: Name): void {
  collector.reportAt("rebeca/duplicate-name", `expected a new name, found \`${text}\` again`, span);
}

/** A class whose members are still being added. */
interface Draft extends ClassSymbol {
  parent?: ClassSymbol | undefined;
  interfaces: ClassSymbol[];
  queueSize: number;
  isQueueAssumed: boolean;
  known: KnownSymbol[];
  state: StateSymbol[];
  servers: Map<string, Routine>;
  methods: Map<string, Routine>;
  first?: Routine | undefined;
}

class ClassDeclarer {
  readonly #nodes: readonly ClassNode[];
  readonly #constants: Constants;
  readonly #collector: Collector;
  readonly #queue: QueueDefault;
  readonly #drafts = new Map<string, Draft>();
  readonly #done = new Set<Draft>();

  constructor(nodes: readonly ClassNode[], constants: Constants, collector: Collector, queue: QueueDefault) {
    this.#nodes = nodes;
    this.#constants = constants;
    this.#collector = collector;
    this.#queue = queue;
  }

  declare(): ReadonlyMap<string, ClassSymbol> {
    for (const node of this.#nodes) {
      const { text } = node.name;
      if (this.#drafts.has(text) || primitiveTypes.has(text) || this.#constants.has(text)) {
        duplicate(this.#collector, node.name);
        continue;
      }
      const { size: queueSize, isAssumed: isQueueAssumed } = this.#queue;
      const empty = { interfaces: [], queueSize, isQueueAssumed, known: [], state: [] };
      this.#drafts.set(text, { ...empty, name: text, node, servers: new Map(), methods: new Map() });
    }
    for (const draft of this.#drafts.values()) this.#complete(draft, new Set());
    return this.#drafts;
  }

  #complete(draft: Draft, under: Set<Draft>): void {
    if (this.#done.has(draft)) return;
    this.#done.add(draft);
    under.add(draft);
    const { node } = draft;
    const parent = node.parent && this.#classOf(node.parent, "class");
    if (node.parent && parent && under.has(parent)) {
      const message = `expected another class, found \`${parent.name}\`, which extends this one`;
      this.#report("rebeca/cyclic-inheritance", message, node.parent.span);
    } else if (parent) {
      this.#complete(parent, under);
      draft.parent = parent;
      draft.known.push(...parent.known);
      draft.state.push(...parent.state);
      for (const [name, routine] of parent.servers) draft.servers.set(name, routine);
      for (const [name, routine] of parent.methods) draft.methods.set(name, routine);
      draft.first = parent.first;
      draft.queueSize = parent.queueSize;
      draft.isQueueAssumed = parent.isQueueAssumed;
    }
    for (const name of node.interfaces) {
      const found = this.#classOf(name, "interface");
      if (!found) continue;
      if (under.has(found)) {
        const message = `expected another interface, found \`${found.name}\`, which extends this one`;
        this.#report("rebeca/cyclic-inheritance", message, name.span);
        continue;
      }
      this.#complete(found, under);
      draft.interfaces.push(found);
      if (node.kind === "interface") for (const [server, routine] of found.servers) draft.servers.set(server, routine);
    }
    under.delete(draft);
    if (node.queue) {
      draft.queueSize = this.#size(node.queue, mostMessages, "messages in a queue");
      draft.isQueueAssumed = false;
    }
    this.#fields(draft);
    this.#routines(draft);
    this.#promises(draft);
  }

  #fields(draft: Draft): void {
    const names = new Set([...draft.known, ...draft.state].map(({ name }) => name));
    const isNew = (name: Name): boolean => {
      if (names.has(name.text)) duplicate(this.#collector, name);
      names.add(name.text);
      return true;
    };
    for (const { type: node, name, value } of draft.node.known) {
      const type = this.#type(node);
      isNew(name);
      if (type && type.kind !== "rebec") {
        const message = `expected a class for the known rebec \`${name.text}\`, found another type`;
        this.#report("rebeca/type-mismatch", message, node.span);
      } else if (type) draft.known.push({ name: name.text, type, owner: draft.name });
      if (value) this.#report("rebeca/unsupported", "expected no value: known rebecs are bound in `main`", value.span);
    }
    for (const { type: node, name, value } of draft.node.state) {
      const type = this.#type(node);
      isNew(name);
      if (!type) continue;
      const initial = initialValues(value, type, this.#constants, this.#collector);
      draft.state.push({ name: name.text, type, initial });
    }
  }

  #routines(draft: Draft): void {
    const own = new Set<string>();
    let constructor: Routine | undefined;
    for (const node of draft.node.routines) {
      const routine = this.#routine(node);
      if (node.kind === "constructor") {
        if (constructor) this.#report("rebeca/unsupported", "expected one constructor, found another", node.name.span);
        constructor = routine;
        continue;
      }
      if (own.has(node.name.text)) {
        const message = `expected a new name, found \`${node.name.text}\` again: overloading is not supported`;
        this.#report("rebeca/duplicate-name", message, node.name.span);
      }
      own.add(node.name.text);
      const [same, other] = node.kind === "server" ? [draft.servers, draft.methods] : [draft.methods, draft.servers];
      const inherited = same.get(node.name.text);
      if (inherited && !sameParameters(inherited, routine)) this.#mismatch(node);
      if (other.has(node.name.text)) duplicate(this.#collector, node.name);
      same.set(node.name.text, routine);
      if (node.body === undefined && draft.node.kind === "class" && !draft.node.isAbstract) {
        const message = `expected the body of \`${node.name.text}\`: only abstract classes and interfaces may leave it out`;
        this.#report("rebeca/missing-body", message, node.name.span);
      }
    }
    draft.first = constructor ?? (own.has("initial") ? draft.servers.get("initial") : draft.first);
  }

  /** Checks that a class that can have rebecs defines all its abstract servers. */
  #promises(draft: Draft): void {
    if (draft.node.kind === "interface") return;
    for (const promised of draft.interfaces) {
      for (const [name, routine] of promised.servers) {
        const found = draft.servers.get(name);
        if (!found && !draft.node.isAbstract) {
          const message = `expected a message server \`${name}\`, as \`${promised.name}\` demands`;
          this.#report("rebeca/missing-server", message, draft.node.name.span);
        } else if (found && !sameParameters(found, routine)) this.#mismatch(found.node);
      }
    }
    if (draft.node.isAbstract) return;
    for (const [name, { node }] of draft.servers) {
      if (node.body !== undefined || draft.node.routines.includes(node)) continue;
      const message = `expected a message server \`${name}\`, which the parent leaves abstract`;
      this.#report("rebeca/missing-server", message, draft.node.name.span);
    }
  }

  #mismatch(node: RoutineNode): void {
    const message = `expected \`${node.name.text}\` to have the parameters of the one that it stands for`;
    this.#report("rebeca/type-mismatch", message, node.name.span);
  }

  #routine(node: RoutineNode): Routine {
    const parameters: ParameterSymbol[] = [];
    for (const parameter of node.parameters) {
      const type = this.#type(parameter.type);
      if (parameters.some(({ name }) => name === parameter.name.text)) duplicate(this.#collector, parameter.name);
      if (type?.kind === "array") {
        this.#report(
          "rebeca/unsupported",
          "expected one value, found an array: arrays cannot be passed on",
          parameter.type.span,
        );
      } else if (type) parameters.push({ node: parameter, name: parameter.name.text, type });
    }
    const result = node.result && this.#type(node.result);
    if (result?.kind === "array") {
      this.#report(
        "rebeca/unsupported",
        "expected one value, found an array: arrays cannot be returned",
        node.result!.span,
      );
    }
    return { node, parameters, result };
  }

  #type(node: TypeNode): RebecaType | undefined {
    let type: RebecaType | undefined = primitiveTypes.get(node.name.text);
    if (!type) {
      const of = this.#drafts.get(node.name.text);
      if (!of) this.#unknown(node.name, "a type", [...primitiveTypes.keys(), ...this.#drafts.keys()]);
      type = of && { kind: "rebec", of };
    }
    for (const size of node.sizes.toReversed()) {
      const length = this.#size(size, mostElements, "elements of an array");
      if (type) type = { kind: "array", element: type, size: length };
    }
    return type;
  }

  #size(node: TypeNode["sizes"][number], most: number, what: string): number {
    const known = constantValue(node, this.#constants, this.#collector);
    if (!known) return 1;
    if (known.isBoolean || known.value < 1 || known.value > most) {
      this.#report("rebeca/bad-count", `expected 1 to ${most} ${what}, found ${known.value}`, node.span);
      return 1;
    }
    return known.value;
  }

  #classOf(name: Name, kind: "class" | "interface"): Draft | undefined {
    const found = this.#drafts.get(name.text);
    if (found?.node.kind === kind) return found;
    const what = kind === "class" ? "a class" : "an interface";
    const names = [...this.#drafts.values()].filter(({ node }) => node.kind === kind).map((draft) => draft.name);
    this.#unknown(name, what, names);
    return undefined;
  }

  #unknown({ text, span }: Name, what: string, candidates: readonly string[]): void {
    const hint = didYouMean(text, candidates);
    this.#report("rebeca/unknown-type", `expected the name of ${what}, found \`${text}\`${hint}`, span);
  }

  #report(code: string, message: string, span: Span): void {
    this.#collector.reportAt(code, message, span);
  }
}

function sameParameters(a: Routine, b: Routine): boolean {
  const same = (x: RebecaType, y: RebecaType): boolean =>
    x.kind === y.kind && (x.kind === "rebec" && y.kind === "rebec" ? x.of === y.of : true);
  return (
    a.parameters.length === b.parameters.length &&
    a.parameters.every(({ type }, i) => same(type, b.parameters[i]!.type))
  );
}

/** The type of a node, in a text whose classes are known; `undefined` if there is none. */
export function typeOf(node: TypeNode, { classes }: Declarations): RebecaType | undefined {
  if (node.sizes.length > 0) return undefined;
  const primitive = primitiveTypes.get(node.name.text);
  const of = classes.get(node.name.text);
  return primitive ?? (of && { kind: "rebec", of });
}
