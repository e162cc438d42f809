/**
 * What a statement depends on outside its own process, as SPIN sees it: SPIN merges statements that are local.
 *
 * SPIN takes some statements for local that are not quite: it does not look at indices, it starts processes, and it
 * believes `local` and the promises `xr` and `xs`. These are called nearly local.
 */

import { isPredefined } from "../names/resolve.ts";
import type { Scope, VariableSymbol } from "../names/symbols.ts";
import type { Basic, Expression, Pattern, Reference } from "../syntax/syntax-tree.ts";
import type { Element, Flow } from "./flow.ts";

export type Locality = "local" | "nearly local" | "global";

type Promise = "xr" | "xs";

export class Localities {
  readonly #promised = new Map<VariableSymbol, Set<Promise>>();

  constructor(flows: readonly Flow[]) {
    for (const { op, symbol } of flows.flatMap(({ promises }) => promises)) {
      this.#promised.set(symbol, (this.#promised.get(symbol) ?? new Set()).add(op));
    }
  }

  of({ statement: s, scope }: Pick<Element, "statement" | "scope">): Locality {
    return s ? this.#statement(s, scope) : "local";
  }

  #statement(s: Basic, scope: Scope): Locality {
    const within = (e: Expression): Locality => this.#expression(e, scope);
    switch (s.kind) {
      case "assign":
        return worst([this.#reference(s.target, scope), within(s.value)]);
      case "count":
        return this.#reference(s.target, scope);
      case "assert":
        return within(s.test);
      case "print":
        return worst(s.values.map(within));
      case "expression":
        return within(s.expression);
      case "send":
        return worst([this.#channel(s.channel, ["xs"], scope), ...s.values.map(within)]);
      case "receive":
        return worst([this.#channel(s.channel, ["xr"], scope), ...this.#pattern(s.pattern, scope)]);
      case "else":
      case "set_priority":
        return "global";
    }
  }

  #expression(e: Expression, scope: Scope): Locality {
    const within = (part: Expression): Locality => this.#expression(part, scope);
    switch (e.kind) {
      case "number":
        return "local";
      case "reference":
        return this.#reference(e.reference, scope);
      case "unary":
        return within(e.operand);
      case "binary":
        return worst([within(e.left), within(e.right)]);
      case "conditional":
        return worst([within(e.test), within(e.then), within(e.else)]);
      case "run":
        return startsAlike(e.process.text, scope) ? "nearly local" : "global";
      case "probe":
        return this.#channel(e.channel, probed[e.op], scope);
      case "poll":
        return worst([this.#channel(e.channel, ["xr", "xs"], scope), ...this.#pattern(e.pattern, scope)]);
      default:
        return "global";
    }
  }

  #reference(reference: Reference, scope: Scope): Locality {
    const predefined = isPredefined(reference);
    if (predefined !== undefined) return predefined === "_pid" || predefined === "_" ? "local" : "global";
    const symbol = scope.find(reference.parts[0]!.name.text);
    if (symbol?.kind === "constant") return "local";
    if (symbol?.kind !== "variable") return "global";
    if (!symbol.process && !symbol.isLocal) return "global";
    const indices = reference.parts.flatMap(({ index }) => index ?? []);
    const isLocal = symbol.process !== undefined && indices.every((e) => this.#expression(e, scope) === "local");
    return isLocal ? "local" : "nearly local";
  }

  #channel({ parts }: Reference, needed: readonly Promise[], scope: Scope): Locality {
    const symbol = parts.length === 1 ? scope.find(parts[0]!.name.text) : undefined;
    const promised = symbol?.kind === "variable" ? this.#promised.get(symbol) : undefined;
    return needed.every((promise) => promised?.has(promise)) ? "nearly local" : "global";
  }

  #pattern(pattern: readonly Pattern[], scope: Scope): Locality[] {
    return pattern.map((part) => this.#expression(part.kind === "eval" ? part.value : part, scope));
  }
}

const probed = {
  len: ["xr", "xs"],
  full: ["xr"],
  empty: ["xs"],
  nfull: ["xs"],
  nempty: ["xr"],
} as const satisfies Record<string, readonly Promise[]>;

function worst(parts: readonly Locality[]): Locality {
  if (parts.includes("global")) return "global";
  return parts.includes("nearly local") ? "nearly local" : "local";
}

/** Whether the initial values in a process are known, or those of its own variables: others may be global. */
function startsAlike(name: string, scope: Scope): boolean {
  const process = scope.find(name);
  if (process?.kind !== "process") return false;
  return process.fields.every(({ initial }) => {
    if (initial?.kind !== "value" || initial.value.kind === "number") return true;
    if (initial.value.kind !== "reference") return false;
    const named = initial.value.reference.parts[0]!.name.text;
    return process.fields.some((field) => field.name === named);
  });
}
