/** The child process of `automorphisms.ts`: reads a graph, finds its group, and prints the measurements. */

import { readFileSync } from "node:fs";
import { automorphismGroup, parseDimacs } from "../../dist/graph/index.js";
import type { GroupMeasured } from "./automorphisms.ts";

const text = readFileSync(process.argv[2]!, "utf8");
const started = performance.now();
const graph = parseDimacs(text);
const read = performance.now();
const before = process.cpuUsage();
const { order, generators } = automorphismGroup(graph);
const { user, system } = process.cpuUsage(before);
const measured: GroupMeasured = {
  readSeconds: (read - started) / 1000,
  solveSeconds: (performance.now() - read) / 1000,
  cpuSeconds: (user + system) / 1e6,
  order: String(order),
  generators: generators.length,
};
process.stdout.write(JSON.stringify(measured));
