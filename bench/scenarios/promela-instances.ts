/** The models of the scenario `promela`: the symmetric examples, and larger versions of them. */

export interface PromelaInstance {
  /** The name in tables. */
  readonly name: string;
  /** The path relative to the root of the repository. */
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /**
   * Whether to check for states without a successor. If the model has some, only assertions are checked, so that the
   * search is complete.
   */
  readonly ends: boolean;
  /**
   * The depth of SPIN's depth-first search without reduction, and the approximate number of states it stores. Unknown
   * if it does not finish.
   */
  readonly size?: { readonly depth: number; readonly states: number };
}

const example = (name: string): string => `examples/promela/${name}.pml`;
const scaled = (name: string): string => `bench/promela/${name}.pml`;

/** Instances that both tools finish. */
export const commonInstances: readonly PromelaInstance[] = [
  { name: "e-mail 3", file: example("email-3"), defines: {}, ends: false, size: { depth: 167_000, states: 410_177 } },
  { name: "token ring 13", file: scaled("token-ring"), defines: { N: "13" }, ends: true, size: { depth: 181_000, states: 434_176 } },
  { name: "load balancer 2 x 4", file: scaled("load-balancer"), defines: { CLIENTS: "4" }, ends: true, size: { depth: 173_000, states: 208_538 } },
  { name: "three tiers 2 x 4", file: scaled("three-tiered"), defines: { CLIENTS: "4" }, ends: true, size: { depth: 191_000, states: 264_937 } },
  { name: "allocator 2 x 5", file: scaled("resource-allocator"), defines: { CLIENTS: "5" }, ends: true, size: { depth: 3500, states: 2_228_537 } },
  { name: "Peterson 5", file: example("peterson"), defines: { N: "5" }, ends: true, size: { depth: 50_000, states: 264_582 } },
  { name: "hypercube 4", file: example("hypercube"), defines: { D: "4" }, ends: true, size: { depth: 79_000, states: 65_536 } },
  { name: "leader election 5", file: example("leader-election"), defines: { N: "5" }, ends: true, size: { depth: 200, states: 52_846 } },
  { name: "mutual exclusion 7", file: example("mutex"), defines: { N: "7" }, ends: true, size: { depth: 160_000, states: 191_793 } },
  { name: "cache 4", file: example("cache"), defines: { N: "4" }, ends: true, size: { depth: 14_000, states: 71_152 } },
]; // prettier-ignore

/** Instances that SPIN does not finish within the limits. */
export const largeInstances: readonly PromelaInstance[] = [
  { name: "load balancer 2 x 12", file: scaled("load-balancer"), defines: { CLIENTS: "12" }, ends: true },
  { name: "allocator 2 x 7", file: scaled("resource-allocator"), defines: { CLIENTS: "7" }, ends: true },
  { name: "mutual exclusion 12", file: example("mutex"), defines: { N: "12" }, ends: true },
];

/** Small enough for a test. */
export const quickInstances: readonly PromelaInstance[] = [
  { name: "token ring 5", file: scaled("token-ring"), defines: { N: "5" }, ends: true, size: { depth: 10_000, states: 1000 } },
  { name: "e-mail 2", file: scaled("email"), defines: { CLIENTS: "2" }, ends: false, size: { depth: 10_000, states: 10_000 } },
  { name: "mutual exclusion 4", file: example("mutex"), defines: { N: "4" }, ends: true, size: { depth: 10_000, states: 1000 } },
]; // prettier-ignore
