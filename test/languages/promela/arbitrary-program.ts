/**
 * Random Promela programs: two or three processes that share two variables, two buffers and a rendezvous channel.
 *
 * They combine features that interact: atomic and deterministic sequences, escapes, timeouts, `else`, jumps, and
 * conditions under which a process may move. If SPIN refuses a program, there is nothing to compare. Claims read all of
 * the state.
 */

import fc from "fast-check";

const variable = fc.constantFrom("x", "y", "v", "w");

const condition = fc
  .tuple(fc.constantFrom("x", "y", "v"), fc.constantFrom("<", ">", "==", "!="), fc.nat(2))
  .map(([name, op, value]) => `${name} ${op} ${value}`);

const communication = fc.oneof(
  fc.tuple(fc.constantFrom("q", "r", "s"), fc.constantFrom("v", "1", "x")).map(([c, e]) => `${c}!${e}`),
  fc.tuple(fc.constantFrom("q", "r", "s"), fc.constantFrom("v", "1", "eval(x)", "_")).map(([c, e]) => `${c}?${e}`),
);

const simple = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(variable, fc.constantFrom("0", "1", "2", "x", "y", "v", "1 - w"))
      .map(([a, b]) => `${a} = ${b}`),
  },
  { weight: 3, arbitrary: condition },
  { weight: 6, arbitrary: communication },
  { weight: 1, arbitrary: fc.constantFrom("skip", "q??1", "r??v", "q!!2", "select(v : 0..2)", "select(v : 0..(1))") },
  { weight: 2, arbitrary: fc.constantFrom("x = (x + 1) % 3", "w = (w + 1) % 3") },
);

/** Statements on variables of the process, most of them. */
const local = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...["v = 1", "v = w", "w = 0", "w = (w + 1) % 3", "v = 2 - w", "w++", "a[v % 2] = w", "v = a[w % 2]", "v > 0"],
      ...["w < 2", "v == w", "a[1] != v", "assert(v < 9)", 'printf("%d", v)', "skip"],
    ),
  },
  { weight: 3, arbitrary: simple },
);

const step = "d_step { x = (x + 1) % 2; if :: w == 0 -> y = 1 :: x == 0 -> y = 2 :: else -> y = 0 fi; w = 0 }";

function plainSequence(statement: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(statement, { minLength: 1, maxLength: 3 }).map((list) => list.join("; "));
}

/** SPIN allows no label on the first statement of a sequence. */
function sequenceOf(statement: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const more = fc.tuple(fc.boolean(), statement).map(([isLabeled, text]) => (isLabeled ? `@: ${text}` : text));
  return fc.tuple(statement, fc.array(more, { maxLength: 3 })).map(([first, rest]) => [first, ...rest].join("; "));
}

/** Statements one after the other; with jumps, `@:` stands for a label and `goto @` for a jump to some label. */
function bodyOf({ jumps = false, locals = false, escapes = false, breaks = false }: Shape): fc.Arbitrary<string> {
  const { body } = fc.letrec<{ body: string; statement: string; option: string }>((tie) => ({
    body: jumps ? sequenceOf(tie("statement")) : plainSequence(tie("statement")),
    option: fc
      .tuple(
        fc.option(fc.oneof({ weight: 4, arbitrary: condition }, { weight: 1, arbitrary: fc.constant("timeout") })),
        tie("body"),
      )
      .map(([guard, rest]) => (guard === null ? `:: ${rest}` : `:: ${guard} -> ${rest}`)),
    statement: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 12, arbitrary: locals ? local : simple },
      {
        weight: 2,
        arbitrary: fc.array(tie("option"), { minLength: 1, maxLength: 3 }).map((list) => `if ${list.join(" ")} fi`),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.oneof(condition, communication), tie("body"), fc.array(tie("option"), { maxLength: 2 }))
          .map(([test, rest, list]) => `if :: ${test} -> ${rest} ${list.join(" ")} :: else -> x = 1 fi`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.array(tie("option"), { minLength: 1, maxLength: 2 }), condition)
          .map(([list, test]) => `do ${list.join(" ")} :: ${test} -> break od`),
      },
      { weight: escapes ? 4 : 2, arbitrary: tie("body").map((rest) => `atomic { ${rest} }`) },
      { weight: 1, arbitrary: tie("body").map((rest) => `{ ${rest} }`) },
      {
        weight: jumps ? 3 : 1,
        arbitrary: fc
          .tuple(tie("body"), fc.option(fc.tuple(condition, simple), { freq: 1 }))
          .map(([rest, escape]) => `for (w : 0 .. 1) { ${rest} }${escape ? ` unless { ${escape.join("; ")} }` : ""}`),
      },
      {
        weight: escapes ? 4 : 1,
        arbitrary: fc
          .tuple(tie("body"), fc.oneof(condition, communication), escapes ? tie("body") : simple)
          .map(([rest, test, last]) => `{ ${rest} } unless { ${test}; ${last} }`),
      },
      ...(escapes ? [{ weight: 4, arbitrary: fc.tuple(tie("body"), condition, tie("body")).map(atomicEscape) }] : []),
      { weight: 1, arbitrary: fc.constant(step) },
      ...(breaks
        ? [{ weight: 6, arbitrary: fc.tuple(tie("body"), condition, local, condition, tie("body")).map(breakOut) }]
        : []),
      ...(jumps ? [{ weight: 4, arbitrary: fc.constant("goto @") }] : []),
    ),
  }));
  return body;
}

/** An escape at the beginning of an atomic sequence. */
function atomicEscape([rest, test, after]: [string, string, string]): string {
  return `atomic { { ${rest} } unless { ${test} }; ${after} }`;
}

/** A loop that is left from inside an atomic sequence, and a local statement after it. */
function breakOut([first, test, last, other, rest]: [string, string, string, string, string]): string {
  const choice = `if :: ${test} -> break :: ${other} -> ${last}; break :: else -> ${rest} fi`;
  return `do :: atomic { ${first}; ${choice} } :: timeout -> break od; ${last}`;
}

interface Shape {
  /** Some processes repeat what they do forever. */
  readonly repeats: boolean;
  /** Some processes may move only under a condition. */
  readonly provides: boolean;
  /** There are labels and jumps, into and out of atomic sequences as well. */
  readonly jumps?: boolean;
  /** Most statements are local, and no channel is without a buffer. */
  readonly locals?: boolean;
  /** There are many atomic sequences and escapes in each other. */
  readonly escapes?: boolean;
  /** Loops are left from inside atomic sequences. */
  readonly breaks?: boolean;
}

function programOf(shape: Shape): fc.Arbitrary<string> {
  const { repeats, provides, locals = false } = shape;
  const body = bodyOf(shape);
  const process = fc.record({
    text: repeats ? fc.tuple(body, fc.boolean()).map(([text, once]) => (once ? text : `do :: ${text} od`)) : body,
    count: fc.integer({ min: 1, max: 2 }),
    provided: provides ? fc.option(condition, { freq: 6 }) : fc.constant(null),
    isActive: fc.boolean(),
  });
  return fc.tuple(fc.array(process, { minLength: 2, maxLength: 3 }), fc.boolean()).map(([processes, inOneGo]) => {
    const lines = processes.map(({ text, count, provided, isActive }, k) => {
      const when = provided === null ? "" : ` provided (${provided.replace("v", "x")})`;
      return `${isActive ? `active [${count}] ` : ""}proctype P${k}()${when} { byte v; byte w; ${locals ? "byte a[2]; " : ""}${text} }`;
    });
    const runs = processes.flatMap(({ isActive }, k) => (isActive ? [] : [`run P${k}()`]));
    const start = runs.join("; ");
    const init = runs.length === 0 ? [] : [inOneGo ? `init { atomic { ${start} } }` : `init { ${start}; (x == 0) }`];
    const channels = `chan q = [2] of { byte }; chan r = [1] of { byte }; chan s = [${locals ? 1 : 0}] of { byte };`;
    return ["byte x, y;", channels, ...lines, ...init, ""].join("\n");
  });
}

export const program: fc.Arbitrary<string> = programOf({ repeats: false, provides: true });

/** A program with jumps that SPIN merges before it knows where they lead. */
export const programWithBreaks: fc.Arbitrary<string> = programOf({
  repeats: true,
  provides: false,
  locals: true,
  breaks: true,
});

/** A program with much to merge, and with variables that die. */
export const localProgram: fc.Arbitrary<string> = programOf({ repeats: true, provides: false, locals: true });

/**
 * A program with escapes from atomic sequences, and atomic sequences in escapes. If nobody receives what an escape
 * sends without a buffer, SPIN forgets that another escape was possible (docs/guide/promela.md). So all channels have
 * one.
 */
export const programWithEscapes: fc.Arbitrary<string> = programOf({
  repeats: true,
  provides: false,
  escapes: true,
}).map((text) => text.replace("[0] of", "[1] of"));

/** A program whose processes have priorities, some of which change. There is no rendezvous with priorities in SPIN. */
export const programWithPriorities: fc.Arbitrary<string> = fc
  .tuple(
    programOf({ repeats: false, provides: true }),
    fc.array(fc.nat(8), { minLength: 20, maxLength: 20 }),
    fc.boolean(),
  )
  .map(([text, choices, isSet]) => {
    let k = 0;
    const next = (): number => choices[k++ % choices.length]!;
    const tag = (whole: string): string => (next() < 6 ? `${whole} priority ${1 + (next() % 3)}` : whole);
    const changes = (whole: string): string =>
      isSet && next() < 3
        ? `${["_priority = 2", "set_priority(1, 3)", "v = get_priority(0)"][next() % 3]}; ${whole}`
        : whole;
    return text
      .replace("[0] of", "[1] of")
      .replaceAll(/(?:proctype|run) P\d\(\)/g, tag)
      .replaceAll(/\b(?:x|y) = \d/g, changes);
  });

/**
 * A program whose processes are started in several places, also by each other, with values of variables. Each line of
 * a process starts those after it only, so there are few of them. One channel is a parameter or declared by a process.
 */
export const programWithRuns: fc.Arbitrary<string> = fc
  .tuple(
    programOf({ repeats: false, provides: false }),
    fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
    fc.boolean(),
  )
  .map(([text, choices, isOwn]) => {
    let k = 0;
    const next = (limit: number): number => choices[k++ % choices.length]! % limit;
    const count = text.split("proctype").length - 1;
    const run = (least: number): string =>
      `run P${least + next(count - least)}(${["1", "x", "w", "2"][next(4)]}, ${["q", "r"][next(2)]})`;
    let process = -1;
    return text
      .split("\n")
      .map((line) => {
        if (line.startsWith("init")) {
          return `init { ${[0, 0, 0].map(() => run(0).replace("w", "y")).join("; ")}; x = 1 }`;
        }
        if (!line.includes("proctype")) return line;
        process++;
        const own = process;
        const starts = (whole: string): string =>
          own + 1 < count && next(3) === 0 ? `${whole}; ${run(own + 1)}` : whole;
        return line
          .replace(/active \[\d\] /, own === 0 ? "active " : "")
          .replace("() {", own === 0 ? `() { byte v; chan c = [1] of { byte };` : "(byte v; chan c) {")
          .replace("byte v; byte w", "byte w")
          .replaceAll(/\br([!?])/g, isOwn ? "c$1" : "r$1")
          .replaceAll(/\b(?:x|y|w|v) = \w+(?=;| \})/g, starts);
      })
      .join("\n");
  })
  // The first process is active, so it has no parameters: nobody starts it.
  .map((text) => text.replaceAll(/run P0\([^)]*\)/g, "y = 1"));

/**
 * A program with labels and jumps, and a formula that asks for some of the labels. Control can rest at these labels.
 */
export const programWithJumps: fc.Arbitrary<string> = fc
  .tuple(
    programOf({ repeats: false, provides: true, jumps: true }),
    fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    fc.constantFrom("[]!", "<>", "<>[]", "[]<>"),
    fc.constantFrom("", " && x == 1", " || y == 2"),
  )
  .map(([text, choices, op, more]) => {
    const { program: whole, labels } = withTargets(text, choices);
    const asked = labels.filter((_, k) => choices[k]! % 2 === 0);
    const formula = `(${(asked.length > 0 ? asked : ["x == 2"]).join(" || ")})`;
    return `${whole}ltl l { ${op} (${formula}${more}) }\n`;
  });

/** Names the labels of each process, and gives jumps their targets; where there is no label, there are no jumps. */
function withTargets(text: string, choices: readonly number[]): { program: string; labels: string[] } {
  const labels: string[] = [];
  let choice = 0;
  const lines = text.split("\n").map((line) => {
    const process = /proctype (P\d)/.exec(line)?.[1] ?? "";
    const count = line.split("@:").length - 1;
    let k = 0;
    const named = line.replaceAll("@:", () => {
      labels.push(`${process}@L${k}`);
      return `L${k++}:`;
    });
    return named.replaceAll("goto @", () =>
      count === 0 ? "skip" : `goto L${choices[choice++ % choices.length]! % count}`,
    );
  });
  return { program: lines.join("\n"), labels };
}

/** What a claim can ask about such a program, if its first process begins with the label `first`. */
const fact = fc.constantFrom(
  ...["x == 1", "y > 0", "x == y", "!(x == 2)", "x + y == 3", "len(q) == 1", "nempty(r)", "(P0:v == 1)", "P0@first"],
  ...["_last == 1", "true"],
);
const facts = fc.oneof(fact, fc.tuple(fact, fact).map(([a, b]) => `(${a}) && !(${b})`)); // prettier-ignore

/** What follows `never`. */
export const claim: fc.Arbitrary<string> = fc
  .tuple(facts, facts, facts)
  .chain(([a, b, c]) =>
    fc.constantFrom(
      `{ T0: do :: (${a}) -> goto accept :: true od; accept: do :: (${b}) od }`,
      `{ do :: atomic { (${a}) -> assert(!(${b})) } :: true od }`,
      `{ do :: ${a} -> break :: else od; if :: ${b} -> ${c} :: else -> ${b} fi }`,
      `{ S: if :: ${a} -> goto S :: ${b} -> goto accept1 fi; accept1: if :: ${c} -> goto S :: ${b} -> goto accept1 fi }`,
      `{ do :: ${a}; ${b}; ${c} -> break :: else od; accept1: do :: atomic { ${a}; ${b} } :: else -> goto accept1 od }`,
      `{ accept: do :: { ${a}; ${c} } :: d_step { ${b} } od }`,
    ),
  );

/** The program with a label before the first statement of its first process. */
export function withLabel(text: string): string {
  return text.replace(/(proctype P0\(\).*?\{ byte v; byte w; )/, "$1first: ");
}

const proposition = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom("x", "y"), fc.constantFrom("<", ">", "==", "!="), fc.nat(2))
      .map(([name, op, value]) => `(${name} ${op} ${value})`),
  },
  { weight: 2, arbitrary: fc.constantFrom("(len(q) > 0)", "(len(r) == 1)", "(len(q) == len(r))") },
);

/** Without X: SPIN merges statements, and leaves out steps. */
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: proposition },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom("[]", "<>", "[]<>", "<>[]", "!"), tie("formula"))
        .map(([op, f]) => `${op} ${f}`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie("formula"), fc.constantFrom("&&", "||", "->", "U"), tie("formula"))
        .map(([f, op, g]) => `(${f} ${op} ${g})`),
    },
  ),
}));

/** A program with a formula named `l`. If it is endless, one process can always move, and none needs a condition to. */
export function programWithFormula({ endless }: { readonly endless: boolean }): fc.Arbitrary<string> {
  const text = endless ? programOf({ repeats: true, provides: false }) : program;
  const idle = endless ? "active proctype Idle() { do :: y = y od }\n" : "";
  return fc.tuple(text, formula).map(([rest, property]) => `${rest}${idle}ltl l { ${property} }\n`);
}
