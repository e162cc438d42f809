/** Prints a module in the text format of WebAssembly. */

import type { Code, WasmFunction, WasmModule } from "./code.ts";

const lineWidth = 110;

export function moduleText(module: WasmModule): string {
  const lines = ["(module", '  (import "env" "memory" (memory 1))'];
  for (const f of module.imports) lines.push(`  (import "env" ${JSON.stringify(f.name)} (func ${name(f.name)}))`);
  for (const g of module.globals) {
    lines.push(`  (global ${name(g.name)} (mut ${g.type}) (${g.type}.const ${g.initial}))`);
  }
  for (const f of module.functions) lines.push("", ...functionText(f));
  lines.push(")");
  return lines.join("\n");
}

function functionText(f: WasmFunction): string[] {
  const exported = f.exported ? ` (export ${JSON.stringify(f.name)})` : "";
  const parameters = f.parameters.map((p) => ` (param ${localName(p)} ${p.type})`).join("");
  const lines = [`  (func ${name(f.name)}${exported}${parameters}${f.result ? ` (result ${f.result})` : ""}`];
  for (const local of f.locals) lines.push(`    (local ${localName(local)} ${local.type})`);
  for (const code of flatten(f.body)) lines.push(...codeText(code, "    "));
  lines[lines.length - 1] += ")";
  return lines;
}

/** A tree on one line if it fits, otherwise with its parts indented below it. */
function codeText(code: Code, indent: string): string[] {
  const { head, parts } = describe(code);
  const inner = parts.flatMap((part) => codeText(part, `${indent}  `));
  if (inner.length === 0) return [`${indent}(${head})`];
  const single = `${indent}(${head} ${inner.map((line) => line.trim()).join(" ")})`;
  if (single.length <= lineWidth && code.kind !== "loop" && code.kind !== "block") return [single];
  return [`${indent}(${head}`, ...inner.slice(0, -1), `${inner.at(-1)!})`];
}

function describe(code: Code): { readonly head: string; readonly parts: readonly Code[] } {
  switch (code.kind) {
    case "constant":
      return { head: `${code.type}.const ${code.value}`, parts: [] };
    case "operator":
      return { head: code.op, parts: code.operands.flatMap(flatten) };
    case "load":
      return { head: `${code.op}${offset(code.offset)}`, parts: flatten(code.address) };
    case "store":
      return { head: `${code.op}${offset(code.offset)}`, parts: [...flatten(code.address), ...flatten(code.value)] };
    case "local.get":
      return { head: `local.get ${localName(code.local)}`, parts: [] };
    case "local.set":
    case "local.tee":
      return { head: `${code.kind} ${localName(code.local)}`, parts: flatten(code.value) };
    case "global.get":
      return { head: `global.get ${name(code.global.name)}`, parts: [] };
    case "global.set":
      return { head: `global.set ${name(code.global.name)}`, parts: flatten(code.value) };
    case "sequence":
      return { head: "block", parts: flatten(code) };
    case "if": {
      const then: Code = { kind: "block", label: { name: "then" }, body: code.then };
      const otherwise: Code[] = code.else ? [{ kind: "block", label: { name: "else" }, body: code.else }] : [];
      const head = code.result ? `if (result ${code.result})` : "if";
      return { head, parts: [...flatten(code.test), then, ...otherwise] };
    }
    case "block":
    case "loop": {
      const branchOfIf = code.label.name === "then" || code.label.name === "else";
      return {
        head: branchOfIf ? code.label.name : `${code.kind} ${name(code.label.name)}`,
        parts: flatten(code.body),
      };
    }
    case "branch":
      return {
        head: `${code.test ? "br_if" : "br"} ${name(code.label.name)}`,
        parts: code.test ? flatten(code.test) : [],
      };
    case "table":
      return { head: `br_table ${code.labels.map((label) => name(label.name)).join(" ")}`, parts: flatten(code.index) };
    case "call":
      return { head: `call ${name(code.callee.name)}`, parts: code.operands.flatMap(flatten) };
    case "return":
      return { head: "return", parts: code.value ? flatten(code.value) : [] };
  }
}

/** Sequences have no text of their own: their parts take their place. */
function flatten(code: Code): readonly Code[] {
  return code.kind === "sequence" ? code.parts.flatMap(flatten) : [code];
}

function offset(bytes: number): string {
  return bytes === 0 ? "" : ` offset=${bytes}`;
}

function localName(local: { readonly name: string; readonly index: number }): string {
  return name(`${local.name}.${local.index}`);
}

function name(text: string): string {
  return `$${text.replace(/[^\w.:[\]-]/g, "_")}`;
}
