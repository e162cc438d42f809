/** Names and numbers of arguments in all processes, called or not; and how many fields the messages of a channel have. */

import { namesIn } from "./define.ts";
import type { Globals } from "./globals.ts";
import type {
  Binder,
  Block,
  ChannelNode,
  Declaration,
  EventNode,
  ExpressionNode,
  ProcessNode,
  StatementNode,
} from "./syntax-tree.ts";

type Names = ReadonlySet<string>;

export function checkNames(g: Globals, declarations: readonly Declaration[]): void {
  for (const node of declarations) {
    if (node.kind === "process") {
      const names = new Set<string>();
      for (const parameter of node.parameters) {
        if (names.has(parameter.text)) {
          g.report(
            "csp/duplicate-name",
            `expected a new name, found a second parameter \`${parameter.text}\``,
            parameter,
          );
        }
        names.add(parameter.text);
      }
      checkProcess(g, node.body, names);
    } else if (node.kind === "define") checkExpression(g, node.value, new Set());
    else if (node.kind === "assert") {
      checkProcess(g, node.system, new Set());
      const { claim } = node;
      if (claim.kind !== "unsupported") continue;
      if (claim.specification) checkProcess(g, claim.specification, new Set());
      if (claim.value) checkExpression(g, claim.value, new Set());
    } else if (node.kind === "alphabet") {
      const parameters = g.process(node.name.text)?.parameters.map(({ text }) => text) ?? [];
      for (const { binders, event } of node.events) {
        const names = checkBinders(g, binders, new Set(parameters));
        for (const part of event.parts) checkExpression(g, part, names);
      }
    }
  }
}

function checkProcess(g: Globals, node: ProcessNode, names: Names): void {
  const inner = (part: ProcessNode): void => checkProcess(g, part, names);
  const value = (part: ExpressionNode): void => checkExpression(g, part, names);
  switch (node.kind) {
    case "stop":
    case "skip":
      return;
    case "call": {
      const { text } = node.name;
      const definition = g.process(text);
      node.arguments.forEach(value);
      if (!definition) {
        const symbol = g.symbols.get(text);
        const found = symbol
          ? `, which is a ${symbol.kind === "pending" ? "constant" : symbol.kind}`
          : g.hint(text, ["process"]);
        g.report("csp/undefined-process", `expected a process, found \`${text}\`${found}`, node.name);
      } else if (definition.parameters.length !== node.arguments.length) {
        const [wanted, found] = [definition.parameters.length, node.arguments.length];
        g.report("csp/wrong-arity", `expected ${wanted} arguments of \`${text}\`, found ${found}`, node);
      }
      return;
    }
    case "prefix":
      noteEvent(g, node.event);
      node.event.parts.forEach(value);
      checkBlock(g, node.block, names);
      inner(node.then);
      return;
    case "send":
      checkChannel(g, node.channel, node.values.length, names);
      node.values.forEach(value);
      checkBlock(g, node.block, names);
      inner(node.then);
      return;
    case "receive": {
      checkChannel(g, node.channel, node.fields.length, names);
      const bound = new Set(names);
      for (const field of node.fields) {
        const symbol = field.kind === "name" ? g.symbols.get(field.name) : undefined;
        if (field.kind === "name" && !symbol) bound.add(field.name);
        else if (symbol?.kind === "variable") {
          const message = "expected a new name or a value, found a variable; receive into a new name and assign that";
          g.report("csp/input-is-variable", message, field);
        } else value(field);
      }
      if (node.condition) checkExpression(g, node.condition, bound);
      checkBlock(g, node.block, bound);
      checkProcess(g, node.then, bound);
      return;
    }
    case "guard":
      value(node.test);
      inner(node.body);
      return;
    case "choice":
    case "parallel":
      node.parts.forEach(inner);
      return;
    case "indexed":
      checkProcess(g, node.body, checkBinders(g, node.binders, names));
      return;
    case "if":
      value(node.test);
      inner(node.then);
      if (node.else) inner(node.else);
      return;
    case "case":
      for (const { test, body } of node.branches) {
        value(test);
        inner(body);
      }
      if (node.otherwise) inner(node.otherwise);
      return;
    case "sequence":
      inner(node.first);
      inner(node.second);
      return;
    case "interrupt":
      inner(node.body);
      inner(node.handler);
      return;
    case "hide":
      for (const { binders, event } of node.hidden) {
        const bound = checkBinders(g, binders, names);
        for (const part of event.parts) checkExpression(g, part, bound);
      }
      inner(node.body);
      return;
    case "atomic":
      inner(node.body);
      return;
    case "assert":
      value(node.test);
      return;
  }
}

function noteEvent(g: Globals, { name, parts }: EventNode): void {
  if (name === undefined) return;
  const known = g.eventArities.get(name) ?? new Set();
  g.eventArities.set(name, known.add(parts.length));
}

function checkChannel(g: Globals, node: ChannelNode, fields: number, names: Names): void {
  const { text } = node.name;
  if (node.index) checkExpression(g, node.index, names);
  if (!g.channel(text)) {
    const symbol = g.symbols.get(text);
    const found = symbol
      ? `, which is a ${symbol.kind === "pending" ? "constant" : symbol.kind}`
      : g.hint(text, ["channel"]);
    g.report("csp/undefined-channel", `expected a channel, found \`${text}\`${found}`, node.name);
    return;
  }
  const known = g.arities.get(text) ?? fields;
  g.arities.set(text, known);
  if (known === fields) return;
  g.report("csp/wrong-arity", `expected ${known} fields of messages on \`${text}\`, as before, found ${fields}`, node);
}

function checkBinders(g: Globals, binders: readonly Binder[], names: Names): Names {
  const bound = new Set(names);
  for (const { name, values } of binders) {
    const parts =
      values.kind === "range" ? [values.low, values.high] : values.kind === "set" ? values.items : [values.count];
    for (const part of parts) checkExpression(g, part, bound);
    if (name) bound.add(name.text);
  }
  return bound;
}

function checkBlock(g: Globals, block: Block | undefined, names: Names): void {
  if (block) checkStatements(g, block.statements, names);
}

function checkStatements(g: Globals, statements: readonly StatementNode[], outer: Names): void {
  const names = new Set(outer);
  for (const s of statements) {
    switch (s.kind) {
      case "assign":
        checkExpression(g, s.target, names);
        checkExpression(g, s.value, names);
        break;
      case "if":
        checkExpression(g, s.test, names);
        checkStatements(g, s.then, names);
        checkStatements(g, s.else, names);
        break;
      case "while":
        checkExpression(g, s.test, names);
        checkStatements(g, s.body, names);
        break;
      case "local":
        checkExpression(g, s.value, names);
        names.add(s.name.text);
        break;
      case "assert":
        checkExpression(g, s.test, names);
        break;
      case "block":
        checkStatements(g, s.body, names);
        break;
    }
  }
}

/** Only whether names are declared; what they are is checked where they get their values. */
function checkExpression(g: Globals, node: ExpressionNode, names: Names): void {
  if (node.kind === "name" || node.kind === "element") {
    if (!names.has(node.name) && !g.symbols.has(node.name)) {
      const hint = g.hint(node.name, ["constant", "condition", "variable"], names);
      g.report("csp/undefined-variable", `expected a declared name, found \`${node.name}\`${hint}`, node);
    }
  }
  switch (node.kind) {
    case "element":
      for (const index of node.indices) checkExpression(g, index, names);
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
    case "channel":
      if (namesIn(node).some((name) => !names.has(name) && !g.symbols.has(name))) {
        g.report("csp/undefined-channel", `expected a channel, found \`${node.channel.text}\``, node.channel);
      }
      return;
    default:
      return;
  }
}
