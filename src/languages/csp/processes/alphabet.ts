/**
 * The alphabet of a part of `||`: declared by `#alphabet`, or all events in the text of the process and of its calls,
 * with the values of their parameters. As in PAT, events with data operations are not among them.
 */

import { literalOf } from "../../../model/build.ts";
import type { Place } from "../../../syntax/source.ts";
import { instances, lower } from "../names/expression.ts";
import type { Binding, Env } from "../names/expression.ts";
import { limits } from "../names/globals.ts";
import type { Globals } from "../names/globals.ts";
import { itemName } from "../names/received-arrays.ts";
import type { EventNode, ProcessNode, ProcessOf } from "../syntax/syntax-tree.ts";
import { partsOf } from "../syntax/traverse.ts";
import { eventKeys, eventLabel, hidesName } from "./event.ts";
import { receivedFields } from "./received-fields.ts";

export interface Alphabet {
  readonly events: Set<string>;
  /** Events with parts that depend on the state, by name. */
  readonly open: Map<string, Place>;
}

/** A value that is not known before the run. */
const unknown: Binding = {
  kind: "local",
  local: { base: "?", isBool: false, input: true, value: { kind: "local", name: "?" } },
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
      case "call":
        this.#call(node, env);
        break;
      case "hide":
        this.#hidden(node, env);
        break;
      case "indexed":
        for (const inner of instances(this.#g, node.binders, env)) this.process(node.body, inner);
        break;
      case "receive": {
        const inner = new Map(env);
        for (const [k, field] of receivedFields(this.#g, node, env).entries()) {
          if (field.kind !== "input") continue;
          const width = this.#g.widthAt(node.channel.name.text, k);
          for (let i = 0; i < width; i++) inner.set(width === 1 ? field.name : itemName(field.name, i), unknown);
        }
        this.process(node.then, inner);
        break;
      }
      default:
        if (node.kind === "prefix" && !node.block) this.#event(node.event, env);
        for (const part of partsOf(node)) this.process(part, env);
    }
  }

  #event(event: EventNode, env: Env): void {
    const label = eventLabel(this.#g, event, env);
    if (label.kind !== "event") return;
    if (label.open) this.#into.open.set(label.name, event);
    else this.#into.events.add(label.key);
  }

  #call(node: ProcessOf<"call">, env: Env): void {
    const definition = this.#g.process(node.name.text)!;
    const inner = new Map<string, Binding>();
    definition.parameters.forEach((parameter, k) => {
      const { e, isBool } = lower(this.#g, node.arguments[k]!, env);
      const value = literalOf(e);
      inner.set(parameter.text, value === undefined ? unknown : { kind: "value", value, isBool });
    });
    const key = `${node.name.text}(${Array.from(inner.values(), (b) => (b.kind === "value" ? b.value : "?")).join()})`;
    if (this.#seen.has(key)) return;
    if (this.#seen.size >= limits.instances) {
      const message = `expected at most ${limits.instances} instances of processes, found more through \`${node.name.text}\``;
      this.#g.refuse("csp/unbounded-recursion", message, node);
    }
    this.#seen.add(key);
    const declared = this.#g.alphabets.get(node.name.text);
    if (declared) eventKeys(this.#g, declared.events, inner, this.#into.events);
    else this.process(definition.body, inner);
  }

  #hidden(node: ProcessOf<"hide">, env: Env): void {
    const hidden = eventKeys(this.#g, node.hidden, env);
    const { events, open } = alphabetOf(this.#g, node.body, env);
    for (const key of events) if (!hidden.has(key)) this.#into.events.add(key);
    for (const [name, place] of open) if (!hidesName(hidden, name)) this.#into.open.set(name, place);
  }
}
