/**
 * The figures of Zhang et al., "Constraint-based automatic symmetry detection", ASE 2013: its Table I, and its Tables
 * II and III joined. The paper measured on laptops of 2013. If its figures are wrong, the expected ones are ours
 * (test/examples).
 */

export interface DetectionFigures {
  readonly system: string;
  readonly instance: string;
  readonly model: string;
  readonly defines: readonly string[];
  readonly paper: {
    readonly nodes: number;
    readonly constructionSeconds: number;
    readonly saucySeconds: number;
    readonly order: string;
  };
  /** Whether the row is part of a run with `--quick`. */
  readonly quick?: boolean;
}

export interface ReductionFigures {
  readonly system: string;
  readonly model: string;
  readonly defines: readonly string[];
  readonly instance: string;
  /** States and seconds. A mode that ran out of memory or time has none. */
  readonly paper: {
    readonly off: PaperRun;
    readonly unique: PaperRun;
    readonly multiple: PaperRun;
  };
  /** The expected numbers of states. */
  readonly states: { readonly off: number; readonly unique: number };
  readonly quick?: boolean;
}

export type PaperRun = readonly [states: number, seconds: number] | "out of memory" | "over 2 hours";

const detection = (
  system: string,
  model: string,
  instances: readonly (readonly [
    instance: string,
    defines: readonly string[],
    nodes: number,
    constructionSeconds: number,
    saucySeconds: number,
    order: string,
  ])[],
): DetectionFigures[] =>
  instances.map(([instance, defines, nodes, constructionSeconds, saucySeconds, order], i) => ({
    system,
    instance,
    model,
    defines,
    paper: { nodes, constructionSeconds, saucySeconds, order },
    quick: i === 0,
  }));

export const detectionFigures: readonly DetectionFigures[] = [
  ...detection("readers-writers", "readers-writers", [["3", ["N=3"], 120, 0.127, 0.004, "2"]]),
  ...detection("Peterson", "peterson", [
    ["9", ["N=9"], 2311, 0.695, 0.018, "362880"],
    ["12", ["N=12"], 4207, 1.037, 0.03, "479001600"],
  ]),
  ...detection("resource allocator", "resource-allocator", [
    ["2-2-3", ["A=2", "B=2", "C=3"], 393, 0.553, 0.004, "24"],
    ["3-3-4", ["A=3", "B=3", "C=4"], 534, 0.902, 0.005, "864"],
  ]),
  ...detection("three-tiered", "three-tiered", [
    ["3-3-2", ["A=3", "B=3", "C=2"], 419, 0.48, 0.005, "144"],
    ["3-3-3", ["A=3", "B=3", "C=3"], 452, 0.515, 0.006, "1296"],
    ["4-4-3", ["A=4", "B=4", "C=3"], 518, 0.508, 0.006, "6912"],
  ]),
  ...detection("hypercube", "hypercube", [
    ["5", ["D=5"], 3586, 1.447, 0.026, "3840"],
    ["6", ["D=6"], 11555, 3.317, 0.066, "46080"],
  ]),
  ...detection("dining philosophers", "dining-philosophers", [
    ["10", ["N=10"], 556, 0.492, 0.005, "10"],
    ["20", ["N=20"], 1086, 1.033, 0.007, "20"],
  ]),
  ...detection("Milner's scheduler", "milner-scheduler", [["10", ["N=10"], 487, 2.665, 0.001, "1"]]),
  ...detection("two-hop coloring, rings", "two-hop-colouring", [
    ["9", ["N=9"], 2013, 0.788, 0.012, "216"],
    ["12", ["N=12"], 3105, 1.282, 0.013, "288"],
  ]),
  ...detection("leader election, complete graphs", "leader-complete", [
    ["12", ["N=12"], 21155, 2.684, 0.394, "479001600"],
    ["15", ["N=15"], 164809, 15.783, 8.326, "1307674368000"],
  ]),
  ...detection("leader election, trees", "leader-tree", [
    ["15", ["N=15"], 466, 3.954, 0.275, "16"],
    ["19", ["N=19"], 580, 7.404, 0.005, "128"],
  ]),
  ...detection("leader election, rings", "leader-ring", [
    ["9", ["N=9"], 21378, 4.781, 0.093, "9"],
    ["12", ["N=12"], 214169, 51.265, 1.266, "12"],
  ]),
  ...detection("Hanoi", "hanoi", [
    ["3", ["N=3"], 891, 0.523, 0.003, "2"],
    ["6", ["N=6"], 6520, 1.636, 0.023, "2"],
  ]),
  ...detection("social golfer", "social-golfer", [["3-3-4", [], 1542, 1.374, 0.009, "725760"]]),
];

export const reductionFigures: readonly ReductionFigures[] = [
  {
    system: "dining philosophers",
    model: "dining-philosophers",
    defines: ["N=10"],
    instance: "10",
    paper: { off: [154450, 15.3], unique: [15489, 14.2], multiple: [106819, 23.2] },
    states: { off: 154450, unique: 15489 },
    quick: true,
  },
  {
    system: "dining philosophers",
    model: "dining-philosophers",
    defines: ["N=12"],
    instance: "12",
    paper: { off: [1684801, 212], unique: [140536, 242], multiple: [1149178, 341] },
    states: { off: 1684801, unique: 140536 },
  },
  {
    system: "dining philosophers",
    model: "dining-philosophers",
    defines: ["N=14"],
    instance: "14",
    paper: { off: "out of memory", unique: [1313052, 3563], multiple: "out of memory" },
    states: { off: 18378370, unique: 1313052 },
  },
  {
    system: "three-tiered",
    model: "three-tiered",
    defines: ["A=3", "B=3", "C=2"],
    instance: "3-3-2",
    paper: { off: [7840, 1.1], unique: [462, 8.4], multiple: [966, 1] },
    states: { off: 7840, unique: 462 },
    quick: true,
  },
  {
    system: "three-tiered",
    model: "three-tiered",
    defines: ["A=3", "B=3", "C=3"],
    instance: "3-3-3",
    paper: { off: [21952, 3.6], unique: [286, 60.4], multiple: [2290, 5.1] },
    states: { off: 21952, unique: 286 },
  },
  {
    system: "three-tiered",
    model: "three-tiered",
    defines: ["A=4", "B=4", "C=3"],
    instance: "4-4-3",
    paper: { off: [188272, 42.3], unique: "over 2 hours", multiple: [35524, 103] },
    states: { off: 188272, unique: 1496 },
  },
  {
    system: "two-hop coloring, rings",
    model: "two-hop-colouring",
    defines: ["N=3"],
    instance: "3",
    paper: { off: [13824, 10.3], unique: [442, 15.4], multiple: [1567, 4.6] },
    states: { off: 13824, unique: 233 },
    quick: true,
  },
  {
    system: "two-hop coloring, rings",
    model: "two-hop-colouring",
    defines: ["N=4"],
    instance: "4",
    paper: { off: [331776, 511], unique: [8058, 668], multiple: [33415, 160] },
    states: { off: 331776, unique: 3924 },
  },
  {
    system: "two-hop coloring, rings",
    model: "two-hop-colouring",
    defines: ["N=5"],
    instance: "5",
    paper: { off: "out of memory", unique: "over 2 hours", multiple: [661454, 5718] },
    states: { off: 7962624, unique: 67246 },
  },
];
