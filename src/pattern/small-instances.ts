/**
 * The permutations of positions that are symmetries of the smallest instances of a family, as the detectors find them.
 */

import { wordsOfLength } from "../automata/finiteness.ts";
import { instanceModel, InstanceTooLarge } from "../family/instance.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { findSymmetries } from "../symmetry/find.ts";
import { containsSymmetry } from "../symmetry/symmetry-group.ts";

export interface SmallInstance {
  readonly size: number;
  /** All permutations of positions in the group, in lexicographic order; the first is the identity. */
  readonly permutations: readonly (readonly number[])[];
}

/** The largest size whose permutations are listed; larger sizes have too many. */
const largest = 6;

/**
 * The instances of sizes 2 to 6 that have configurations. The list ends at the first instance that is too large, or
 * when `stop` returns true.
 */
export function smallInstances(system: ParameterizedSystem, stop: () => boolean): SmallInstance[] {
  const instances: SmallInstance[] = [];
  for (let size = 2; size <= largest && !stop(); size++) {
    if (wordsOfLength(system.configurations, size, 1).length === 0) continue;
    try {
      const model = instanceModel(system, size, { everywhere: true });
      const { group } = findSymmetries(model);
      const isSymmetry = (p: readonly number[]): boolean =>
        containsSymmetry(group, { slots: Int32Array.from(p), values: new Map() });
      instances.push({ size, permutations: permutationsOf(size).filter(isSymmetry) });
    } catch (error) {
      if (error instanceof InstanceTooLarge) break;
      throw error;
    }
  }
  return instances;
}

function permutationsOf(n: number): number[][] {
  const result: number[][] = [];
  const extend = (chosen: number[]): void => {
    if (chosen.length === n) result.push(chosen);
    for (let i = 0; i < n; i++) if (!chosen.includes(i)) extend([...chosen, i]);
  };
  extend([]);
  return result;
}
