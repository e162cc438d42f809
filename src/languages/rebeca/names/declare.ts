/** Resolves the declarations of a text: constants, and classes with their inherited members. */

import type { Collector } from "../../../syntax/collector.ts";
import type { Constant } from "../../../syntax/constant.ts";
import type { Name } from "../../../syntax/cursor.ts";
import type { Definitions } from "../../../syntax/definitions.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import type { ExpressionNode, ProgramNode, RoutineNode, TypeNode, VariableNode } from "../syntax/syntax-tree.ts";
import { constantValue, fits, initialValues } from "./constant.ts";
import { isInstantiable, primitiveTypes, typeNamed } from "./symbols.ts";
import type { ClassSymbol, Declarations, NamedValue, RebecaType, Routine, StateSymbol } from "./symbols.ts";

/** The queue size of classes that do not give one. */
export interface QueueDefault {
  readonly size: number;
  /** Whether NOETHER_QUEUE does not give one either. */
  readonly isAssumed: boolean;
}

/** The greatest size of a queue and of an array. */
const mostMessages = 255;
const mostElements = 10_000;

export function declare(
  program: ProgramNode,
  collector: Collector,
  defines: Definitions,
  queue: QueueDefault,
): Declarations {
  const constants = declareConstants(program.constants, collector, defines);
  const tables = declareTables(program.constants, constants, collector);
  return { constants, tables, classes: new ClassDeclarer(constants, collector, queue).declare(program.classes) };
}

function declareConstants(
  nodes: readonly VariableNode[],
  collector: Collector,
  defines: Definitions,
): Map<string, Constant> {
  const constants = new Map<string, Constant>();
  for (const { type, name, value } of nodes) {
    const primitive = primitiveTypes.get(type.name.text);
    if (primitive && type.sizes.length > 0) continue;
    if (!primitive) {
      const message = "expected `boolean`, `byte`, `short` or `int` for a constant, found another type";
      collector.reportAt("rebeca/unknown-type", message, type.span);
      continue;
    }
    if (constants.has(name.text)) reportDuplicate(name, collector);
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

/** `env int[3] weights = { 1, 2, 3 };` */
function declareTables(
  nodes: readonly VariableNode[],
  constants: ReadonlyMap<string, Constant>,
  collector: Collector,
): Map<string, StateSymbol> {
  const tables = new Map<string, StateSymbol>();
  for (const { type: node, name, value } of nodes) {
    let type = primitiveTypes.get(node.name.text);
    if (!type || node.sizes.length === 0) continue;
    if (tables.has(name.text) || constants.has(name.text)) reportDuplicate(name, collector);
    for (const size of node.sizes.toReversed()) {
      type = {
        kind: "array",
        element: type,
        size: sizeIn(size, constants, collector, mostElements, "elements of an array"),
      };
    }
    if (!value) {
      collector.reportAt("rebeca/not-constant", `expected values for the constant \`${name.text}\``, name.span);
    }
    tables.set(name.text, { name: name.text, type, initial: initialValues(value, type, constants, collector) });
  }
  return tables;
}

function sizeIn(
  node: ExpressionNode,
  constants: ReadonlyMap<string, Constant>,
  collector: Collector,
  most: number,
  what: string,
): number {
  const known = constantValue(node, constants, collector);
  if (!known) return 1;
  if (!known.isBoolean && known.value >= 1 && known.value <= most) return known.value;
  collector.reportAt("rebeca/bad-count", `expected 1 to ${most} ${what}, found ${known.value}`, node.span);
  return 1;
}

export function reportDuplicate({ text, span }: Name, collector: Collector): void {
  collector.reportAt("rebeca/duplicate-name", `expected a new name, found \`${text}\` again`, span);
}

/** A class whose members are still being added. */
type Draft = { -readonly [K in keyof ClassSymbol]: ClassSymbol[K] } & {
  servers: Map<string, Routine>;
  methods: Map<string, Routine>;
};

class ClassDeclarer {
  readonly #constants: Declarations["constants"];
  readonly #collector: Collector;
  readonly #queue: QueueDefault;
  readonly #drafts = new Map<string, Draft>();
  readonly #done = new Set<Draft>();

  constructor(constants: Declarations["constants"], collector: Collector, queue: QueueDefault) {
    this.#constants = constants;
    this.#collector = collector;
    this.#queue = queue;
  }

  declare(nodes: ProgramNode["classes"]): ReadonlyMap<string, ClassSymbol> {
    for (const node of nodes) {
      const { text: name } = node.name;
      if (this.#drafts.has(name) || primitiveTypes.has(name) || this.#constants.has(name)) {
        reportDuplicate(node.name, this.#collector);
        continue;
      }
      const { size: queueSize, isAssumed: isQueueAssumed } = this.#queue;
      const members = { interfaces: [], known: [], state: [], servers: new Map(), methods: new Map() };
      this.#drafts.set(name, { name, node, queueSize, isQueueAssumed, ...members });
    }
    for (const draft of this.#drafts.values()) this.#complete(draft, new Set());
    return this.#drafts;
  }

  #complete(draft: Draft, under: Set<Draft>): void {
    if (this.#done.has(draft)) return;
    this.#done.add(draft);
    under.add(draft);
    const { node } = draft;
    const parent = node.parent && this.#above(node.parent, "class", under);
    if (parent) {
      const { known, state, first, queueSize, isQueueAssumed } = parent;
      const routines = { servers: new Map(parent.servers), methods: new Map(parent.methods) };
      Object.assign(draft, { parent, known, state, first, queueSize, isQueueAssumed, ...routines });
    }
    for (const name of node.interfaces) {
      const found = this.#above(name, "interface", under);
      if (!found) continue;
      draft.interfaces = [...draft.interfaces, found];
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

  /** A class or interface above this one, with its members. `under` contains all classes that wait for it. */
  #above(name: Name, kind: "class" | "interface", under: Set<Draft>): Draft | undefined {
    const found = this.#drafts.get(name.text);
    if (found?.node.kind !== kind) {
      const names = [...this.#drafts.values()].filter(({ node }) => node.kind === kind).map((draft) => draft.name);
      this.#unknown(name, kind === "class" ? "a class" : "an interface", names);
    } else if (under.has(found)) {
      const message = `expected another ${kind}, found \`${found.name}\`, which extends this one`;
      this.#report("cyclic-inheritance", message, name.span);
    } else {
      this.#complete(found, under);
      return found;
    }
    return undefined;
  }

  #fields(draft: Draft): void {
    const names = new Set([...draft.known, ...draft.state].map(({ name }) => name));
    const typeOf = ({ type, name }: VariableNode): RebecaType | undefined => {
      const found = this.#type(type);
      if (names.has(name.text)) reportDuplicate(name, this.#collector);
      names.add(name.text);
      return found;
    };
    for (const node of draft.node.known) {
      const type = typeOf(node);
      const name = node.name.text;
      if (type && type.kind !== "rebec") {
        const message = `expected a class for the known rebec \`${name}\`, found another type`;
        this.#report("type-mismatch", message, node.type.span);
      } else if (type) draft.known = [...draft.known, { name, type }];
      if (!node.value) continue;
      this.#report("unsupported", "expected no value: known rebecs are bound in `main`", node.value.span);
    }
    for (const node of draft.node.state) {
      const type = typeOf(node);
      if (!type) continue;
      const initial = initialValues(node.value, type, this.#constants, this.#collector);
      draft.state = [...draft.state, { name: node.name.text, type, initial }];
    }
  }

  #routines(draft: Draft): void {
    const own = new Set<string>();
    let constructor: Routine | undefined;
    for (const node of draft.node.routines) {
      const routine = this.#routine(node);
      if (node.kind === "constructor") {
        if (constructor) this.#report("unsupported", "expected one constructor, found another", node.name.span);
        constructor = routine;
        continue;
      }
      if (own.has(node.name.text)) {
        const message = `expected a new name, found \`${node.name.text}\` again: overloading is not supported`;
        this.#report("duplicate-name", message, node.name.span);
      }
      own.add(node.name.text);
      const [same, other] = node.kind === "server" ? [draft.servers, draft.methods] : [draft.methods, draft.servers];
      const inherited = same.get(node.name.text);
      if (inherited && !sameParameters(inherited, routine)) this.#mismatch(node);
      if (other.has(node.name.text)) reportDuplicate(node.name, this.#collector);
      same.set(node.name.text, routine);
      if (node.body === undefined && isInstantiable(draft)) {
        const message = `expected the body of \`${node.name.text}\`: only abstract classes and interfaces may leave it out`;
        this.#report("missing-body", message, node.name.span);
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
          this.#report("missing-server", message, draft.node.name.span);
        } else if (found && !sameParameters(found, routine)) this.#mismatch(found.node);
      }
    }
    if (draft.node.isAbstract) return;
    for (const [name, { node }] of draft.servers) {
      if (node.body !== undefined || draft.node.routines.includes(node)) continue;
      const message = `expected a message server \`${name}\`, which the parent leaves abstract`;
      this.#report("missing-server", message, draft.node.name.span);
    }
  }

  #mismatch(node: RoutineNode): void {
    const message = `expected \`${node.name.text}\` to have the parameters of the one that it stands for`;
    this.#report("type-mismatch", message, node.name.span);
  }

  #routine(node: RoutineNode): Routine {
    const parameters: NamedValue[] = [];
    for (const { type: typeNode, name } of node.parameters) {
      const type = this.#scalar(typeNode, "passed on");
      if (parameters.some((other) => other.name === name.text)) reportDuplicate(name, this.#collector);
      if (type) parameters.push({ name: name.text, type });
    }
    return { node, parameters, result: node.result && this.#scalar(node.result, "returned") };
  }

  /** `undefined` for an array, which cannot be `used` like this. */
  #scalar(node: TypeNode, used: string): RebecaType | undefined {
    const type = this.#type(node);
    if (type?.kind !== "array") return type;
    this.#report("unsupported", `expected one value, found an array: arrays cannot be ${used}`, node.span);
    return undefined;
  }

  #type({ name, sizes }: TypeNode): RebecaType | undefined {
    let type = typeNamed(name.text, this.#drafts);
    if (!type) this.#unknown(name, "a type", [...primitiveTypes.keys(), ...this.#drafts.keys()]);
    for (const size of sizes.toReversed()) {
      const length = this.#size(size, mostElements, "elements of an array");
      if (type) type = { kind: "array", element: type, size: length };
    }
    return type;
  }

  #size(node: ExpressionNode, most: number, what: string): number {
    return sizeIn(node, this.#constants, this.#collector, most, what);
  }

  #unknown({ text, span }: Name, what: string, candidates: readonly string[]): void {
    const hint = didYouMean(text, candidates);
    this.#report("unknown-type", `expected the name of ${what}, found \`${text}\`${hint}`, span);
  }

  #report(slug: string, message: string, span: Span): void {
    this.#collector.reportAt(`rebeca/${slug}`, message, span);
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
