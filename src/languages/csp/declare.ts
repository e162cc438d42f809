/** From declarations to symbols: names, constants, the types and initial values of variables, and channels. */

import type { Initial, ScalarType, Type } from "../../model/model.ts";
import { applyDefines, resolveDefine } from "./define.ts";
import type { Defines } from "./define.ts";
import { constantNumber, constantOf, lower, noEnv } from "./expression.ts";
import { defaultHigh, defaultLow, limits } from "./globals.ts";
import type { Globals, GlobalSymbol } from "./globals.ts";
import type { Declaration, DeclarationOf, InitialNode, Name } from "./syntax-tree.ts";

/** Fills in the symbols; reports what is declared twice, or wrongly. */
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
    else if (node.kind === "enum") {
      node.members.forEach((member, value) => add(member, { kind: "constant", value, bool: false }));
    } else if (node.kind === "variable" || node.kind === "channel") {
      // A place for the name; what it stands for needs constants.
      const place = { start: node.start, end: node.end };
      add(node.name, { kind: "channel", name: node.name.text, capacity: 0, place });
    }
  }
  g.resolve = (name) => resolveDefine(g, name);
  applyDefines(g, defines);
  for (const node of declarations) if (node.kind === "define") resolveDefine(g, node.name.text);
  for (const node of declarations) {
    if (places.get(declaredName(node)?.text ?? "") !== declaredName(node)) continue;
    if (node.kind === "channel") declareChannel(g, node);
    if (node.kind === "variable") declareVariable(g, node);
  }
  for (const node of declarations) if (node.kind === "alphabet") declareAlphabet(g, node);
}

function declaredName(node: Declaration): Name | undefined {
  return node.kind === "channel" || node.kind === "variable" ? node.name : undefined;
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
  const { start, end, name } = node;
  if (size !== undefined && (size < 1 || size > limits.instances)) {
    g.report(
      "csp/array-size",
      `expected a number of channels from 1 to ${limits.instances}, found ${size}`,
      node.size!,
    );
    return;
  }
  if (capacity !== undefined && (capacity < 0 || capacity > 1000)) {
    g.report("csp/channel-capacity", `expected a capacity from 0 to 1000, found ${capacity}`, node.capacity);
    return;
  }
  g.symbols.set(name.text, { kind: "channel", name: name.text, capacity: capacity ?? 0, size, place: { start, end } });
}

function declareVariable(g: Globals, node: DeclarationOf<"variable">): void {
  const sizes: number[] = [];
  let count = 1;
  for (const size of node.sizes) {
    const value = constantNumber(g, size, noEnv);
    if (value !== undefined && (value < 1 || (count *= value) > limits.slots)) {
      g.report("csp/array-size", `expected from 1 to ${limits.slots} elements in all, found ${value}`, size);
      return;
    }
    sizes.push(value ?? 1);
  }
  // A list stands for an array whose length need not be said.
  if (sizes.length === 0 && node.initial?.kind === "list") sizes.push(listLength(g, node.initial) ?? 1);
  const element = elementType(g, node);
  if (!element) return;
  const initial = initialOf(g, node, element, sizes);
  if (!initial) return;
  const type = sizes.reduceRight<Type>(
    (inner, size) => ({ kind: "array", index: { kind: "range", low: 0, high: size - 1 }, element: inner }),
    element,
  );
  const { start, end, name } = node;
  g.symbols.set(name.text, { kind: "variable", name: name.text, type, element, sizes, initial, place: { start, end } });
}

function elementType(g: Globals, node: DeclarationOf<"variable">): ScalarType | undefined {
  if (node.range) {
    const low = node.range.low && lower(g, node.range.low, noEnv);
    const high = node.range.high && lower(g, node.range.high, noEnv);
    if ((node.range.low && !low) || (node.range.high && !high)) return undefined;
    if (low?.bool || high?.bool) {
      if (low?.bool && high?.bool && low.low === 0 && high.low === 1) return { kind: "bool" };
      return g.report("csp/type-mismatch", "expected the range `{false..true}` or two numbers", node.name);
    }
    const [from, to] = [low ? constantOf(low) : defaultLow, high ? constantOf(high) : defaultHigh];
    if (from === undefined || to === undefined) {
      return g.report(
        "csp/not-constant",
        "expected bounds that are known before the run, found variable ones",
        node.name,
      );
    }
    if (from > to || from < -(2 ** 31) || to >= 2 ** 31) {
      return g.report(
        "csp/empty-range",
        `expected a range within 32 bits that is not empty, found ${from}..${to}`,
        node.name,
      );
    }
    return { kind: "range", low: from, high: to };
  }
  if (node.initial?.kind === "any") {
    const message = `expected a range for \`${node.name.text}\`, found none: without one, any value is infinitely many`;
    return g.report("csp/non-finite", message, node.name);
  }
  const first = firstValue(node.initial);
  const typed = first && lower(g, first, noEnv);
  if (first && !typed) return undefined;
  return typed?.bool ? { kind: "bool" } : { kind: "range", low: defaultLow, high: defaultHigh };
}

function firstValue(initial: InitialNode | undefined): (InitialNode & { kind: "expression" })["value"] | undefined {
  if (initial?.kind === "expression") return initial.value;
  if (initial?.kind !== "list") return undefined;
  const [item] = initial.items;
  return item?.kind === "single" ? item.value : item?.kind === "nested" ? firstValue(item.list) : item?.low;
}

/** Without an initial value, all is zero, or as near to it as the range allows. */
function initialOf(
  g: Globals,
  node: DeclarationOf<"variable">,
  element: ScalarType,
  sizes: readonly number[],
): Initial | undefined {
  const { initial } = node;
  if (initial?.kind === "any") return { kind: "any" };
  const total = sizes.reduce((product, size) => product * size, 1);
  const [low, high] = element.kind === "range" ? [element.low, element.high] : [0, 1];
  let values: number[] = [];
  if (initial === undefined) values = new Array<number>(total).fill(Math.min(Math.max(0, low), high));
  else if (initial.kind === "expression") {
    const typed = lower(g, initial.value, noEnv);
    const value = typed && constantOf(typed);
    if (value === undefined) {
      if (typed) g.report("csp/not-constant", "expected an initial value that is known before the run", initial.value);
      return undefined;
    }
    if (typed!.bool !== (element.kind === "bool")) {
      return g.report("csp/type-mismatch", "expected an initial value of the type of the range", initial.value);
    }
    values = new Array<number>(total).fill(value);
  } else {
    const list = listValues(g, initial, total, element.kind === "bool");
    if (!list) return undefined;
    if (list.length !== total) {
      return g.report("csp/wrong-length", `expected ${total} initial values, found ${list.length}`, initial);
    }
    values = list;
  }
  const outside = values.find((value) => value < low || value > high);
  if (outside !== undefined) {
    return g.report(
      "csp/outside-range",
      `expected initial values of ${low}..${high}, found ${outside}`,
      initial ?? node.name,
    );
  }
  return shape(values, sizes, 0, total);
}

function shape(values: readonly number[], sizes: readonly number[], from: number, count: number): Initial {
  const [size, ...rest] = sizes;
  if (size === undefined) return { kind: "value", value: values[from]! };
  const part = count / size;
  return { kind: "items", items: Array.from({ length: size }, (_, i) => shape(values, rest, from + i * part, part)) };
}

function listLength(g: Globals, list: InitialNode & { kind: "list" }): number | undefined {
  return listValues(g, list, limits.slots, undefined)?.length;
}

/** All values of a list in order; nested lists are rows. */
function listValues(
  g: Globals,
  list: InitialNode & { kind: "list" },
  most: number,
  bool: boolean | undefined,
): number[] | undefined {
  const values: number[] = [];
  const add = (value: number, count: number): boolean => {
    for (let i = 0; i < count && values.length <= most; i++) values.push(value);
    return (
      values.length <= most ||
      g.report("csp/wrong-length", `expected ${most} initial values, found more`, list) !== undefined
    );
  };
  for (const item of list.items) {
    if (item.kind === "nested") {
      const inner = item.list.kind === "list" ? listValues(g, item.list, most, bool) : [];
      if (!inner || !inner.every((value) => add(value, 1))) return undefined;
      continue;
    }
    if (item.kind === "range") {
      const low = constantNumber(g, item.low, noEnv);
      const high = constantNumber(g, item.high, noEnv);
      if (low === undefined || high === undefined) return undefined;
      for (let value = low; value <= high; value++) if (!add(value, 1)) return undefined;
      continue;
    }
    const typed = lower(g, item.value, noEnv);
    const value = typed && constantOf(typed);
    const count = item.count ? constantNumber(g, item.count, noEnv) : 1;
    if (typed && bool !== undefined && typed.bool !== bool) {
      return g.report("csp/type-mismatch", "expected values of one type, found numbers and truth values", item.value);
    }
    if (typed && value === undefined) {
      g.report("csp/not-constant", "expected a value that is known before the run", item.value);
    }
    if (value === undefined || count === undefined || !add(value, count)) return undefined;
  }
  return values;
}
