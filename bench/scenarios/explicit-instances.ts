/** The models of the scenario `explicit`: each in our language, with its twin in Promela. */

export interface Instance {
  /** The name in tables. */
  readonly name: string;
  /** The path relative to the root of the repository. */
  readonly file: string;
  readonly twin: string;
  readonly defines: Readonly<Record<string, string>>;
  /**
   * The depth of the depth-first search of SPIN. SPIN reserves exactly that. If it is too small, the comparison fails.
   */
  readonly spinDepth: number;
  /** The surplus of states and transitions of the twin; none by default. */
  readonly more?: { readonly states: number; readonly transitions: number };
}

const philosophers = {
  file: "examples/seq/dining-philosophers.seq",
  twin: "bench/promela/dining-philosophers.pml",
};
const forks = {
  file: "bench/models/dining-philosophers-forks.seq",
  twin: "bench/promela/dining-philosophers-forks.pml",
};
const peterson = { file: "examples/seq/peterson.seq", twin: "bench/promela/peterson.pml" };
const german = {
  file: "examples/seq/german.seq",
  twin: "bench/promela/german.pml",
  // The memory has one of two initial values. The twin chooses it in an extra step.
  more: { states: 1, transitions: 2 },
};
const producers = { file: "examples/seq/producer-consumer.seq", twin: "bench/promela/producer-consumer.pml" };
const readers = { file: "examples/seq/readers-writers.seq", twin: "bench/promela/readers-writers.pml" };

export const fullInstances: readonly Instance[] = [
  { name: "dining philosophers 12", ...philosophers, defines: { N: "12" }, spinDepth: 1_449_574 },
  { name: "philosophers with forks 14", ...forks, defines: { N: "14" }, spinDepth: 4_221_125 },
  { name: "Peterson 5", ...peterson, defines: { N: "5" }, spinDepth: 39_818 },
  { name: "Peterson 6", ...peterson, defines: { N: "6" }, spinDepth: 787_580 },
  { name: "German 4", ...german, defines: { N: "4" }, spinDepth: 10_282 },
  {
    name: "producer-consumer 3/3/4/4",
    ...producers,
    defines: { PRODUCERS: "3", CONSUMERS: "3", CAPACITY: "4", NUMBERS: "4" },
    spinDepth: 3_643_465,
  },
  { name: "readers-writers 8/4", ...readers, defines: { READERS: "8", WRITERS: "4" }, spinDepth: 16_570 },
];

export const quickInstances: readonly Instance[] = [
  { name: "dining philosophers 8", ...philosophers, defines: { N: "8" }, spinDepth: 11_141 },
  { name: "philosophers with forks 8", ...forks, defines: { N: "8" }, spinDepth: 5282 },
  { name: "Peterson 4", ...peterson, defines: { N: "4" }, spinDepth: 2344 },
  { name: "German 3", ...german, defines: { N: "3" }, spinDepth: 2411 },
  { name: "producer-consumer 2/2/3/3", ...producers, defines: {}, spinDepth: 1864 },
  { name: "readers-writers 5/3", ...readers, defines: { READERS: "5", WRITERS: "3" }, spinDepth: 844 },
];
