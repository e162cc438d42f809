/**
 * Ground transitions backwards: from states to their predecessors.
 *
 * The paths of a decision tree are inverted one by one. A written slot had before the value that the path read, or any
 * value if the path did not read it. Paths that concern the same slots become one command with a table.
 */

import { command, eventStep, sequence, sum } from "../ddd/index.ts";
import type { Hom } from "../ddd/index.ts";
import { domainSize, domainValues } from "../model/domains.ts";
import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import type { ConditionCompiler } from "./condition.ts";
import type { DecisionTree } from "./decision-tree.ts";
import type { Encoding } from "./encoding.ts";
import type { GroundTransition } from "./ground.ts";
import { LazyTransition } from "./lazy-transition.ts";
import { LocalTransition } from "./local-transition.ts";
import type { Outcome } from "./outcome.ts";

/** The origins of given values of some slots: the values that the written slots had before. */
interface Table {
  readonly slots: readonly number[];
  readonly written: readonly number[];
  readonly origins: Map<string, number[][]>;
}

/** The most origins of one path. */
const mostOrigins = 256;

/** The union of all transitions, backwards; `undefined` if one of them cannot be inverted. */
export function inverseRelation(
  encoding: Encoding,
  conditions: ConditionCompiler,
  ground: readonly GroundTransition[],
): Hom | undefined {
  const parts: Hom[] = [];
  for (const { cases, guard } of ground) {
    look(8);
    if (cases instanceof LazyTransition) return undefined;
    if (cases instanceof LocalTransition) {
      const event = cases.relation(encoding);
      if (event === undefined) continue;
      const back = encoding.events.inverse(event);
      if (back === undefined) return undefined;
      parts.push(eventStep(encoding.homs, encoding.events, back));
      continue;
    }
    const tables = tablesOf(encoding, cases);
    if (!tables) return undefined;
    const back = sum(
      encoding.homs,
      tables.map((table) => commandOf(encoding, table)),
    );
    if (back === encoding.never) continue;
    const rest = guard ? [conditions.compile(guard).holds].filter((hom) => hom.kind !== "identity") : [];
    parts.push(sequence(encoding.homs, [back, ...rest]));
  }
  return sum(encoding.homs, parts);
}

function commandOf({ homs, levels }: Encoding, { slots, written, origins }: Table): Hom {
  return command(homs, {
    reads: slots.map((slot) => levels[slot]!),
    writes: written.map((slot) => levels[slot]!),
    outcomes: (values) => origins.get(values.join()) ?? [],
  });
}

function tablesOf({ domains }: Encoding, tree: DecisionTree<Outcome>): Table[] | undefined {
  const tables = new Map<string, Table>();
  const before = new Map<number, number>();
  let isPossible = true;
  const note = (writes: readonly (readonly [slot: number, value: number])[]): void => {
    const after = new Map([...before, ...writes]);
    const slots = [...after.keys()].sort((a, b) => a - b);
    const written = writes.map(([slot]) => slot);
    let olds: number[][] = [[]];
    for (const slot of written) {
      const known = before.get(slot);
      const count = known === undefined ? domainSize(domains[slot]!) : 1;
      if (olds.length * count > mostOrigins) {
        isPossible = false;
        return;
      }
      const values = known === undefined ? domainValues(domains[slot]!) : [known];
      olds = olds.flatMap((old) => values.map((value) => [...old, value]));
    }
    const key = `${slots.join()} ${written.join()}`;
    const { origins } = getOrAdd(tables, key, () => ({ slots, written, origins: new Map<string, number[][]>() }));
    const at = slots.map((slot) => after.get(slot)!).join();
    getOrAdd(origins, at, () => []).push(...olds);
  };
  const visit = (node: DecisionTree<Outcome>): void => {
    if (node.kind === "leaf") {
      if (node.outcome?.writes) note(node.outcome.writes);
      return;
    }
    for (const [value, child] of node.children) {
      if (!isPossible) return;
      before.set(node.slot, value);
      visit(child);
    }
    before.delete(node.slot);
  };
  visit(tree);
  return isPossible ? [...tables.values()] : undefined;
}
