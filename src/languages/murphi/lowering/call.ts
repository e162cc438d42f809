/** Lowers calls of functions and procedures: they are inlined. */

import { local, no } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { Collector } from "../../../syntax/collector.ts";
import type { Name } from "../../../syntax/cursor.ts";
import { attempt } from "../../../syntax/refused.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import type { TreeNode } from "../../../syntax/tree.ts";
import { boundsOf, isCompatible, isSimple, piecesOf, showType } from "../names/murphi-type.ts";
import type { MurphiType, SimpleType } from "../names/murphi-type.ts";
import type { Place, Value } from "../names/place.ts";
import type { Meaning, Scope } from "../names/scope.ts";
import type { ExpressionNode, RoutineNode, StatementNode } from "../syntax/syntax-tree.ts";
import { access, accessPlace, fitting, isAmong, mayBeUndefined, read } from "./access.ts";
import type { Access } from "./access.ts";
import { changesOthers } from "./effects.ts";
import { evaluate, isShort } from "./evaluate.ts";
import { unlessFails } from "./fail.ts";
import { copy, declareLocals, newPlace } from "./locals.ts";
import { Writer } from "./writer.ts";
import type { CallNode, Parts, Program } from "./writer.ts";

const deepestCall = 50;

/** The result of a call, if it has one. */
export function lowerCall(writer: Writer, node: CallNode): Value | undefined {
  const { routine, inside, checks } = entered(writer, node);
  if (!writer.out || (routine.result && isShort(routine))) {
    const value = writer.within({ ...inside, out: undefined }, () => evaluate(writer, routine));
    return { ...value, checks: [...checks, ...value.checks] };
  }
  writer.check(checks);
  const result = writer.within(inside, () => inlined(writer, routine));
  return result && read(writer, { place: result, checks: [] }, routine.name.span);
}

/** The result of a call if it is a record, an array or a multiset. */
export function lowerCompositeCall(writer: Writer, node: CallNode): Place | undefined {
  const meaning = writer.scope.find(node.name.text);
  const result = meaning?.kind === "routine" ? meaning.node.result : undefined;
  const { declarer, globals } = writer.program;
  if (!result || isSimple(declarer.type(result, globals))) return undefined;
  if (!writer.out) {
    const message = `expected a simple result in a condition, found \`${node.name.text}\`, which has another`;
    writer.refuse("unsupported", message, node.name.span);
  }
  const { routine, inside, checks } = entered(writer, node);
  writer.check(checks);
  return writer.within(inside, () => inlined(writer, routine));
}

/** What surrounds the body of a routine that is called: its parameters, and the calls so far. */
function entered(
  writer: Writer,
  { name, args }: CallNode,
): {
  readonly routine: RoutineNode;
  readonly inside: { readonly scope: Scope; readonly calls: readonly RoutineNode[]; readonly returns: object };
  readonly checks: readonly Expression[];
} {
  const { node: routine } = writer.scope.get(name.text, name.span, "the name of a function", "routine");
  const names = routine.parameters.flatMap((parameter) => parameter.names);
  if (args.length !== names.length) {
    const expected = names.length === 1 ? "1 argument" : `${names.length} arguments`;
    writer.refuse("wrong-arity", `expected ${expected} for \`${name.text}\`, found ${args.length}`, name.span);
  }
  if (writer.calls.includes(routine) || writer.calls.length >= deepestCall) {
    const message = `expected another function, found \`${name.text}\`, which calls itself: recursion is not supported`;
    writer.refuse("recursive-function", message, name.span);
  }
  writer.program.called.add(routine);
  const scope = writer.program.globals.inner();
  let at = 0;
  const checks: Expression[] = [];
  // A record or an array is copied if the body might change the original meanwhile.
  const copies = writer.out !== undefined && changesOthers(writer, routine);
  for (const parameter of routine.parameters) {
    const type = writer.program.declarer.type(parameter.type, writer.program.globals);
    for (const own of parameter.names) {
      const meaning = bound(writer, args[at++]!, type, parameter.isVar, own.text, checks);
      const isCopied = copies && !parameter.isVar && meaning.kind === "place" && !isSimple(type);
      scope.declare(own, isCopied ? copied(writer, meaning.place, own, checks) : meaning);
    }
  }
  return { routine, inside: { scope, calls: [...writer.calls, routine], returns: {} }, checks };
}

/** A place of its own with the contents of another. */
function copied(
  writer: Writer,
  source: Place,
  { text, span }: Pick<Name, "text" | "span">,
  checks: Expression[],
): Meaning {
  writer.check(checks.splice(0));
  const place = newPlace(writer, text, source.type, span);
  copy(writer, place, source, span);
  return { kind: "place", place: readOnly(place) };
}

/** What a parameter means in the body. */
function bound(
  writer: Writer,
  arg: ExpressionNode,
  type: MurphiType,
  isVar: boolean,
  name: string,
  checks: Expression[],
): Meaning {
  if (isVar || !isSimple(type)) {
    const found = isVar ? accessPlace(writer, arg, true) : access(writer, arg, true);
    if (!found || !isCompatible(found.place.type, type)) {
      const what = found ? showType(found.place.type) : "another expression";
      return writer.refuse("type-mismatch", `expected a variable of the type of \`${name}\`, found ${what}`, arg.span);
    }
    if (isVar && isReadOnly(found.place)) {
      writer.refuse("read-only", `expected a variable that may be changed for \`${name}\``, arg.span);
    }
    checks.push(...found.checks);
    return { kind: "place", place: isVar ? found.place : readOnly(found.place) };
  }
  const unread = undefinedArgument(writer, arg, type);
  if (unread) {
    checks.push(...unread.checks);
    if (!writer.out) return { kind: "place", place: readOnly(unread.place) };
    return copied(writer, unread.place, { text: name, span: arg.span }, checks);
  }
  const value = writer.kept(writer.parts.value(writer, arg), name);
  fitting(writer, value, type, arg.span);
  checks.push(...value.checks);
  const { low, high } = boundsOf(type);
  if (type.kind !== "boolean" && (value.low < low || value.high > high)) {
    const message = `argument out of range for ${name}`;
    checks.push(unlessFails(isAmong(value.e, piecesOf(type)), message, arg.span));
  }
  const [least, greatest] = [Math.max(low, value.low), Math.min(high, value.high)];
  return { kind: "value", value: { ...value, type, low: least, high: greatest, checks: [] } };
}

/** A variable that may be undefined is given to a routine without being read, as in Rumur. */
function undefinedArgument(writer: Writer, arg: ExpressionNode, type: SimpleType): Access | undefined {
  if (arg.kind !== "name" && arg.kind !== "field" && arg.kind !== "element") return undefined;
  const found = access(writer, arg, true);
  if (found?.place.kind !== "single" || !isSimple(found.place.type)) return undefined;
  const [own, other] = [boundsOf(type), boundsOf(found.place.type)];
  const isSame = isCompatible(found.place.type, type) && own.low === other.low && own.high === other.high;
  return isSame && mayBeUndefined(writer, found.place) ? found : undefined;
}

export function isReadOnly(place: Place): boolean {
  if (place.kind === "single") return place.isReadOnly;
  return [...place.fields.values()].some((part) => isReadOnly(part));
}

function readOnly(place: Place): Place {
  if (place.kind === "single") return { ...place, isReadOnly: true };
  return { ...place, fields: new Map([...place.fields].map(([name, part]) => [name, readOnly(part)])) };
}

/** Writes the body. The result has a place of its own. */
function inlined(writer: Writer, routine: RoutineNode): Place | undefined {
  const type = routine.result && writer.program.declarer.type(routine.result, writer.program.globals);
  const result = type && newPlace(writer, "result", type, routine.name.span);
  declareLocals(writer, routine.declarations);
  const flag = returnFlag(writer, routine.body);
  writer.within({ returns: { flag, result } }, () => writer.parts.statements(writer, routine.body));
  return result;
}

/** Reports what is wrong in a routine that nothing calls. What is not supported does not matter there. */
export function checkUncalled(program: Program, parts: Parts, routine: RoutineNode): void {
  const collector = new Collector(program.collector.source);
  const own: Program = { ...program, collector, scratch: [], uses: [], covers: new Map() };
  const writer: Writer = new Writer(own, parts, program.globals.inner());
  writer.calls = [routine];
  attempt(() =>
    writer.inside(() => {
      for (const { names, type: node, isVar } of routine.parameters) {
        const type = program.declarer.type(node, program.globals);
        for (const name of names) {
          if (isSimple(type) && !isVar) {
            const value = { type, e: local(writer.fixedName(name.text)), ...boundsOf(type), checks: [] };
            writer.scope.declare(name, { kind: "value", value });
          } else {
            const place = newPlace(writer, name.text, type, name.span);
            writer.scope.declare(name, { kind: "place", place: isVar ? place : readOnly(place) });
          }
        }
      }
      inlined(writer, routine);
    }),
  );
  for (const { code, message, span } of collector.sorted()) {
    if (code !== "murphi/unsupported" && code !== "murphi/recursive-function") {
      program.collector.reportAt(code, message, span);
    }
  }
}

/** A local that is set when the body returns, if it can return before its end. */
export function returnFlag(writer: Writer, body: readonly StatementNode[]): Expression | undefined {
  const last = body.at(-1);
  const early = last?.kind === "return" ? body.slice(0, -1) : body;
  if (!early.some((statement) => mayReturn(statement))) return undefined;
  const name = writer.newName("returned");
  writer.emit({ kind: "local", name, type: { kind: "bool" }, value: no });
  return local(name);
}

export function mayReturn(statement: StatementNode): boolean {
  if (statement.kind === "return") return true;
  for (const node of allNodesIn<TreeNode>(statement)) if (node.kind === "return") return true;
  return false;
}
