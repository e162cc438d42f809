/**
 * The collections of PAT's standard library: sets, queues, stacks and lists of numbers, as queues of the model.
 *
 * A set is in ascending order, so that equal sets are equal states. The top of a stack comes first. Everything is done
 * by taking elements from the head and appending them: a round through a queue leaves it as it was.
 */

import {
  all,
  binary,
  element,
  equals,
  integer,
  local,
  not,
  number,
  truth,
  variable,
  yes,
} from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { Place } from "../../../syntax/source.ts";
import type { ExpressionNode, MethodNode } from "../syntax/syntax-tree.ts";
import { collectionBound, collectionLimit } from "./globals.ts";
import type { Globals } from "./globals.ts";

type Arguments = (argument: ExpressionNode) => Value;

/** Methods that only read, and methods that change. Each with its number of arguments. */
const readers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Set: { Contains: 1, Count: 0, Get: 1, IsEmpty: 0 },
  Queue: { Contains: 1, Count: 0, First: 0, Last: 0, Peek: 0, IsEmpty: 0 },
  Stack: { Contains: 1, Count: 0, Peek: 0, IsEmpty: 0 },
  List: { Contains: 1, Count: 0, Get: 1, First: 0, Last: 0, IsEmpty: 0 },
};
const changers: typeof readers = {
  Set: { Add: 1, Remove: 1, Clear: 0 },
  Queue: { Enqueue: 1, Dequeue: 0, Clear: 0 },
  Stack: { Push: 1, Pop: 0, Clear: 0 },
  List: { Add: 1, Remove: 1, RemoveAt: 1, Clear: 0 },
};

/** Whether a method changes its collection and has a result: an element, or whether there was a change. */
export function changesWithResult(g: Globals, { object, method }: MethodNode): boolean {
  const isSet = g.collection(object.text)?.type === "Set";
  return (isSet ? ["Add", "Remove"] : ["Dequeue", "Pop"]).includes(method.text);
}

/** The value of a method that only reads. */
export function lowerMethod(g: Globals, node: MethodNode & Place, lower: Arguments): Value {
  const { queue, values } = called(g, node, readers, changers, lower);
  const length: Expression = { kind: "queue", op: "len", queue };
  const item = (index: Expression): Value => number(element(queue, index, g.span(node)), g);
  switch (node.method.text) {
    case "Count":
      return number(length, { low: 0, high: collectionBound });
    case "IsEmpty":
      return truth({ kind: "queue", op: "empty", queue });
    case "Contains":
      return truth(contains(queue, values[0]!, node));
    case "Get":
      return item(values[0]!);
    case "Last":
      return item(binary("-", length, integer(1)));
    default:
      return item(integer(0));
  }
}

/** The result of such a method, before the change: the first element, or whether the set will change. */
export function resultOf(g: Globals, node: MethodNode & Place, lower: Arguments): Value {
  const { queue, type, values } = called(g, node, changers, readers, lower);
  if (type !== "Set") return number(element(queue, integer(0), g.span(node)), g);
  const isIn = contains(queue, values[0]!, node);
  return truth(node.method.text === "Add" ? not(isIn) : isIn);
}

function contains(queue: Expression, value: Expression, { object }: MethodNode): Expression {
  const name = `index in ${object.text}`;
  const length: Expression = { kind: "queue", op: "len", queue };
  const body = all([binary("<", local(name), length), equals(element(queue, local(name)), value)]);
  const type = { kind: "range", low: 0, high: collectionBound - 1 } as const;
  return { kind: "quantified", op: "exists", name, type, body };
}

/** The statements of a method that changes a collection. */
export function lowerChange(g: Globals, node: MethodNode & Place, lower: Arguments): Statement[] {
  const { queue, values, type } = called(g, node, changers, readers, lower);
  const span = g.span(node);
  const [value = integer(0)] = values;
  const length: Expression = { kind: "queue", op: "len", queue };
  const push = (e: Expression): Statement => ({ kind: "push", queue, value: e, span });
  const pop: Statement = { kind: "pop", queue, span };
  const name = g.freshLocal("given");
  const given: Statement = { kind: "local", name, type: g.dataType(false), value, span };
  switch (node.method.text) {
    case "Enqueue":
      return [room(queue), push(value)];
    case "Dequeue":
    case "Pop":
      return [pop];
    case "Clear":
      return [{ kind: "while", test: binary(">", length, integer(0)), bound: collectionBound, body: [pop], span }];
    case "Push":
      return [room(queue), push(value), ...round(g, queue, binary("-", length, integer(1)), (item) => [push(item)])];
    case "RemoveAt":
      return removeAt(g, queue, given, local(name), span);
    case "Remove":
      return removeFirst(g, queue, given, local(name));
    default:
      return type === "Set" ? insert(g, queue, given, local(name)) : [room(queue), push(value)];
  }
}

/** Ends the step, undecided, if there is no room for one more element. */
function room(queue: Expression): Statement {
  const test: Expression = { kind: "queue", op: "full", queue };
  return { kind: "while", test, bound: 1, limit: collectionLimit, body: [] };
}

/** Takes so many elements from the head, one after the other, and does something with each. */
function round(
  g: Globals,
  queue: Expression,
  count: Expression,
  body: (item: Expression, index: Expression) => readonly Statement[],
): Statement[] {
  const [left, item] = [g.freshLocal("left"), g.freshLocal("item")];
  const number = { kind: "range", low: 0, high: collectionBound } as const;
  return [
    { kind: "local", name: left, type: number, value: count },
    {
      kind: "while",
      test: binary(">", local(left), integer(0)),
      bound: collectionBound,
      body: [
        { kind: "local", name: item, type: g.dataType(false), value: element(queue, integer(0)) },
        { kind: "pop", queue },
        ...body(local(item), local(left)),
        { kind: "assign", target: local(left), value: binary("-", local(left), integer(1)) },
      ],
    },
  ];
}

/** Inserts a number in ascending order, unless it is there. */
function insert(g: Globals, queue: Expression, given: Statement, value: Expression): Statement[] {
  const name = g.freshLocal("isIn");
  const isIn = local(name);
  const length: Expression = { kind: "queue", op: "len", queue };
  const put: Statement[] = [room(queue), { kind: "push", queue, value }, { kind: "assign", target: isIn, value: yes }];
  const none: readonly Statement[] = [];
  const each = (item: Expression): Statement[] => [
    { kind: "if", test: equals(item, value), then: [{ kind: "assign", target: isIn, value: yes }], else: none },
    { kind: "if", test: all([not(isIn), binary(">", item, value)]), then: put, else: none },
    { kind: "push", queue, value: item },
  ];
  return [
    given,
    { kind: "local", name, type: { kind: "bool" }, value: { kind: "boolean", value: false } },
    ...round(g, queue, length, each),
    { kind: "if", test: not(isIn), then: put, else: none },
  ];
}

/** Leaves out the first element that is equal to a number. */
function removeFirst(g: Globals, queue: Expression, given: Statement, value: Expression): Statement[] {
  const name = g.freshLocal("isGone");
  const isGone = local(name);
  const length: Expression = { kind: "queue", op: "len", queue };
  const each = (item: Expression): Statement[] => [
    {
      kind: "if",
      test: all([not(isGone), equals(item, value)]),
      then: [{ kind: "assign", target: isGone, value: yes }],
      else: [{ kind: "push", queue, value: item }],
    },
  ];
  return [
    given,
    { kind: "local", name, type: { kind: "bool" }, value: { kind: "boolean", value: false } },
    ...round(g, queue, length, each),
  ];
}

/** Leaves out the element at an index. It is a run-time error if there is none. */
function removeAt(
  g: Globals,
  queue: Expression,
  given: Statement,
  index: Expression,
  span: Statement["span"],
): Statement[] {
  const name = g.freshLocal("wanted");
  const length: Expression = { kind: "queue", op: "len", queue };
  const whole = g.freshLocal("whole");
  const number = { kind: "range", low: 0, high: collectionBound } as const;
  const each = (item: Expression, left: Expression): Statement[] => [
    {
      kind: "if",
      test: equals(left, binary("-", local(whole), index)),
      then: [],
      else: [{ kind: "push", queue, value: item }],
    },
  ];
  return [
    given,
    // Reading the element is the error, if there is none.
    { kind: "local", name, type: g.dataType(false), value: element(queue, index, span), span },
    { kind: "local", name: whole, type: number, value: length },
    ...round(g, queue, length, each),
  ];
}

interface Called {
  readonly queue: Expression;
  readonly type: string;
  readonly values: readonly Expression[];
}

function called(
  g: Globals,
  node: MethodNode & Place,
  wanted: typeof readers,
  others: typeof readers,
  lower: Arguments,
): Called {
  const { object, method } = node;
  const symbol = g.collection(object.text);
  if (!symbol) {
    const found = g.found(object.text, "collection");
    return g.refuse("csp/not-a-collection", `expected a collection, found \`${object.text}\`${found}`, object);
  }
  const { type } = symbol;
  const count = Object.hasOwn(wanted[type]!, method.text) ? wanted[type]![method.text]! : undefined;
  if (count === undefined) {
    const isOther = Object.hasOwn(others[type]!, method.text);
    const known = Object.keys(wanted[type]!)
      .map((each) => `\`${each}\``)
      .join(", ");
    const why = isOther ? (wanted === readers ? ", which changes it" : ", which changes nothing") : "";
    const message = `expected a method of the ${type.toLowerCase()} \`${object.text}\` (${known}), found \`${method.text}\`${why}`;
    return g.refuse("csp/unknown-method", message, method);
  }
  if (count !== node.arguments.length) {
    const message = `expected ${count} arguments of \`${method.text}\`, found ${node.arguments.length}`;
    return g.refuse("csp/wrong-arity", message, node);
  }
  return { queue: variable(object.text), type, values: node.arguments.map((argument) => lower(argument).e) };
}
