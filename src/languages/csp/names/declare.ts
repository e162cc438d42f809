/** Converts declarations to symbols: names, constants, the types and initial values of variables, and channels. */

import { literalOf } from "../../../model/build.ts";
import type { Interval } from "../../../model/interval.ts";
import type { Initial, ScalarType } from "../../../model/model.ts";
import { highOf, lowOf } from "../../../model/slots.ts";
import { Definitions } from "../../../syntax/definitions.ts";
import type { Defines } from "../../../syntax/definitions.ts";
import { attempt } from "../../../syntax/refused.ts";
import type { Place } from "../../../syntax/source.ts";
import type { Declaration, DeclarationOf, ExpressionNode, InitialNode, ListNode, Name } from "../syntax/syntax-tree.ts";
import { namesIn } from "../syntax/traverse.ts";
import { arrayOver, initialOver } from "./arrays.ts";
import { constantNumber, lower, noEnv } from "./expression.ts";
import { limits } from "./globals.ts";
import type { Globals, GlobalSymbol } from "./globals.ts";

/** Fills in the symbols. Reports duplicate and incorrect declarations. */
export function declare(g: Globals, declarations: readonly Declaration[], defines: Defines): void {
  const places = new Map<string, Name>();
  const add = (name: Name, symbol: GlobalSymbol): void => {
    if (places.has(name.text)) {
      const what = g.symbols.get(name.text)!.kind;
      const known = what === "pending" ? "definition" : what;
      g.report("csp/duplicate-name", `expected a new name, found \`${name.text}\`, which is a ${known} already`, name);
      return;
    }
    places.set(name.text, name);
    g.symbols.set(name.text, symbol);
  };
  for (const node of declarations) {
    if (node.kind === "define") add(node.name, { kind: "pending", node, busy: false });
    else if (node.kind === "process") add(node.name, { kind: "process", node });
    else if (node.kind === "macro") add(node.name, { kind: "macro", node });
    else if (node.kind === "enum") {
      node.members.forEach((member, value) => add(member, { kind: "constant", value, isBool: false }));
    } else if (node.kind === "collection") {
      add(node.name, { kind: "collection", name: node.name.text, type: node.type.text });
      // The names of channels and variables are reserved. Their meanings depend on constants.
    } else if (node.kind === "channel") add(node.name, { kind: "channel", name: node.name.text, capacity: 0 });
    else if (node.kind === "variable") add(node.name, undeclared(g, node));
  }
  g.resolve = (name) => resolveDefine(g, name);
  applyDefines(g, defines);
  for (const node of declarations) if (node.kind === "define") resolveDefine(g, node.name.text);
  for (const node of declarations) {
    if (node.kind !== "channel" && node.kind !== "variable") continue;
    if (places.get(node.name.text) !== node.name) continue;
    attempt(() => (node.kind === "channel" ? declareChannel(g, node) : declareVariable(g, node)));
  }
  for (const node of declarations) if (node.kind === "alphabet") declareAlphabet(g, node);
}

/** A variable whose sizes and initial values are not known yet: only constants may be asked for before. */
function undeclared(g: Globals, { name, sizes }: DeclarationOf<"variable">): GlobalSymbol {
  const element = g.dataType(false);
  const initial: Initial = { kind: "any" };
  return { kind: "variable", name: name.text, type: element, element, sizes: sizes.map(() => 1), initial };
}

function declareAlphabet(g: Globals, node: DeclarationOf<"alphabet">): void {
  const { text } = node.name;
  if (!g.process(text)) {
    const message = `expected the name of a process, found \`${text}\`${g.hint(text, ["process"])}`;
    g.report("csp/undefined-process", message, node.name);
  } else if (g.alphabets.has(text)) {
    g.report("csp/duplicate-name", `expected one alphabet of \`${text}\`, found a second one`, node.name);
  } else g.alphabets.set(text, node);
}

function declareChannel(g: Globals, node: DeclarationOf<"channel">): void {
  const size = node.size && constantNumber(g, node.size, noEnv);
  const capacity = constantNumber(g, node.capacity, noEnv);
  if (size !== undefined && (size < 1 || size > limits.instances)) {
    const message = `expected a number of channels from 1 to ${limits.instances}, found ${size}`;
    g.refuse("csp/array-size", message, node.size!);
  }
  if (capacity < 0 || capacity > 1000) {
    g.refuse("csp/channel-capacity", `expected a capacity from 0 to 1000, found ${capacity}`, node.capacity);
  }
  const { text: name } = node.name;
  g.symbols.set(name, { kind: "channel", name, capacity, size });
}

function declareVariable(g: Globals, node: DeclarationOf<"variable">): void {
  const sizes = declaredSizes(g, node);
  const element = elementType(g, node);
  const bounds = sizes.map((size) => ({ low: 0, high: size - 1 }));
  const initial = initialOf(g, node, element, bounds);
  const { text: name } = node.name;
  g.symbols.set(name, { kind: "variable", name, type: arrayOver(bounds, element), element, sizes, initial });
}

function declaredSizes(g: Globals, node: DeclarationOf<"variable">): number[] {
  const sizes: number[] = [];
  let count = 1;
  for (const size of node.sizes) {
    const value = constantNumber(g, size, noEnv);
    if (value < 1 || (count *= value) > limits.slots) {
      g.refuse("csp/array-size", `expected from 1 to ${limits.slots} elements in all, found ${value}`, size);
    }
    sizes.push(value);
  }
  // A list means an array whose length may be omitted.
  if (sizes.length === 0 && node.initial?.kind === "list") {
    sizes.push(listValues(g, node.initial, limits.slots, undefined).length);
  }
  return sizes;
}

function elementType(g: Globals, node: DeclarationOf<"variable">): ScalarType {
  if (node.range) return rangeType(g, node.range, node.name);
  if (node.initial?.kind === "any") {
    const message = `expected a range for \`${node.name.text}\`, found none: without one, any value is infinitely many`;
    return g.refuse("csp/non-finite", message, node.name);
  }
  const first = firstValue(node.initial);
  return g.dataType(first !== undefined && lower(g, first, noEnv).isBool);
}

function rangeType(g: Globals, range: NonNullable<DeclarationOf<"variable">["range"]>, place: Place): ScalarType {
  const low = range.low && lower(g, range.low, noEnv);
  const high = range.high && lower(g, range.high, noEnv);
  if (low?.isBool || high?.isBool) {
    if (low?.isBool && high?.isBool && low.low === 0 && high.low === 1) return { kind: "bool" };
    return g.refuse("csp/type-mismatch", "expected the range `{false..true}` or two numbers", place);
  }
  const [from, to] = [low ? literalOf(low.e) : g.low, high ? literalOf(high.e) : g.high];
  if (from === undefined || to === undefined) {
    const message = "expected bounds that are known before the run, found variable ones";
    return g.refuse("csp/not-constant", message, place);
  }
  if (from > to || from < -(2 ** 31) || to >= 2 ** 31) {
    const message = `expected a range within 32 bits that is not empty, found ${from}..${to}`;
    return g.refuse("csp/empty-range", message, place);
  }
  return { kind: "range", low: from, high: to };
}

function firstValue(initial: InitialNode | undefined): ExpressionNode | undefined {
  if (initial?.kind === "expression") return initial.value;
  if (initial?.kind !== "list") return undefined;
  const [item] = initial.items;
  return item?.kind === "single" ? item.value : item?.kind === "nested" ? firstValue(item.list) : item?.low;
}

function initialOf(
  g: Globals,
  node: DeclarationOf<"variable">,
  element: ScalarType,
  bounds: readonly Interval[],
): Initial {
  if (node.initial?.kind === "any") return { kind: "any" };
  const total = bounds.reduce((product, { high }) => product * (high + 1), 1);
  const [low, high] = [lowOf(element), highOf(element)];
  const values = initialValues(g, node.initial, element, total);
  const outside = values.find((value) => value < low || value > high);
  if (outside !== undefined) {
    const message = `expected initial values of ${low}..${high}, found ${outside}`;
    g.refuse("csp/outside-range", message, node.initial ?? node.name);
  }
  return initialOver(bounds, values);
}

/** The default initial value is zero, or the nearest value in the range. */
function initialValues(
  g: Globals,
  initial: Exclude<InitialNode, { kind: "any" }> | undefined,
  element: ScalarType,
  total: number,
): number[] {
  if (!initial) return new Array<number>(total).fill(Math.min(Math.max(0, lowOf(element)), highOf(element)));
  const isBool = element.kind === "bool";
  if (initial.kind === "list") {
    const values = listValues(g, initial, total, isBool);
    if (values.length === total) return values;
    return g.refuse("csp/wrong-length", `expected ${total} initial values, found ${values.length}`, initial);
  }
  const given = lower(g, initial.value, noEnv);
  const value = literalOf(given.e);
  if (value === undefined) {
    return g.refuse("csp/not-constant", "expected an initial value that is known before the run", initial.value);
  }
  if (given.isBool !== isBool) {
    g.refuse("csp/type-mismatch", "expected an initial value of the type of the range", initial.value);
  }
  return new Array<number>(total).fill(value);
}

/** All values of a list in order. Nested lists are rows. */
function listValues(g: Globals, list: ListNode, most: number, isBool: boolean | undefined): number[] {
  const values: number[] = [];
  const add = (value: number): void => {
    if (values.push(value) <= most) return;
    g.refuse("csp/wrong-length", `expected ${most} initial values, found more`, list);
  };
  for (const item of list.items) {
    if (item.kind === "nested") {
      listValues(g, item.list, most, isBool).forEach(add);
    } else if (item.kind === "range") {
      const [low, high] = [constantNumber(g, item.low, noEnv), constantNumber(g, item.high, noEnv)];
      for (let value = low; value <= high; value++) add(value);
    } else {
      const given = lower(g, item.value, noEnv);
      if (isBool !== undefined && given.isBool !== isBool) {
        g.refuse("csp/type-mismatch", "expected values of one type, found numbers and truth values", item.value);
      }
      const value = literalOf(given.e);
      if (value === undefined) {
        return g.refuse("csp/not-constant", "expected a value that is known before the run", item.value);
      }
      const count = item.count ? constantNumber(g, item.count, noEnv) : 1;
      for (let i = 0; i < count; i++) add(value);
    }
  }
  return values;
}

// ---------------------------------------------------------------- definitions

/** Resolves a name from a `#define`. Does nothing for other names. */
function resolveDefine(g: Globals, name: string): void {
  const symbol = g.symbols.get(name);
  if (symbol?.kind !== "pending" || symbol.busy) return;
  symbol.busy = true;
  const { value } = symbol.node;
  if (!namesIn(value).every((inner) => isConstant(g, inner))) {
    g.symbols.set(name, { kind: "condition", value });
    return;
  }
  const found = attempt(() => lower(g, value, noEnv));
  const known = found && literalOf(found.e);
  g.symbols.set(name, { kind: "constant", value: known ?? 0, isBool: found?.isBool ?? false });
}

/** Replaces the values of constants by those from `-D`. */
function applyDefines(g: Globals, defines: Defines): void {
  const definitions = new Definitions("csp", g.collector, defines);
  const constants = [...g.symbols].flatMap(([name, symbol]) =>
    symbol.kind === "pending" && namesIn(symbol.node.value).every((inner) => mayBeConstant(g, inner)) ? [name] : [],
  );
  definitions.refuseUnknown(constants, "the name of a constant", (name) => (g.symbols.has(name) ? "none" : undefined));
  for (const name of constants) {
    const given = definitions.scalar(name);
    if (given) g.symbols.set(name, { kind: "constant", value: given.value, isBool: given.isBoolean });
  }
}

function isConstant(g: Globals, name: string): boolean {
  resolveDefine(g, name);
  return mayBeConstant(g, name);
}

/** Unknown and circular names are reported when the value is computed. */
function mayBeConstant(g: Globals, name: string): boolean {
  const kind = g.symbols.get(name)?.kind;
  return kind === undefined || kind === "constant" || kind === "pending";
}
