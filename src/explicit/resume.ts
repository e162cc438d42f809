/** The way back into a search: from a snapshot of it, and its states up to a level. */

import { Stopped } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import { inTurns } from "./continuation.ts";
import { Depot } from "./depot.ts";
import { Exploration } from "./exploration.ts";
import type { Snapshot } from "./exploration.ts";
import { divided, foldStates, spreadStates } from "./fold.ts";
import type { LevelSource } from "./fold.ts";
import type { Spread } from "./pauses.ts";
import { Shard } from "./shard.ts";
import { Solo } from "./solo.ts";
import { Team } from "./team.ts";

/** A search of a checkpoint, and the number of decisions that were made in it. */
export interface Restored {
  readonly exploration: Exploration;
  readonly turnsDone: number;
}
export interface Resumption {
  readonly watch: Watch;
  readonly source: LevelSource;
  readonly snapshot: Snapshot;
  readonly lineage: object;
  /** The shards for so many states, if one is not enough. */
  readonly spread: Spread | undefined;
}
/** A search that goes on before a level, from the states up to there. */
export async function resumedSearch(compiled: Compiled, from: Resumption): Promise<Exploration> {
  const { watch, source, snapshot, lineage, spread } = from;
  const { level: depth, findings: found, before, spentBefore, hasEndedReduction } = snapshot;
  const { program } = compiled;
  const module = await WebAssembly.compile(program.bytes);
  let crew: Solo | Team | Depot;
  if (spread?.disk) {
    const { store: disk, memoryBytes } = spread.disk;
    const depot = await Depot.of({ program, module, disk, watch, memoryBytes, generation: 0 }, source, found);
    if (!depot) throw new Stopped(watch.reached() ?? "memory");
    crew = depot;
  } else if (spread) {
    const members = spread.start(() => {});
    const division = divided(spread.shardCount, spread.shardBytes, members);
    const reports = await spreadStates(source, members, { kind: "load", program, module, division });
    if (!reports) throw new Stopped(watch.reached() ?? "memory");
    crew = new Team(members, new Shard(program, module), { depth, found, reports, division });
  } else {
    const shard = new Shard(program, module, watch.maxMemoryBytes);
    if (!(await inTurns(watch, foldStates(source, shard)))) throw new Stopped("memory");
    crew = new Solo(shard);
    crew.resume(shard.levels[1] ?? shard.exports.count.value, depth, found);
    if (hasEndedReduction) shard.exports.reduces!.value = 0;
  }
  crew.hasEndedReduction = hasEndedReduction;
  const exploration = new Exploration(compiled, watch, module, { crew, before, lineage });
  exploration.spentBefore = spentBefore;
  return exploration;
}
