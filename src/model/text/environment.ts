/** The state of an elaboration: the names in scope, the names that may be mentioned, and the collector. */

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
 * A declared name. Elaboration fills in its meaning. If the meaning stays `undefined`, an error has been reported, and
 * mentions of the name do not report it again.
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
  /** The value of the name in an expansion. */
  readonly value?: Typed;
}

interface LocalEntry extends LocalSymbol {
  readonly constantDepth: number;
}

export class Environment {
  readonly collector: Collector;
  readonly globals: Map<string, GlobalSymbol> = new Map();
  /** Whether the expression is inside `by`, where states may not be mentioned. */
  owner = false;
  /** For each process name, the indices of its first use. All its uses must agree. */
  readonly families: Map<string, { readonly indices: string; readonly name: Name }> = new Map();
  /**
   * The depth of the deepest predicate mentioned so far. Set it to 0 before an expression to measure that expression.
   */
  predicateDepth = 0;
  /** The number of characters that expansions have produced so far. */
  expanded = 0;
  /** The remaining steps for evaluation of constant expressions. */
  readonly constantBudget: { steps: number } = { steps: 20_000_000 };
  readonly #locals = new Map<string, LocalEntry>();
  /** The local names in scope. Each comes with the name that it hides, which is an error. */
  readonly #order: { readonly name: string; readonly hidden: LocalEntry | undefined }[] = [];
  /** The number of enclosing constant expressions. Names bound outside the innermost one have no value in it. */
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

  /** The text of the user at a place, shortened. */
  text(place: Place): string {
    return excerpt(this.collector.source.text.slice(place.start, place.end));
  }

  /** Whether the elaboration is inside a constant expression. */
  get constant(): boolean {
    return this.#constantDepth > 0;
  }

  // ------------------------------------------------------------ declaring

  /** Enters the names of all declarations. Of equal names, the first is kept. */
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

  /** Adds a local name to the scope. It is an error if it hides another. */
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

  /** Runs a part of the elaboration and removes the local names it declared. */
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

  /** A local name in scope; `"hidden"` if its value is not known in this constant expression. */
  local(name: string): LocalSymbol | "hidden" | undefined {
    const symbol = this.#locals.get(name);
    return symbol && symbol.constantDepth !== this.#constantDepth ? "hidden" : symbol;
  }

  /** Reports an unknown name. `kinds` are the kinds of names that are allowed here. */
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
