/**
 * Collections that are made of two others, as in `s = s.Union(s, t)`, and questions about two sets.
 *
 * The result is appended to what the target holds, and then the old elements are taken away. So a target may be one of
 * the two: its old elements stay where they are until the end.
 */

import { all, any, binary, element, equals, integer, local, not, truth, variable } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { Place } from "../../../syntax/source.ts";
import type { ExpressionNode, MethodNode } from "../syntax/syntax-tree.ts";
import { collectionBound, collectionLimit } from "./globals.ts";
import type { Globals } from "./globals.ts";

const combinations: Readonly<Record<string, readonly string[]>> = {
  Set: ["Union", "Intersect", "Substract"],
  Queue: ["Concat"],
  List: ["Concat"],
};

/** Whether a method returns a new collection. */
export function makesCollection({ method }: MethodNode): boolean {
  return Object.values(combinations).flat().includes(method.text);
}

/** Whether a method compares two sets. */
export function comparesSets({ method }: MethodNode): boolean {
  return method.text === "IsOverlapping" || method.text === "IsDisjoint";
}

/** The value of `s.IsDisjoint(t)` or `s.IsOverlapping(t)`. */
export function lowerComparison(g: Globals, node: MethodNode & Place): Value {
  const [a, b] = [collectionOf(g, node.object, "Set"), given(g, node, 1, "Set")[0]!].map(whole) as [Part, Part];
  const at = `index in ${node.object.text}`;
  const shared = exists(a, at, (item) => contains(b, item, `${at}, other`));
  return truth(node.method.text === "IsOverlapping" ? shared : not(shared));
}

/** The statements of `target = s.Union(a, b)` and the like. */
export function lowerCombination(g: Globals, target: ExpressionNode, node: MethodNode & Place): Statement[] {
  const { text: method } = node.method;
  const symbol = target.kind === "name" ? g.collection(target.name) : undefined;
  if (!symbol || target.kind !== "name") {
    return g.refuse("csp/not-a-collection", `expected a collection for the result of \`${method}\``, target);
  }
  const { type } = symbol;
  if (!combinations[type]?.includes(method)) {
    const message = `expected a value for the ${type.toLowerCase()} \`${target.name}\`, found \`${method}\``;
    return g.refuse("csp/unknown-method", message, node.method);
  }
  collectionOf(g, node.object, type);
  const queue = variable(target.name);
  const lengths = new Map<string, Expression>();
  const out: Statement[] = [];
  const keep = (name: string): Part => {
    let length = lengths.get(name);
    if (!length) {
      const kept = g.freshLocal("count");
      out.push({ kind: "local", name: kept, type: countType, value: lengthOf(variable(name)) });
      lengths.set(name, (length = local(kept)));
    }
    return { queue: variable(name), length };
  };
  const { length: old } = keep(target.name);
  const [a, b] = given(g, node, 2, type).map(keep) as [Part, Part];
  const add = (item: Expression): Statement[] => [
    { kind: "while", test: { kind: "queue", op: "full", queue }, bound: 1, limit: collectionLimit, body: [] },
    { kind: "push", queue, value: item },
  ];
  const inB = (item: Expression): Expression => contains(b, item, `index in ${method}`);
  const when = (test: Expression, item: Expression): Statement[] => [{ kind: "if", test, then: add(item), else: [] }];
  if (method === "Union") out.push(...merged(g, a, b, add));
  else if (method === "Intersect") out.push(...each(g, a, (item) => when(inB(item), item)));
  else if (method === "Substract") out.push(...each(g, a, (item) => when(not(inB(item)), item)));
  else out.push(...each(g, a, add), ...each(g, b, add));
  return [...out, ...each(g, { queue, length: old }, () => [{ kind: "pop", queue }])];
}

/** The first elements of a collection. */
interface Part {
  readonly queue: Expression;
  readonly length: Expression;
}

const countType = { kind: "range", low: 0, high: collectionBound } as const;

function lengthOf(queue: Expression): Expression {
  return { kind: "queue", op: "len", queue };
}

function whole(name: string): Part {
  return { queue: variable(name), length: lengthOf(variable(name)) };
}

function exists({ queue, length }: Part, name: string, test: (item: Expression) => Expression): Expression {
  const body = all([binary("<", local(name), length), test(element(queue, local(name)))]);
  return { kind: "quantified", op: "exists", name, type: { ...countType, high: collectionBound - 1 }, body };
}

function contains(part: Part, value: Expression, name: string): Expression {
  return exists(part, name, (item) => equals(item, value));
}

/** Counts from 0 up to the length of the part. */
function each(g: Globals, { queue, length }: Part, body: (item: Expression) => readonly Statement[]): Statement[] {
  const at = g.freshLocal("at");
  return [
    { kind: "local", name: at, type: countType, value: integer(0) },
    {
      kind: "while",
      test: binary("<", local(at), length),
      bound: collectionBound,
      body: [...body(element(queue, local(at))), next(at)],
    },
  ];
}

function next(at: string): Statement {
  return { kind: "assign", target: local(at), value: binary("+", local(at), integer(1)) };
}

/** Two ascending parts in ascending order, equal elements once. */
function merged(g: Globals, a: Part, b: Part, add: (item: Expression) => readonly Statement[]): Statement[] {
  const [i, j] = [g.freshLocal("left"), g.freshLocal("right")];
  const [left, right] = [element(a.queue, local(i)), element(b.queue, local(j))];
  const isOver = (at: string, part: Part): Expression => binary("==", local(at), part.length);
  const none: readonly Statement[] = [];
  const both: Statement = {
    kind: "if",
    test: binary("<", left, right),
    then: [...add(left), next(i)],
    else: [{ kind: "if", test: equals(left, right), then: [next(i)], else: none }, ...add(right), next(j)],
  };
  return [
    { kind: "local", name: i, type: countType, value: integer(0) },
    { kind: "local", name: j, type: countType, value: integer(0) },
    {
      kind: "while",
      test: any([not(isOver(i, a)), not(isOver(j, b))]),
      bound: 2 * collectionBound,
      body: [
        {
          kind: "if",
          test: isOver(i, a),
          then: [...add(right), next(j)],
          else: [{ kind: "if", test: isOver(j, b), then: [...add(left), next(i)], else: [both] }],
        },
      ],
    },
  ];
}

/** The names of the collections that are given, each of the type. */
function given(g: Globals, node: MethodNode & Place, count: number, type: string): string[] {
  if (node.arguments.length !== count) {
    const message = `expected ${count} arguments of \`${node.method.text}\`, found ${node.arguments.length}`;
    return g.refuse("csp/wrong-arity", message, node);
  }
  return node.arguments.map((argument) => {
    if (argument.kind === "name") return collectionOf(g, { ...argument, text: argument.name }, type);
    const message = `expected a ${type.toLowerCase()} for \`${node.method.text}\`, found something else`;
    return g.refuse("csp/not-a-collection", message, argument);
  });
}

function collectionOf(g: Globals, name: { readonly text: string } & Place, type: string): string {
  const symbol = g.collection(name.text);
  if (symbol?.type === type) return name.text;
  const found = symbol ? `, which is a ${symbol.type.toLowerCase()}` : g.found(name.text, "collection");
  const message = `expected a ${type.toLowerCase()}, found \`${name.text}\`${found}`;
  return g.refuse("csp/not-a-collection", message, name);
}
