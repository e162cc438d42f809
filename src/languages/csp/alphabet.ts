/**
 * The alphabet of a part of `||`: declared by `#alphabet`, or all events in the text of the process and of what it calls, with
 * the values of their parameters.
 */

import { eventKeys, eventLabel } from "./event.ts";
import { constantOf, instances, lower, typedConstant } from "./expression.ts";
import type { Binding, Env } from "./expression.ts";
import { limits } from "./globals.ts";
import type { Globals } from "./globals.ts";
import { receivedFields } from "./receive.ts";
import { Refused } from "./refused.ts";
import type { EventNode, Place, ProcessNode } from "./syntax-tree.ts";
import { hides } from "./term.ts";

export interface Alphabet {
  readonly events: Set<string>;
  /** Events with parts that depend on the state, by name. */
  readonly open: Map<string, Place>;
}

/** A value that is not known before the run. */
const unknown: Binding = {
  kind: "local",
  local: { base: "?", bool: false, input: true, value: { kind: "local", name: "?" } },
};

export function alphabetOf(g: Globals, node: ProcessNode, env: Env): Alphabet {
  const alphabet: Alphabet = { events: new Set(), open: new Map() };
  new Gatherer(g, alphabet).process(node, env);
  return alphabet;
}

class Gatherer {
  readonly #g: Globals;
  readonly #into: Alphabet;
  readonly #seen = new Set<string>();

  constructor(g: Globals, into: Alphabet) {
    this.#g = g;
    this.#into = into;
  }

  process(node: ProcessNode, env: Env): void {
    switch (node.kind) {
      case "stop":
      case "skip":
      case "assert":
        return;
      case "call":
        this.#call(node, env);
        return;
      case "prefix":
        this.#event(node.event, env);
        this.process(node.then, env);
        return;
      case "send":
        this.process(node.then, env);
        return;
      case "receive": {
        const inner = new Map(env);
        for (const field of receivedFields(this.#g, node, env)) {
          if (field.kind === "input") inner.set(field.name, unknown);
        }
        this.process(node.then, inner);
        return;
      }
      case "guard":
      case "atomic":
        this.process(node.body, env);
        return;
      case "choice":
      case "parallel":
        for (const part of node.parts) this.process(part, env);
        return;
      case "indexed": {
        const envs = instances(this.#g, node.binders, env);
        if (!envs) throw new Refused();
        for (const inner of envs) this.process(node.body, inner);
        return;
      }
      case "if":
        this.process(node.then, env);
        if (node.else) this.process(node.else, env);
        return;
      case "case":
        for (const { body } of node.branches) this.process(body, env);
        if (node.otherwise) this.process(node.otherwise, env);
        return;
      case "sequence":
        this.process(node.first, env);
        this.process(node.second, env);
        return;
      case "interrupt":
        this.process(node.body, env);
        this.process(node.handler, env);
        return;
      case "hide":
        this.#hidden(node, env);
        return;
    }
  }

  #event(event: EventNode, env: Env): void {
    const label = eventLabel(this.#g, event, env);
    if (label.kind !== "event") return;
    if (label.open) this.#into.open.set(label.name, event);
    else this.#into.events.add(label.key);
  }

  #call(node: ProcessNode & { kind: "call" }, env: Env): void {
    const definition = this.#g.process(node.name.text);
    if (!definition) throw new Refused();
    const inner = new Map<string, Binding>();
    definition.parameters.forEach((parameter, k) => {
      const typed = lower(this.#g, node.arguments[k]!, env);
      if (!typed) throw new Refused();
      const value = constantOf(typed);
      inner.set(parameter.text, value === undefined ? unknown : { kind: "value", value, bool: typed.bool });
    });
    const key = `${node.name.text}(${Array.from(inner.values(), (b) => (b.kind === "value" ? b.value : "?")).join()})`;
    if (this.#seen.has(key)) return;
    if (this.#seen.size >= limits.instances) {
      const message = `expected at most ${limits.instances} instances of processes, found more through \`${node.name.text}\``;
      this.#g.report("csp/unbounded-recursion", message, node);
      throw new Refused();
    }
    this.#seen.add(key);
    const declared = this.#g.alphabets.get(node.name.text);
    if (declared) eventKeys(this.#g, declared.events, inner, this.#into.events);
    else this.process(definition.body, inner);
  }

  #hidden(node: ProcessNode & { kind: "hide" }, env: Env): void {
    const hidden = eventKeys(this.#g, node.hidden, env);
    const { events, open } = alphabetOf(this.#g, node.body, env);
    for (const key of events) if (!hidden.has(key)) this.#into.events.add(key);
    for (const [name, place] of open) {
      const label = { kind: "event", name, parts: [typedConstant(0, false)], key: "", open: true } as const;
      if (!hides(hidden, label)) this.#into.open.set(name, place);
    }
  }
}
