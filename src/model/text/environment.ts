/** What an elaboration knows: the names in sight, what may be mentioned, and where complaints go. */

import type { Collector } from "../../syntax/collector.ts";
import { excerpt } from "../../syntax/excerpt.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import { positionAt } from "../../syntax/source.ts";
import type { Span } from "../../syntax/source.ts";
import type { Type } from "../model.ts";
import type { ExpressionType } from "../typing.ts";
import { writeName } from "./lexicon.ts";
import type {
  ConstantNode,
  DeclarationNode,
  Name,
  Place,
  PredicateNode,
  TypeDeclarationNode,
  VariableNode,
} from "./syntax-tree.ts";
import type { Typed } from "./typed.ts";

/**
 * A declared name. What it means is filled in as elaboration proceeds; where that stays `undefined`, an error has been
 * reported, and whatever mentions the name says no more about it.
 */
export type GlobalSymbol =
  | { readonly kind: "constant"; readonly node: ConstantNode; type?: ExpressionType; value?: number }
  | { readonly kind: "type"; readonly node: TypeDeclarationNode; type?: Type }
  | { readonly kind: "member"; readonly node: TypeDeclarationNode; readonly name: Name }
  | { readonly kind: "variable"; readonly node: VariableNode; type?: Type }
  | { readonly kind: "predicate"; readonly node: PredicateNode; depth?: number };

export type LocalRole = "parameter" | "quantified name" | "loop name" | "local" | "index";

export interface LocalSymbol {
  readonly role: LocalRole;
  readonly name: Name;
  readonly type: ExpressionType | undefined;
  /** In an expansion, what the name stands for. */
  readonly value?: Typed;
}

interface LocalEntry extends LocalSymbol {
  readonly constantDepth: number;
}

export class Environment {
  readonly collector: Collector;
  readonly globals: Map<string, GlobalSymbol> = new Map();
  /** Inside `by`: states may not be mentioned. */
  owner = false;
  /** For each process name, the indices it was first used with: all its uses must be alike. */
  readonly families: Map<string, { readonly indices: string; readonly name: Name }> = new Map();
  /** The depth of the deepest predicate mentioned so far; set it to 0 before an expression to learn about it. */
  predicateDepth = 0;
  /** How many characters of text came out of expansions so far. */
  expanded = 0;
  /** Steps left for evaluating constant expressions. */
  readonly constantBudget: { steps: number } = { steps: 20_000_000 };
  readonly #locals = new Map<string, LocalEntry>();
  /** The local names in sight, with what each hides, which is an error. */
  readonly #order: { readonly name: string; readonly hidden: LocalEntry | undefined }[] = [];
  /** How many constant expressions surround this one; the names outside the innermost have no value in it. */
  #constantDepth = 0;

  constructor(collector: Collector) {
    this.collector = collector;
  }

  report(code: string, message: string, place: Place): void {
    this.collector.report(code, message, place.start, place.end);
  }

  span(place: Place): Span {
    return this.collector.span(place.start, place.end);
  }

  /** What the user wrote there, shortened. */
  text(place: Place): string {
    return excerpt(this.collector.source.text.slice(place.start, place.end));
  }

  /** Inside a constant expression. */
  get constant(): boolean {
    return this.#constantDepth > 0;
  }

  // ------------------------------------------------------------ declaring

  /** Enters the names of all declarations; the first of two equal names stays. */
  declareAll(declarations: readonly DeclarationNode[]): void {
    const transitions = new Map<string, Name>();
    const properties = new Map<string, Name>();
    for (const node of declarations) {
      switch (node.kind) {
        case "constant":
        case "variable":
        case "predicate":
          this.#declare(node.name, { kind: node.kind, node } as GlobalSymbol);
          break;
        case "type":
          this.#declare(node.name, { kind: "type", node });
          if (node.type.kind === "enum") {
            for (const name of node.type.members) this.#declare(name, { kind: "member", node, name });
          }
          break;
        case "transition":
          this.#declareIn(transitions, node.name, "transition");
          break;
        case "property":
          this.#declareIn(properties, node.name, "property");
          break;
        case "initial condition":
        case "transient":
          break;
      }
    }
  }

  #declare(name: Name, symbol: GlobalSymbol): void {
    const earlier = this.globals.get(name.text);
    if (earlier === undefined) this.globals.set(name.text, symbol);
    else this.#reportDuplicate(name, `${describeSymbol(earlier)} of this name`, placeOf(earlier));
  }

  #declareIn(names: Map<string, Name>, name: Name, what: string): void {
    const earlier = names.get(name.text);
    if (earlier === undefined) names.set(name.text, name);
    else this.#reportDuplicate(name, `a ${what} of this name`, earlier);
  }

  #reportDuplicate(name: Name, what: string, earlier: Place): void {
    const message = `expected a new name, found ${quote(name.text)}: there is ${what} at ${this.locate(earlier)}`;
    this.report("seq/duplicate-name", message, name);
  }

  /** Brings a local name into sight; an error if it hides another. */
  declareLocal(symbol: LocalSymbol): void {
    const { name } = symbol;
    const local = this.#locals.get(name.text);
    const global = this.globals.get(name.text);
    if (local ?? global) {
      const [what, place] = local
        ? [describeRole(local.role), local.name]
        : [describeSymbol(global!), placeOf(global!)];
      const message = `expected a name that hides no other, found ${quote(name.text)}: there is ${what} of this name at ${this.locate(place)}`;
      this.report("seq/hides-name", message, name);
    }
    this.#locals.set(name.text, { ...symbol, constantDepth: this.#constantDepth });
    this.#order.push({ name: name.text, hidden: local });
  }

  /** Runs a part of the elaboration and forgets the local names it declared. */
  scoped<T>(part: () => T): T {
    const mark = this.#order.length;
    const result = part();
    while (this.#order.length > mark) {
      const { name, hidden } = this.#order.pop()!;
      if (hidden) this.#locals.set(name, hidden);
      else this.#locals.delete(name);
    }
    return result;
  }

  /** Runs a part of the elaboration in which only constants, and names bound inside it, may be mentioned. */
  constantly<T>(part: () => T): T {
    this.#constantDepth++;
    const result = part();
    this.#constantDepth--;
    return result;
  }

  // ------------------------------------------------------------ looking up

  /** A local name in sight; `"hidden"` if its value is not known in this constant expression. */
  local(name: string): LocalSymbol | "hidden" | undefined {
    const symbol = this.#locals.get(name);
    return symbol && symbol.constantDepth !== this.#constantDepth ? "hidden" : symbol;
  }

  /** Reports a name that nothing has; `kinds` are the kinds of names that would do. */
  reportUnknown(name: string, place: Place, what: string, kinds: readonly GlobalSymbol["kind"][]): void {
    if (this.collector.full) return;
    const hint = didYouMean(name, this.#candidates(kinds));
    this.report(`seq/unknown-${what}`, `expected a ${what} that is declared, found ${quote(name)}${hint}`, place);
  }

  *#candidates(kinds: readonly GlobalSymbol["kind"][]): Iterable<string> {
    if (kinds.includes("variable")) for (const { name } of this.#order) yield name;
    for (const [name, { kind }] of this.globals) if (kinds.includes(kind)) yield name;
  }

  locate(place: Place): string {
    const { line, column } = positionAt(this.collector.source, place.start);
    return `${line}:${column}`;
  }
}

/** A name in a message. */
export function quote(name: string): string {
  const written = excerpt(writeName(name));
  return written.startsWith("`") ? written : `\`${written}\``;
}

export function describeSymbol(symbol: GlobalSymbol): string {
  return symbol.kind === "member" ? `a member of \`${symbol.node.name.text}\`` : `a ${symbol.kind}`;
}

export function describeRole(role: LocalRole): string {
  return role === "index" ? "an index" : `a ${role}`;
}

function placeOf(symbol: GlobalSymbol): Place {
  return symbol.kind === "member" ? symbol.name : symbol.node.name;
}
