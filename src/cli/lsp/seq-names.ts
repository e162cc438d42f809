/**
 * The names of a `.seq` text, resolved by the rules of the language: where each is declared, and where it is used. Names
 * of fields and of processes after `by` are not resolved.
 */

import { parseDeclarations } from "../../model/text/parse-declaration.ts";
import type { DeclarationNode, Name, StatementNode } from "../../model/text/syntax-tree.ts";
import { Collector } from "../../syntax/collector.ts";
import type { Place } from "../../syntax/source.ts";
import type { Declaration, DeclarationKind } from "./declarations.ts";

/** A declared name, with all its places. The first is the declaration. */
export interface SeqName {
  readonly declaration: Declaration;
  /** Whether it is known in the whole text, and not only within a transition or an expression. */
  readonly isGlobal: boolean;
  readonly places: Place[];
}

/** Names by the word, from the inside to the outside. */
interface Scope {
  readonly names: Map<string, SeqName>;
  readonly outer: Scope | undefined;
}

export function seqNames(text: string): SeqName[] {
  const collector = new Collector({ name: "", text });
  const resolver = new Resolver(text);
  resolver.system(parseDeclarations(collector), undefined);
  return resolver.all.sort((a, b) => a.declaration.start - b.declaration.start);
}

class Resolver {
  readonly all: SeqName[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Declarations may come in any order, so all are known before one is looked into. */
  system(nodes: readonly DeclarationNode[], outer: Scope | undefined): void {
    const scope = inner(outer);
    for (const node of nodes) {
      if (!("name" in node)) continue;
      this.#declare(scope, node.name, node.kind, true);
      if (node.kind !== "type" || node.type.kind !== "enum") continue;
      for (const member of node.type.members) this.#declare(scope, member, "member", true);
    }
    for (const node of nodes) this.#declaration(node, scope);
  }

  #declaration(node: DeclarationNode, outer: Scope): void {
    if (node.kind !== "transition") {
      this.#visit({ ...node, name: undefined }, outer);
      return;
    }
    const scope = inner(outer);
    for (const { name, type } of node.parameters) {
      this.#visit(type, outer);
      this.#declare(scope, name, "variable", false);
    }
    for (const { indices } of node.owners) this.#visit(indices, scope);
    this.#visit(node.guard, scope);
    this.#statements(node.body, scope);
  }

  /** A local variable is known in the statements after it. */
  #statements(statements: readonly StatementNode[], outer: Scope): void {
    let scope = outer;
    for (const statement of statements) {
      if (statement.kind !== "local") {
        this.#visit(statement, scope);
        continue;
      }
      this.#visit([statement.type, statement.value], scope);
      scope = inner(scope);
      this.#declare(scope, statement.name, "variable", false);
    }
  }

  /** Looks into anything of a tree. Nodes that declare names, or are names, are told by their kinds. */
  #visit(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) {
      for (const each of node as readonly unknown[]) this.#visit(each, scope);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const { kind, form, name, ...rest } = node as Record<string, unknown> & Place;
    if (kind === "name" || kind === "named") {
      this.#use(scope, String(name), rest);
      return;
    }
    if (form === "refines" || form === "other") {
      this.system((rest["specification"] ?? rest["system"]) as readonly DeclarationNode[], undefined);
      return;
    }
    if (kind === "quantified" || kind === "for" || kind === "comprehension") {
      this.#visit(rest["domain"], scope);
      const own = inner(scope);
      this.#declare(own, name as Name, "variable", false);
      if (kind === "for") this.#statements(rest["body"] as readonly StatementNode[], own);
      else this.#visit(rest["body"], own);
      return;
    }
    for (const [key, value] of Object.entries(rest)) {
      if (key === "then" || key === "else" || key === "body") this.#block(value, scope);
      else if (key !== "field" && key !== "variable") this.#visit(value, scope);
    }
  }

  /** The branch of a statement or of an expression. */
  #block(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) this.#statements(value as readonly StatementNode[], scope);
    else this.#visit(value, scope);
  }

  #declare(
    scope: Scope,
    { text: name, start, end }: Name,
    kind: DeclarationNode["kind"] | DeclarationKind,
    isGlobal: boolean,
  ): void {
    // prettier-ignore
    const own: DeclarationKind = kind === "predicate" ? "function" : (kind as DeclarationKind);
    const entry: SeqName = { declaration: { name, kind: own, start, end }, isGlobal, places: [{ start, end }] };
    this.all.push(entry);
    if (!scope.names.has(name)) scope.names.set(name, entry);
  }

  #use(scope: Scope, name: string, { start, end }: Place): void {
    let found: SeqName | undefined;
    for (let at: Scope | undefined = scope; at && !found; at = at.outer) found = at.names.get(name);
    // The place of a named type may be wider than its name.
    const shift = Math.max(0, this.#text.slice(start, end).indexOf(name));
    found?.places.push({ start: start + shift, end: start + shift + name.length });
  }
}

function inner(outer: Scope | undefined): Scope {
  return { names: new Map(), outer };
}
