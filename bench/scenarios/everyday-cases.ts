/** The models of the scenario `everyday`: every example as it is, and at one size that takes seconds without symmetry. */

export interface EverydayCase {
  /** The name in tables. */
  readonly name: string;
  /** `default`: what `noether check FILE` does. `large`: all states, without a property. */
  readonly size: "default" | "large";
  /** The path relative to the root of the repository. */
  readonly file: string;
  readonly defines: Defines;
  /** The net that `examples/petri/generate.ts` makes, in place of the file. */
  readonly net?: { readonly name: string; readonly size: number } | undefined;
  /** The model for SPIN, if there is one. */
  readonly spin?: Twin | undefined;
  /** The seconds of a published tool, without and with symmetry. */
  readonly published?: string | undefined;
}

type Defines = Readonly<Record<string, string>>;

interface Twin {
  readonly file: string;
  /** The number of states of the twin beyond those of the model. */
  readonly more?: number | undefined;
}

interface Example {
  /** The path below `examples`. */
  readonly path: string;
  /** A size that has to be given. */
  readonly needs?: Defines | undefined;
  /** The definitions of the large size; a text of fixed size has none. */
  readonly large?: Defines | undefined;
  /** A text with a size for an example of fixed size. */
  readonly scaled?: string | undefined;
  /** The large size of a net. */
  readonly net?: { readonly name: string; readonly size: number } | undefined;
  readonly spin?: Twin | undefined;
  readonly published?: { readonly default?: string; readonly large?: string } | undefined;
}

const twin = (name: string, more?: number): Twin => ({ file: `bench/promela/${name}.pml`, more });
const promela = (name: string): Pick<Example, "path" | "spin"> => ({
  path: `promela/${name}.pml`,
  spin: { file: `examples/promela/${name}.pml` },
});
const scaled = (name: string, large: Defines): Example => ({
  ...promela(name),
  scaled: `bench/promela/${name}.pml`,
  large,
});

const examples: readonly Example[] = [
  { path: "seq/bug-assertion.seq", large: { N: "14" } },
  { path: "seq/bug-deadlock.seq" },
  { path: "seq/bug-invariant.seq", large: { N: "7" } },
  { path: "seq/bug-range.seq", large: { CLIENTS: "12", SIZE: "9" } },
  { path: "seq/dining-philosophers.seq", large: { N: "13" }, spin: twin("dining-philosophers") },
  // The memory has one of two initial values. The twin chooses it in an extra step.
  { path: "seq/german.seq", large: { N: "4" }, spin: twin("german", 1) },
  { path: "seq/hanoi.seq", large: { N: "14" } },
  { path: "seq/lamps.seq", large: { N: "16" } },
  { path: "seq/lantern.seq" },
  { path: "seq/peterson.seq", large: { N: "6" }, spin: twin("peterson") },
  {
    path: "seq/producer-consumer.seq",
    large: { PRODUCERS: "3", CONSUMERS: "3", CAPACITY: "4", NUMBERS: "4" },
    spin: twin("producer-consumer"),
  },
  { path: "seq/product-line.seq", large: { FEATURES: "16" } },
  { path: "seq/readers-writers.seq", large: { READERS: "10", WRITERS: "5" }, spin: twin("readers-writers") },
  { path: "seq/token-circulation.seq", large: { N: "7" } },
  {
    path: "csp/dining-philosophers.csp",
    large: { N: "12" },
    published: { default: "15.3 / 14.2", large: "212 / 242" },
  },
  { path: "csp/hanoi.csp", large: { N: "13" } },
  { path: "csp/hypercube.csp", large: { D: "4" } },
  { path: "csp/leader-complete.csp", large: { N: "20" } },
  { path: "csp/leader-ring.csp", large: { N: "7" } },
  { path: "csp/leader-tree.csp", large: { N: "21" } },
  { path: "csp/milner-scheduler.csp", large: { N: "17" } },
  { path: "csp/peterson-served.csp", large: { N: "6" } },
  { path: "csp/peterson.csp", large: { N: "6" } },
  { path: "csp/philosophers-served.csp", large: { N: "13" } },
  { path: "csp/readers-writers.csp", large: { N: "20" } },
  { path: "csp/resource-allocator.csp", large: { A: "6", B: "6", C: "6" } },
  { path: "csp/social-golfer.csp", large: { G: "3", S: "2", W: "3" } },
  {
    path: "csp/three-tiered.csp",
    large: { A: "5", B: "5", C: "4" },
    published: { default: "1.1 / 8.4" },
  },
  { path: "csp/alternating-bit.csp" },
  { path: "csp/milner-refined.csp" },
  { path: "csp/readers-writers-refined.csp" },
  { path: "csp/token-circulation.csp", large: { N: "7" } },
  { path: "csp/two-hop-colouring.csp", large: { N: "5" }, published: { large: "out of memory / over 2 hours" } },
  { ...promela("cache"), large: { N: "6" } },
  scaled("email", { CLIENTS: "3" }),
  { ...promela("email-3") },
  { ...promela("hypercube"), large: { D: "4" } },
  { ...promela("leader-election"), large: { N: "8" } },
  scaled("load-balancer", { CLIENTS: "6" }),
  { ...promela("mutex"), large: { N: "9" } },
  { ...promela("peterson"), large: { N: "6" } },
  scaled("resource-allocator", { CLIENTS: "5" }),
  scaled("three-tiered", { CLIENTS: "7" }),
  scaled("token-ring", { N: "15" }),
  { path: "rebeca/dining-philosophers.rebeca" },
  { path: "rebeca/leader-ring.rebeca" },
  { path: "rebeca/load-balancer-dynamic.rebeca" },
  { path: "rebeca/load-balancer-nondeterministic.rebeca" },
  { path: "rebeca/load-balancer-static.rebeca" },
  { path: "rebeca/producer-consumer.rebeca", large: { ITEMS: "5" } },
  { path: "rebeca/trains.rebeca" },
  { path: "murphi/german.m", large: { N: "4" } },
  { path: "murphi/mcs-lock.m", large: { N: "5" } },
  { path: "murphi/mesi.m", large: { N: "4" } },
  { path: "murphi/paxos.m", large: { N: "4" } },
  { path: "murphi/peterson.m", large: { N: "5" } },
  { path: "murphi/sliding-window.m", large: { W: "3", M: "4" } },
  { path: "murphi/two-phase-commit.m", large: { N: "6" } },
  { path: "petri/clients-servers-5.pnml", net: { name: "clients-servers", size: 6 } },
  { path: "petri/philosophers-5.pnml", net: { name: "philosophers", size: 13 } },
  { path: "petri/product-line-4.pnml", net: { name: "product-line", size: 16 } },
  { path: "petri/sale-store-5.pnml", net: { name: "sale-store", size: 7 } },
  { path: "petri/token-ring-5.pnml", net: { name: "token-ring", size: 16 } },
  { path: "patterns/coffee-can.rsp", needs: { n: "7" }, large: { n: "10" } },
  { path: "patterns/coffee-can-paper.rsp", needs: { n: "7" } },
  { path: "patterns/lehmann-rabin.rsp", needs: { n: "5" } },
  { path: "patterns/mesi.rsp", needs: { n: "7" } },
  { path: "patterns/dining-philosophers.rsp", needs: { n: "7" }, large: { n: "12" } },
  { path: "patterns/herman.rsp", needs: { n: "7" }, large: { n: "21" } },
  { path: "patterns/israeli-jalfon-left.rsp", needs: { n: "7" }, large: { n: "21" } },
  { path: "patterns/israeli-jalfon.rsp", needs: { n: "7" }, large: { n: "21" } },
  { path: "patterns/resource-allocator.rsp", needs: { n: "7" }, large: { n: "18" } },
];

export const everydayCases: readonly EverydayCase[] = examples.flatMap((example) => {
  const { path, needs = {}, large, net, spin, published } = example;
  const file = `examples/${path}`;
  const asIs: EverydayCase = { name: path, size: "default", file, defines: needs, spin, published: published?.default };
  if (!large && !net) return [asIs];
  return [
    asIs,
    {
      name: net ? `petri/${net.name} ${net.size}` : `${path.replace(/\.\w+$/, "")} ${Object.values(large!).join("/")}`,
      size: "large",
      file: example.scaled ?? file,
      defines: large ?? {},
      net,
      spin: example.scaled === undefined ? spin : { file: example.scaled },
      published: published?.large,
    },
  ];
});

/** Small enough for a test. */
export const quickCases: readonly EverydayCase[] = [
  ...everydayCases.filter(({ name }) =>
    ["seq/peterson.seq", "promela/mutex.pml", "promela/email-3.pml"].includes(name),
  ),
  {
    name: "seq/peterson 4",
    size: "large",
    file: "examples/seq/peterson.seq",
    defines: { N: "4" },
    spin: twin("peterson"),
  },
  { name: "petri/philosophers 4", size: "large", file: "", defines: {}, net: { name: "philosophers", size: 4 } },
];
