/**
 * `cover` inside a rule.
 *
 * Whether it was ever met is an observer of the model. A local remembers it until the end of the rule, where observers
 * are assigned.
 */

import { any, local, no, variable } from "../../../model/build.ts";
import type { Expression, Property, Statement } from "../../../model/model.ts";
import type { StatementOf } from "../syntax/syntax-tree.ts";
import type { Program, Writer } from "./writer.ts";

/** Notes that the condition was met if it holds here. */
export function noteCover(writer: Writer, node: StatementOf<"property">, condition: Expression): void {
  const { covers, scratch, scratchName } = writer.program;
  let observer = covers.get(node);
  if (observer === undefined) {
    observer = scratchName(`covered ${node.message ?? ""}`.trim());
    covers.set(node, observer);
    const initial = { kind: "value", value: 0 } as const;
    scratch.push({ name: observer, type: { kind: "bool" }, initial, observer: true, span: node.span });
  }
  let hit = writer.hits.get(observer);
  if (hit === undefined) {
    hit = writer.newName("hit");
    writer.hits.set(observer, hit);
  }
  writer.emit({ kind: "assign", target: local(hit), value: any([condition, local(hit)]), span: node.span });
}

/** The body of a rule, with the locals before it and the observers after it. */
export function withObservers(writer: Writer, body: readonly Statement[]): Statement[] {
  const before = [...writer.hits.values()].map((name): Statement => ({
    kind: "local",
    name,
    type: { kind: "bool" },
    value: no,
  }));
  const after = [...writer.hits].map(([observer, hit]): Statement => {
    const target = variable(observer);
    return { kind: "assign", target, value: any([target, local(hit)]) };
  });
  return [...before, ...body, ...after];
}

/** Each of them is reachable. */
export function coverProperties({ covers }: Program, names: (name: string) => string): Property[] {
  return [...covers].map(([{ message = "cover", span }, observer]) => ({
    kind: "reachable",
    name: names(message),
    condition: variable(observer),
    span,
  }));
}
