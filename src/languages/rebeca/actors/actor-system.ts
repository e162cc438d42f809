/**
 * The rebecs of a model: those of `main`, and for each class that the text instantiates, a pool of rebecs to be
 * created.
 */

import type { EnumType, Expression } from "../../../model/model.ts";
import type { Collector } from "../../../syntax/collector.ts";
import type { Name } from "../../../syntax/cursor.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { Refused, attempt } from "../../../syntax/refused.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import { uniqueNames } from "../../unique-names.ts";
import { constantValue, fits } from "../names/constant.ts";
import { reportDuplicate } from "../names/declare.ts";
import { isInstantiable, isSubclass } from "../names/symbols.ts";
import type { ClassSymbol, Declarations, RebecaType, Routine } from "../names/symbols.ts";
import type { ExpressionNode, ProgramNode, RebecNode } from "../syntax/syntax-tree.ts";
import { layoutOf, messageNames } from "./layout.ts";
import type { Layout } from "./layout.ts";

/** The most rebecs of a model. */
const mostRebecs = 20_000;

export interface Rebec {
  /** The name of the variable. */
  readonly name: string;
  readonly symbol: ClassSymbol;
  /** The number of the rebec in the enumeration. */
  readonly number: number;
  /** Whether the rebec does not exist initially. */
  readonly isPooled: boolean;
  /** The known rebecs. Empty if the rebec is pooled. */
  readonly known: Rebec[];
  /** The arguments of its first message. */
  readonly args: number[];
  readonly node?: RebecNode | undefined;
}

/** All rebecs, and the layout of rebecs and messages. */
export interface ActorSystem extends Declarations {
  readonly collector: Collector;
  readonly rebecs: readonly Rebec[];
  /** The rebecs of exactly this class. */
  readonly instances: ReadonlyMap<ClassSymbol, readonly Rebec[]>;
  readonly layouts: ReadonlyMap<ClassSymbol, Layout>;
  /** The rebecs by their names in `main`. */
  readonly named: ReadonlyMap<string, Rebec>;
  /** The variables of the model for arrays of constants. */
  readonly tableNames: ReadonlyMap<string, string>;
  readonly rebecType: EnumType;
  readonly messageType: EnumType;
  /** All names of the model except those of transitions, properties and locals. */
  readonly globalNames: ReadonlySet<string>;
  /** Adds a new name to `globalNames`. */
  readonly newName: (base: string) => string;
  /** Whether constructors run at once. Otherwise they are first messages. */
  readonly runsConstructors: boolean;
  /** The enumeration member of each routine that receives messages. */
  readonly messages: ReadonlyMap<Routine, string>;
}

export function actorSystem(
  program: ProgramNode,
  declarations: Declarations,
  collector: Collector,
  pool: number,
  constructors: "queued" | "immediate" | undefined,
): ActorSystem | undefined {
  const globalNames = new Set<string>(["null"]);
  const unique = uniqueNames(globalNames);
  const newName = (base: string): string => {
    const name = unique(base);
    globalNames.add(name);
    return name;
  };
  const created = classesCreated(program, declarations);
  const found = attempt(() => findRebecs(program, declarations, collector, { created, pool, newName }));
  if (!found || !collector.empty) return undefined;
  const { rebecs, named } = found;
  for (const rebec of rebecs) bind(rebec, named, declarations, collector);
  if (!collector.empty) return undefined;

  const classes = [...declarations.classes.values()];
  const typeNames = classes.map((symbol) => newName(symbol.name));
  const tableNames = new Map([...declarations.tables.keys()].map((name) => [name, newName(name)]));
  const rebecName = newName("Rebec");
  const messageName = newName("Message");
  const members = ["null", ...rebecs.map(({ name }) => newName(`@${name}`))];
  const rebecType: EnumType = { kind: "enum", name: rebecName, members };
  const { messages, names } = messageNames(classes, newName);
  const messageType: EnumType = { kind: "enum", name: messageName, members: names };
  const instances = new Map<ClassSymbol, Rebec[]>(classes.map((symbol) => [symbol, []]));
  for (const rebec of rebecs) instances.get(rebec.symbol)!.push(rebec);
  const layouts = new Map<ClassSymbol, Layout>();
  classes.forEach((symbol, i) => {
    layouts.set(symbol, layoutOf(symbol, typeNames[i]!, rebecType, messageType, created.has(symbol)));
  });
  // Texts with `msgsrv initial` are older than constructors.
  const isOld = classes.some(({ servers }) => servers.has("initial"));
  const runsConstructors = constructors === undefined ? !isOld : constructors === "immediate";
  const parts = { rebecs, instances, layouts, named, rebecType, messageType, messages, runsConstructors, tableNames };
  return { ...declarations, ...parts, collector, globalNames, newName };
}

/** Whether rebecs of the class have a constructor that runs at once: in `main`, or in the step with `new`. */
export function isImmediate({ runsConstructors }: ActorSystem, { first }: ClassSymbol): boolean {
  return runsConstructors && first?.node.kind === "constructor";
}

interface PoolOptions extends Pick<ActorSystem, "newName"> {
  readonly created: ReadonlySet<ClassSymbol>;
  readonly pool: number;
}

/** The rebecs of `main` and the pools. Throws after an error that prevents a model. */
function findRebecs(
  program: ProgramNode,
  declarations: Declarations,
  collector: Collector,
  { created, pool, newName }: PoolOptions,
): { readonly rebecs: Rebec[]; readonly named: Map<string, Rebec> } {
  const fail = (slug: string, message: string): never => {
    collector.reportAt(`rebeca/${slug}`, message, program.mainSpan);
    throw new Refused();
  };
  if (!program.main) return fail("missing-main", "expected `main { ... }` with the rebecs, found none");
  if (program.main.length === 0) return fail("no-rebecs", "expected at least one rebec in `main`, found none");
  const named = new Map<string, Rebec>();
  const rebecs: Rebec[] = [];
  const add = (base: string, symbol: ClassSymbol, node?: RebecNode): Rebec => {
    const place = { name: newName(base), symbol, number: rebecs.length + 1 };
    const rebec = { ...place, isPooled: !node, known: [], args: [], node };
    rebecs.push(rebec);
    return rebec;
  };
  for (const node of program.main) {
    const symbol = instantiable(node.type, declarations, collector);
    const { text } = node.name;
    if (named.has(text)) reportDuplicate(node.name, collector);
    else if (symbol) named.set(text, add(text, symbol, node));
  }
  for (const symbol of created) {
    for (let i = 1; i <= pool && rebecs.length <= mostRebecs; i++) add(`${symbol.name}#${i}`, symbol);
  }
  if (rebecs.length <= mostRebecs) return { rebecs, named };
  return fail("too-many-rebecs", `expected at most ${mostRebecs} rebecs, found more`);
}

/** A class that can have rebecs. */
export function instantiable(name: Name, { classes }: Declarations, collector: Collector): ClassSymbol | undefined {
  const symbol = classes.get(name.text);
  if (symbol && isInstantiable(symbol)) return symbol;
  const hint = symbol ? ", which is abstract or an interface" : didYouMean(name.text, classes.keys());
  const message = `expected the name of a class, found \`${name.text}\`${hint}`;
  collector.reportAt("rebeca/unknown-type", message, name.span);
  return undefined;
}

function classesCreated(program: ProgramNode, { classes }: Declarations): Set<ClassSymbol> {
  const created = new Set<ClassSymbol>();
  for (const e of allNodesIn<ExpressionNode>(program.classes)) {
    const symbol = e.kind === "new" ? classes.get(e.type.text) : undefined;
    if (symbol && isInstantiable(symbol)) created.add(symbol);
  }
  return created;
}

/** Resolves the known rebecs and the arguments of a rebec of `main`. */
function bind(
  { symbol, node, known, args }: Rebec,
  named: ReadonlyMap<string, Rebec>,
  { constants }: Declarations,
  collector: Collector,
): void {
  if (!node) return;
  const rebecOf = (e: ExpressionNode, type: RebecaType): Rebec | undefined => {
    const found = e.kind === "name" ? named.get(e.name) : undefined;
    if (!found) {
      const shown = e.kind === "name" ? `\`${e.name}\`${didYouMean(e.name, named.keys())}` : "something else";
      collector.reportAt("rebeca/unknown-rebec", `expected the name of a rebec, found ${shown}`, e.span);
      return undefined;
    }
    if (type.kind === "rebec" && type.of && !isSubclass(found.symbol, type.of)) {
      const message = `expected a \`${type.of.name}\`, found \`${found.name}\`, which is a \`${found.symbol.name}\``;
      collector.reportAt("rebeca/type-mismatch", message, e.span);
      return undefined;
    }
    return found;
  };
  const problem = wrongCount(symbol, node);
  if (problem !== undefined) {
    collector.reportAt("rebeca/wrong-arity", problem, node.span);
    return;
  }
  node.known.forEach((e, i) => {
    const found = rebecOf(e, symbol.known[i]!.type);
    if (found) known.push(found);
  });
  node.args.forEach((e, i) => {
    const { type } = symbol.first!.parameters[i]!;
    if (type.kind === "rebec") args.push(e.kind === "null" ? 0 : (rebecOf(e, type)?.number ?? 0));
    else {
      const value = constantValue(e, constants, collector);
      if (value && fits(value, type, e, collector)) args.push(value.value);
    }
  });
}

/** A message if a new rebec has too many or too few known rebecs or arguments. */
export function wrongCount(symbol: ClassSymbol, given: Pick<RebecNode, "known" | "args">): string | undefined {
  const check = (expected: number, found: number, what: string): string | undefined =>
    expected === found ? undefined : `expected ${counted(expected, what)} for a \`${symbol.name}\`, found ${found}`;
  return (
    check(symbol.known.length, given.known.length, "known rebec") ??
    check(symbol.first?.parameters.length ?? 0, given.args.length, "argument")
  );
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A reference to a rebec. */
export function reference({ rebecType }: ActorSystem, number: number): Expression {
  return { kind: "member", type: rebecType, name: rebecType.members[number]! };
}

/** The message that a routine receives. */
export function messageOf({ messageType, messages }: ActorSystem, routine: Routine): Expression {
  return { kind: "member", type: messageType, name: messages.get(routine)! };
}

/** The rebecs that a reference of this type may denote. */
export function candidates({ rebecs, instances, classes }: ActorSystem, of: ClassSymbol | undefined): readonly Rebec[] {
  if (!of) return rebecs;
  const below = [...classes.values()].filter((symbol) => isSubclass(symbol, of));
  return below.length === 1 ? instances.get(below[0]!)! : below.flatMap((symbol) => instances.get(symbol)!);
}
