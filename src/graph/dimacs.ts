/**
 * Graphs in the DIMACS format of bliss and other programs: undirected edges, vertices counted from 1, optional colors.
 */

import { GraphBuilder, GraphError } from "./colored-graph.ts";
import type { ColoredGraph } from "./colored-graph.ts";

export function parseDimacs(text: string): ColoredGraph {
  const builder = new GraphBuilder();
  const colors = new Map<number, number>();
  const edges: (readonly [number, number])[] = [];
  let vertexCount: number | undefined;
  for (const [i, line] of text.split("\n").entries()) {
    const [kind, ...fields] = line.trim().split(/\s+/);
    const where = `line ${i + 1}`;
    if (kind === undefined || kind === "" || kind === "c") continue;
    if (kind === "p") {
      if (vertexCount !== undefined) throw new GraphError(`${where}: a second problem line`);
      if (fields[0] !== "edge" && fields[0] !== "col") {
        throw new GraphError(`${where}: expected \`p edge VERTICES EDGES\``);
      }
      vertexCount = numberFrom(fields[1], where);
      numberFrom(fields[2], where);
      continue;
    }
    if (vertexCount === undefined) {
      throw new GraphError(`${where}: expected \`p edge VERTICES EDGES\` first, found \`${kind}\``);
    }
    if (kind === "n") colors.set(vertexFrom(fields[0], vertexCount, where), numberFrom(fields[1], where));
    else if (kind === "e") {
      edges.push([vertexFrom(fields[0], vertexCount, where), vertexFrom(fields[1], vertexCount, where)]);
    } else throw new GraphError(`${where}: expected \`c\`, \`n\` or \`e\`, found \`${kind}\``);
  }
  if (vertexCount === undefined) throw new GraphError("expected `p edge VERTICES EDGES`, found the end of the text");
  for (let v = 0; v < vertexCount; v++) builder.vertex(colors.get(v) ?? 0);
  for (const [u, v] of edges) builder.edge(u, v);
  return builder.build();
}

/** @throws if the graph has directed or colored edges, which the format lacks */
export function writeDimacs({ vertexCount, colors, edges }: ColoredGraph): string {
  if (edges.directed.includes(1) || edges.colors.some((color) => color !== edges.colors[0])) {
    throw new GraphError("DIMACS has neither directed nor colored edges");
  }
  const lines = [`p edge ${vertexCount} ${edges.from.length}`];
  for (let v = 0; v < vertexCount; v++) lines.push(`n ${v + 1} ${colors[v]!}`);
  for (let i = 0; i < edges.from.length; i++) lines.push(`e ${edges.from[i]! + 1} ${edges.to[i]! + 1}`);
  return `${lines.join("\n")}\n`;
}

function numberFrom(field: string | undefined, where: string): number {
  const value = Number(field);
  if (field === undefined || !Number.isInteger(value) || value < 0) {
    throw new GraphError(`${where}: expected a number, found ${field === undefined ? "nothing" : `\`${field}\``}`);
  }
  return value;
}

function vertexFrom(field: string | undefined, vertexCount: number, where: string): number {
  const value = numberFrom(field, where);
  if (value < 1 || value > vertexCount) {
    throw new GraphError(`${where}: there is no vertex ${value}, only 1 to ${vertexCount}`);
  }
  return value - 1;
}
