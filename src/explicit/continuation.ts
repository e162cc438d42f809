/**
 * How a search goes on after a level: with another program, in several shards, or on a disk.
 *
 * Each change makes another exploration, which has the states of the one before. Where there is no memory or room for
 * that, the result is the exploration itself.
 */

import { pause, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import { Depot } from "./depot.ts";
import type { DiskUse } from "./depot.ts";
import { Exploration } from "./exploration.ts";
import { divided, foldFindings, foldMembers, foldStates, isSameLayout, levelsOf, spreadStates } from "./fold.ts";
import type { Order } from "./orders.ts";
import { Shard } from "./shard.ts";
import { Solo } from "./solo.ts";
import { Team } from "./team.ts";
import type { Members } from "./team.ts";
import { sampleSize, territoryOf } from "./territory.ts";
import type { Territory } from "./territory.ts";

/** The levels before that are looked at, as shares of the depth, and how many of their states there must be. */
const earlierLevels = [0.8, 0.6];
const fewestSampled = 256;

/** The search from here on with another program. It begins with the representatives of all states that are stored. */
export async function foldedBy(paused: Exploration, compiled: Compiled): Promise<Exploration> {
  const module = await WebAssembly.compile(compiled.program.bytes);
  if (!isSameLayout(paused.compiled.program.layout, compiled.program.layout)) return paused;
  const { crew, watch } = paused;
  if (crew instanceof Team) {
    const owners = ownerCount(crew.division.memberOf.length, crew.members);
    const division = { ...crew.division, territory: await territoryFor(paused, compiled, module, owners) };
    return divideTeam(paused, crew, compiled, { kind: "load", program: compiled.program, module, division });
  }
  if (crew instanceof Depot) return foldDepot(paused, crew, compiled, module);
  const shard = new Shard(compiled.program, module, watch.maxMemoryBytes);
  if (!(await inTurns(watch, foldStates(levelsOf(crew.desk), shard)))) return paused;
  const solo = new Solo(shard);
  solo.resume(shard.levels[1] ?? shard.exports.count.value, crew.depth, foldFindings(crew.findings, shard));
  return continuedBy(paused, compiled, module, solo, {});
}

/** Members on other machines have shards that are not counted here. */
function ownerCount(shardCount: number, { memberCount }: Members): number {
  return Math.max(shardCount, memberCount);
}

/** What tells the owner of a state, for a program that goes on from here. */
async function territoryFor(
  { crew, watch }: Exploration,
  { program }: Compiled,
  module: WebAssembly.Module,
  shardCount: number,
): Promise<Territory | undefined> {
  const samples = [await crew.sample(sampleSize)];
  for (const share of earlierLevels) {
    const states = await crew.sample(sampleSize, Math.floor(share * crew.depth));
    if (states.length >= fewestSampled) samples.push(states);
  }
  return watched(watch, () => territoryOf(program, module, samples, shardCount));
}

async function divideTeam(
  paused: Exploration,
  team: Team,
  compiled: Compiled,
  load: Order & { kind: "load" },
): Promise<Exploration> {
  const { module, division } = load;
  const reports = await foldMembers(team.members, load, team.nextLevel + 1);
  if (!reports) return paused;
  const desk = new Shard(compiled.program, module);
  const found = foldFindings(team.findings, desk);
  const start = { depth: team.nextLevel, found, reports, division };
  const lineage = compiled === paused.compiled ? paused.lineage : {};
  return continuedBy(paused, compiled, module, new Team(team.members, desk, start), lineage);
}

async function foldDepot(
  paused: Exploration,
  depot: Depot,
  compiled: Compiled,
  module: WebAssembly.Module,
): Promise<Exploration> {
  const { generation } = depot.setup;
  const setup = { ...depot.setup, program: compiled.program, module, generation: generation + 1 };
  const found = foldFindings(depot.findings, new Shard(compiled.program, module));
  const next = await Depot.of(setup, depot, found);
  if (!next) return paused;
  depot.end();
  return continuedBy(paused, compiled, module, next, {});
}

/** The search from here on with its states on a disk. A level under way begins again. */
export async function storedOn(
  paused: Exploration,
  { store, memoryBytes }: DiskUse,
  onTurn: () => void,
): Promise<Exploration> {
  const { compiled, module, watch } = paused;
  const { desk, closed } = paused.solo();
  const setup = { program: compiled.program, module, disk: store, watch, memoryBytes, generation: 0, onTurn };
  const depot = await Depot.of(setup, levelsOf(desk), closed);
  if (!depot) return paused;
  desk.exports.transitions.value = desk.exports.levelTransitions.value;
  return continuedBy(paused, compiled, module, depot, paused.lineage);
}

/** The search from here on in so many shards. */
export async function spreadTo(
  paused: Exploration,
  members: Members,
  shardCount: number,
  shardBytes: number,
): Promise<Exploration> {
  const { compiled, module, crew } = paused;
  const territory = await territoryFor(paused, compiled, module, ownerCount(shardCount, members));
  const division = divided(shardCount, shardBytes, members, territory);
  const load = { kind: "load", program: compiled.program, module, division } as const;
  if (crew instanceof Team) return divideTeam(paused, crew, compiled, load);
  if (crew instanceof Depot) return paused;
  const reports = await spreadStates(levelsOf(crew.desk), members, load);
  if (!reports) return paused;
  const desk = new Shard(compiled.program, module);
  const start = { depth: crew.depth, found: crew.findings, reports, division };
  return continuedBy(paused, compiled, module, new Team(members, desk, start), paused.lineage);
}

function continuedBy(
  paused: Exploration,
  compiled: Compiled,
  module: WebAssembly.Module,
  crew: Solo | Team | Depot,
  lineage: object,
): Exploration {
  const { transitions, enabledSteps, takenSteps, reducedStates } = paused.counts;
  const before = { transitions, enabledSteps, takenSteps, reducedStates };
  const isSameProgram = lineage === paused.lineage;
  if (isSameProgram) crew.hasEndedReduction = paused.crew.hasEndedReduction;
  const next = new Exploration(compiled, paused.watch, module, { crew, before, lineage });
  next.spentBefore = isSameProgram ? paused.spentBefore : next.spent;
  return next;
}

/** Runs work to its end, and lets other code run meanwhile. */
export async function inTurns<T>(watch: Watch, work: Generator<undefined, T>): Promise<T> {
  for (let lastTurn = performance.now(); ;) {
    const { done, value } = watched(watch, () => work.next());
    if (done === true) return value;
    if (performance.now() - lastTurn < 100) continue;
    await pause();
    lastTurn = performance.now();
  }
}
