/**
 * Graphs in the DOT language of Graphviz. The writer writes any graph, with colors as the attribute `color`. The reader
 * reads these files and common handwritten ones: `graph` or `digraph`, vertices and chains of edges with attributes; no
 * subgraphs, no ports.
 */

import { printable } from "../util/printable.ts";
import { GraphBuilder, GraphError } from "./colored-graph.ts";
import type { ColoredGraph } from "./colored-graph.ts";

export function writeDot(graph: ColoredGraph): string {
  const name = (v: number): string => (graph.names ? quote(graph.names[v]!) : String(v));
  const { from, to, colors, directed: directions } = graph.edges;
  const directed = directions.includes(1);
  const lines = [directed ? "digraph {" : "graph {"];
  for (let v = 0; v < graph.vertexCount; v++) lines.push(`  ${name(v)} [color=${graph.colors[v]!}];`);
  for (let i = 0; i < from.length; i++) {
    const attributes = [`color=${colors[i]!}`, ...(directed && !directions[i] ? ["dir=none"] : [])];
    lines.push(`  ${name(from[i]!)} ${directed ? "->" : "--"} ${name(to[i]!)} [${attributes.join(", ")}];`);
  }
  return `${[...lines, "}"].join("\n")}\n`;
}

/**
 * A graph as a picture: each color is one that can be seen. Reading it gives the same graph, with its colors numbered
 * anew.
 */
export function drawDot(graph: ColoredGraph): string {
  const name = (v: number): string => (graph.names ? quote(graph.names[v]!) : String(v));
  const { from, to, colors, directed: directions } = graph.edges;
  const directed = directions.includes(1);
  const lines = [directed ? "digraph {" : "graph {", '  node [style=filled, fontname="sans-serif"];'];
  const fills = visibleColors(graph.colors, 0.85);
  const strokes = visibleColors(colors, 0.4);
  for (let v = 0; v < graph.vertexCount; v++) lines.push(`  ${name(v)} [color="${fills.get(graph.colors[v]!)!}"];`);
  for (let i = 0; i < from.length; i++) {
    const attributes = [`color="${strokes.get(colors[i]!)!}"`, ...(directed && !directions[i] ? ["dir=none"] : [])];
    lines.push(`  ${name(from[i]!)} ${directed ? "->" : "--"} ${name(to[i]!)} [${attributes.join(", ")}];`);
  }
  return `${[...lines, "}"].join("\n")}\n`;
}

/** A different color for each number: hues that are far apart by the golden angle, of one lightness. */
function visibleColors(numbers: Iterable<number>, lightness: number): Map<number, string> {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const used = new Set<string>();
  return new Map(
    sorted.map((number, i) => {
      let color = hexColor((i * 137.508 + 40) % 360, lightness);
      for (let k = 1; used.has(color); k++) color = hexColor((i * 137.508 + 40 + k) % 360, lightness - 0.001 * k);
      used.add(color);
      return [number, color];
    }),
  );
}

/** A hue in degrees, half saturated, in the notation of Graphviz. */
function hexColor(hue: number, lightness: number): string {
  const spread = 0.6 * Math.min(lightness, 1 - lightness);
  const part = (n: number): string => {
    const k = (n + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value).toString(16).padStart(2, "0"); // prettier-ignore
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/**
 * Vertices get the names and the order of their first occurrence; colors that are not numbers are numbered in order.
 */
export function parseDot(text: string): ColoredGraph {
  const tokens = new Tokens(text);
  if (tokens.peek().text === "strict") tokens.next();
  const kind = tokens.next();
  if (kind.text !== "graph" && kind.text !== "digraph") throw tokens.unexpected(kind, "`graph` or `digraph`");
  if (tokens.peek().text !== "{") tokens.next();
  tokens.expect("{");
  const colors = new Map<string, number>();
  const vertices = new Map<string, number>();
  const edges: { from: string; to: string; directed: boolean; color: number }[] = [];
  const vertex = (name: string): void => void (vertices.has(name) || vertices.set(name, 0));
  while (tokens.peek().text !== "}") {
    const first = tokens.next();
    if (first.text === ";") continue;
    if (!first.isName) throw tokens.unexpected(first, "a vertex");
    if (first.text === "subgraph" || first.text === "{") throw tokens.unexpected(first, "no subgraph");
    if (["node", "edge", "graph"].includes(first.text) && tokens.peek().text === "[") {
      attributes(tokens);
      continue;
    }
    if (tokens.peek().text === "=") {
      tokens.next();
      tokens.next();
      continue;
    }
    const chain = [first.text];
    const arrow = tokens.peek().text;
    while (tokens.peek().text === "--" || tokens.peek().text === "->") {
      const sign = tokens.next();
      if (sign.text !== arrow || (arrow === "->") !== (kind.text === "digraph")) {
        throw tokens.unexpected(sign, kind.text === "digraph" ? "`->`" : "`--`");
      }
      const next = tokens.next();
      if (!next.isName) throw tokens.unexpected(next, "a vertex");
      chain.push(next.text);
    }
    const given = tokens.peek().text === "[" ? attributes(tokens) : new Map<string, string>();
    const color = colorFrom(given.get("color"), colors);
    for (const name of chain) vertex(name);
    if (chain.length === 1) vertices.set(first.text, color);
    for (let i = 1; i < chain.length; i++) {
      const directed = arrow === "->" && given.get("dir") !== "none";
      edges.push({ from: chain[i - 1]!, to: chain[i]!, directed, color });
    }
  }
  tokens.expect("}");
  const builder = new GraphBuilder();
  for (const [name, color] of vertices) builder.vertex(color, name);
  for (const { from, to, directed, color } of edges) {
    if (directed) builder.arc(from, to, color);
    else builder.edge(from, to, color);
  }
  return builder.build();
}

function attributes(tokens: Tokens): Map<string, string> {
  const found = new Map<string, string>();
  tokens.expect("[");
  while (tokens.peek().text !== "]") {
    const key = tokens.next();
    if (key.text === "," || key.text === ";") continue;
    if (!key.isName) throw tokens.unexpected(key, "an attribute or `]`");
    tokens.expect("=");
    found.set(key.text, tokens.next().text);
  }
  tokens.expect("]");
  return found;
}

function colorFrom(text: string | undefined, known: Map<string, number>): number {
  if (text === undefined) return 0;
  if (/^-?\d+$/.test(text)) return Number(text);
  if (!known.has(text)) known.set(text, 1 + known.size);
  return known.get(text)!;
}

interface Token {
  readonly text: string;
  readonly isName: boolean;
  readonly offset: number;
}

class Tokens {
  private readonly text: string;
  private readonly tokens: Token[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
    const pattern =
      /\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|(--|->|[{}[\];,=])|([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|-?\d+(?:\.\d+)?)|"((?:[^"\\]|\\[\s\S])*)"|([\s\S])/g;
    for (const match of text.matchAll(pattern)) {
      const [, sign, word, quoted, other] = match;
      const offset = match.index;
      if (sign !== undefined) this.tokens.push({ text: sign, isName: false, offset });
      else if (word !== undefined) this.tokens.push({ text: word, isName: true, offset });
      else if (quoted !== undefined) {
        this.tokens.push({ text: quoted.replace(/\\(["\\])/g, "$1"), isName: true, offset });
      } else if (other !== undefined) throw this.unexpected({ text: other, isName: false, offset }, "a name or a sign");
    }
    this.tokens.push({ text: "", isName: false, offset: text.length });
  }

  peek(): Token {
    return this.tokens[this.at]!;
  }

  next(): Token {
    const token = this.peek();
    if (token.text === "" && !token.isName) throw this.unexpected(token, "more");
    this.at++;
    return token;
  }

  expect(sign: string): void {
    const token = this.peek();
    if (token.text !== sign || token.isName) throw this.unexpected(token, `\`${sign}\``);
    this.at++;
  }

  unexpected({ text, offset }: Token, expected: string): GraphError {
    const before = this.text.slice(0, offset);
    const line = before.split("\n").length;
    const column = offset - before.lastIndexOf("\n");
    const found = text === "" ? "the end of the text" : `\`${text}\``;
    return new GraphError(`line ${line}, column ${column}: expected ${expected}, found ${found}`);
  }
}

function quote(name: string): string {
  return `"${printable(name).replace(/["\\]/g, "\\$&")}"`;
}
