/** Checks the names and numbers of arguments in all processes, called or not, and the numbers of fields of messages. */

import { getOrAdd } from "../../../util/numbering.ts";
import { channelFunctions } from "../syntax/parse-expression.ts";
import type {
  Binder,
  ChannelNode,
  Declaration,
  EventSet,
  ExpressionNode,
  Name,
  ProcessNode,
  ProcessOf,
  StatementNode,
} from "../syntax/syntax-tree.ts";
import { boundsOf, listed, namesIn, partsOf, valuesOf } from "../syntax/traverse.ts";
import { mathFunctions } from "./functions.ts";
import type { Globals } from "./globals.ts";

type Names = ReadonlySet<string>;

export function checkNames(g: Globals, declarations: readonly Declaration[]): void {
  for (const node of declarations) {
    if (node.kind === "process") {
      const names = new Set<string>();
      for (const parameter of node.parameters) {
        if (names.has(parameter.text)) {
          const message = `expected a new name, found a second parameter \`${parameter.text}\``;
          g.report("csp/duplicate-name", message, parameter);
        }
        names.add(parameter.text);
      }
      checkProcess(g, node.body, names);
    } else if (node.kind === "define") checkExpression(g, node.value, new Set());
    else if (node.kind === "macro") {
      const names = new Set(node.parameters.map(({ text }) => text));
      if (node.body.kind === "value") checkExpression(g, node.body.value, names);
      else checkStatements(g, node.body.block.statements, names);
    } else if (node.kind === "assert") {
      checkProcess(g, node.system, new Set());
      const { claim } = node;
      if (claim.kind === "refines") checkProcess(g, claim.specification, new Set());
      if (claim.kind === "reaches" && claim.extreme) checkExpression(g, claim.extreme.value, new Set());
    } else if (node.kind === "alphabet") {
      const parameters = g.process(node.name.text)?.parameters.map(({ text }) => text) ?? [];
      checkEventSets(g, node.events, new Set(parameters));
    }
  }
}

function checkProcess(g: Globals, node: ProcessNode, names: Names): void {
  for (const value of valuesOf(node)) checkExpression(g, value, names);
  let inside = names;
  switch (node.kind) {
    case "call":
      checkCall(g, node);
      break;
    case "prefix":
      g.noteEvent(node.event);
      checkStatements(g, node.block?.statements ?? [], names);
      break;
    case "send":
      checkChannel(g, node.channel, node.values.length);
      if (g.channel(node.channel.name.text)) noteArrays(g, node, names);
      checkStatements(g, node.block?.statements ?? [], names);
      break;
    case "receive":
      checkChannel(g, node.channel, node.fields.length);
      inside = checkFields(g, node.fields, names);
      if (node.condition) checkExpression(g, node.condition, inside);
      checkStatements(g, node.block?.statements ?? [], inside);
      break;
    case "indexed":
      inside = checkBinders(g, node.binders, names);
      break;
    case "hide":
      checkEventSets(g, node.hidden, names);
      break;
    default:
  }
  for (const part of partsOf(node)) checkProcess(g, part, inside);
}

function checkCall(g: Globals, node: ProcessOf<"call">): void {
  const { text } = node.name;
  const definition = g.process(text);
  if (!definition) {
    g.report("csp/undefined-process", `expected a process, found \`${text}\`${g.found(text, "process")}`, node.name);
  } else if (definition.parameters.length !== node.arguments.length) {
    const [wanted, found] = [definition.parameters.length, node.arguments.length];
    g.report("csp/wrong-arity", `expected ${wanted} arguments of \`${text}\`, found ${found}`, node);
  }
}

/** Unknown names in fields are new names. */
function checkFields(g: Globals, fields: readonly ExpressionNode[], names: Names): Names {
  const bound = new Set(names);
  for (const field of fields) {
    const symbol = field.kind === "name" ? g.symbols.get(field.name) : undefined;
    if (field.kind === "name" && !symbol) bound.add(field.name);
    else if (symbol?.kind === "variable") {
      const message = "expected a new name or a value, found a variable; receive into a new name and assign that";
      g.report("csp/input-is-variable", message, field);
    } else checkExpression(g, field, names);
  }
  return bound;
}

function checkEventSets(g: Globals, sets: readonly EventSet[], names: Names): void {
  for (const { binders, event } of sets) {
    const bound = checkBinders(g, binders, names);
    for (const part of event.parts) checkExpression(g, part, bound);
  }
}

function checkChannel(g: Globals, node: ChannelNode, fields: number): void {
  const { text } = node.name;
  if (!g.channel(text)) {
    g.report("csp/undefined-channel", `expected a channel, found \`${text}\`${g.found(text, "channel")}`, node.name);
    return;
  }
  getOrAdd(g.arities, text, () => new Set()).add(fields);
}

/** Notes the fields of messages that are whole arrays. */
function noteArrays(g: Globals, { channel, values }: ProcessOf<"send">, names: Names): void {
  values.forEach((value, k) => {
    const symbol = value.kind === "name" && !names.has(value.name) ? g.symbols.get(value.name) : undefined;
    if (symbol?.kind !== "variable" || symbol.sizes.length === 0) return;
    const size = symbol.sizes.reduce((product, each) => product * each, 1);
    const widths = getOrAdd(g.widths, channel.name.text, () => []);
    const known = (widths[k] ??= size);
    if (known === size) return;
    const message = `expected an array of ${known} elements, as elsewhere on \`${channel.name.text}\`, found ${size}`;
    g.report("csp/wrong-length", message, value);
  });
}

function checkBinders(g: Globals, binders: readonly Binder[], names: Names): Names {
  const bound = new Set(names);
  for (const binder of binders) {
    for (const part of boundsOf(binder)) checkExpression(g, part, bound);
    if (binder.name) bound.add(binder.name.text);
  }
  return bound;
}

function checkStatements(g: Globals, statements: readonly StatementNode[], outer: Names): void {
  const names = new Set(outer);
  for (const s of statements) {
    if (s.kind === "assign" || s.kind === "fill") checkExpression(g, s.target, names);
    if (s.kind === "fill") for (const value of listed(s.list)) checkExpression(g, value, names);
    if (s.kind === "change") checkExpression(g, s.call, names);
    if (s.kind === "call") {
      checkCalled(g, s.name, "block");
      for (const argument of s.arguments) checkExpression(g, argument, names);
    }
    if ("value" in s) checkExpression(g, s.value, names);
    if ("test" in s) checkExpression(g, s.test, names);
    if (s.kind === "local") names.add(s.name.text);
    if (s.kind === "if") for (const branch of [s.then, s.else]) checkStatements(g, branch, names);
    if ("body" in s) checkStatements(g, s.body, names);
  }
}

/** Other functions than those of the library are definitions with parameters. */
function checkCalled(g: Globals, name: Name, wanted: "value" | "block"): void {
  const macro = g.macro(name.text);
  if (macro?.body.kind === wanted) return;
  if (wanted === "block") {
    const message = `expected a definition with a block, found \`${name.text}\`: C# functions are not supported`;
    g.report("csp/unsupported-call", message, name);
    return;
  }
  const known = [...Object.keys(channelFunctions), ...mathFunctions].map((each) => `\`${each}\``).join(", ");
  const message = `expected ${known} or a definition with parameters, found \`${name.text}\`: other C# functions are not supported`;
  g.report("csp/unsupported-call", message, name);
}

/** Checks only whether names are declared. Their meanings are checked when they get values. */
function checkExpression(g: Globals, node: ExpressionNode, names: Names): void {
  switch (node.kind) {
    case "name":
    case "element":
      if (!names.has(node.name) && !g.symbols.has(node.name)) {
        const hint = g.hint(node.name, ["constant", "condition", "variable"], names);
        g.report("csp/undefined-variable", `expected a declared name, found \`${node.name}\`${hint}`, node);
      }
      if (node.kind === "element") for (const index of node.indices) checkExpression(g, index, names);
      return;
    case "unary":
      checkExpression(g, node.operand, names);
      return;
    case "binary":
      checkExpression(g, node.left, names);
      checkExpression(g, node.right, names);
      return;
    case "indexed":
      checkExpression(g, node.body, checkBinders(g, node.binders, names));
      return;
    case "method":
      if (!g.symbols.has(node.object.text)) {
        const hint = g.hint(node.object.text, ["collection"]);
        g.report("csp/undefined-variable", `expected a collection, found \`${node.object.text}\`${hint}`, node.object);
      }
      for (const argument of node.arguments) checkExpression(g, argument, names);
      return;
    case "function":
      if (!mathFunctions.has(node.name.text)) checkCalled(g, node.name, "value");
      for (const argument of node.arguments) checkExpression(g, argument, names);
      return;
    case "channel":
      if (namesIn(node).some((name) => !names.has(name) && !g.symbols.has(name))) {
        g.report("csp/undefined-channel", `expected a channel, found \`${node.channel.text}\``, node.channel);
      }
      return;
    default:
      return;
  }
}
