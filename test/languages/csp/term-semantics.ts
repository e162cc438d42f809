/**
 * A second, independent semantics of CSP#: it rewrites terms. States are terms, compared as text.
 *
 * It prefers clarity. It has one variable `x`, a channel `c` with room for one message, and a channel `s` without.
 * Processes have at most one parameter, `v`. A call whose argument reads `x` stays a call until its first step, as in
 * PAT. The lowered models must have exactly as many reachable states and steps.
 */

/** `y` was received, `v` is the parameter. */
export type Value = number | "y" | "v";

/** The sum of some values, modulo 2. */
export type Argument = readonly (Value | "x")[];

export type Process =
  | { kind: "stop" | "skip" | "terminated" }
  | { kind: "call"; name: string; argument?: Argument | undefined }
  | { kind: "prefix"; event: string; part?: Value | undefined; then: Process }
  /** `tau{x = value;} -> then`. */
  | { kind: "assign"; value: Value; then: Process }
  | { kind: "send"; channel: "c" | "s"; value: number; then: Process }
  /** Receives into `y`, or a value that must match. */
  | { kind: "receive"; channel: "c" | "s"; value?: number | undefined; then: Process }
  | { kind: "guard"; on: "x" | Value; value: number; body: Process }
  | { kind: "if"; on: "x" | Value; value: number; then: Process; else: Process }
  | { kind: "choice"; op: "[]" | "[*]" | "<>"; parts: Process[] }
  | { kind: "sequence"; first: Process; second: Process }
  | { kind: "interrupt"; body: Process; handler: Process }
  | { kind: "hide"; body: Process; events: readonly string[] }
  | { kind: "atomic"; body: Process }
  | { kind: "parallel"; op: "|||" | "||"; parts: Process[]; alphabets?: string[][] };

export type Definitions = Readonly<Record<string, Process>>;

/** The process as CSP# has it, in parentheses wherever they could matter. */
export function print(p: Process): string {
  switch (p.kind) {
    case "stop":
      return "Stop";
    case "skip":
    case "terminated":
      return "Skip";
    case "call":
      return `${p.name}(${p.argument ? printArgument(p.argument) : ""})`;
    case "prefix":
      return `(${p.event}${p.part === undefined ? "" : `.${p.part}`} -> ${print(p.then)})`;
    case "assign":
      return `(tau{x = ${p.value};} -> ${print(p.then)})`;
    case "send":
      return `(${p.channel}!${p.value} -> ${print(p.then)})`;
    case "receive":
      return `(${p.channel}?${p.value ?? "y"} -> ${print(p.then)})`;
    case "guard":
      return `([${p.on} == ${p.value}] ${print(p.body)})`;
    case "if":
      return `(if (${p.on} == ${p.value}) { ${print(p.then)} } else { ${print(p.else)} })`;
    case "choice":
    case "parallel":
      return `(${p.parts.map(print).join(` ${p.op} `)})`;
    case "sequence":
      return `(${print(p.first)}; ${print(p.second)})`;
    case "interrupt":
      return `(${print(p.body)} interrupt ${print(p.handler)})`;
    case "hide":
      return `(${print(p.body)} \\ {${p.events.join(", ")}})`;
    case "atomic":
      return `atomic{ ${print(p.body)} }`;
  }
}

/** The definitions, one to a line. Processes whose name begins with a T have the parameter. */
export function printDefinitions(definitions: Definitions): string[] {
  return Object.entries(definitions).map(
    ([name, body]) => `${name}(${name.startsWith("T") ? "v" : ""}) = ${print(body)};`,
  );
}

function printArgument(argument: Argument): string {
  return argument.length === 1 ? `${argument[0]}` : `(${argument.join(" + ")}) % 2`;
}

interface Step {
  /** `tau`, `tick`, an event, `!s`/`?s` for halves of a rendezvous, or a message: `c!1`, `c?1`, `s.1`. */
  label: string;
  /** The value to send, or the value that must be received. */
  value?: number | undefined;
  /** Given the message, the term afterwards. */
  then: (message: number) => Process;
  x?: number;
  queue?: number[];
  atomic?: boolean;
}

export interface Exploration {
  readonly states: number;
  /** Pairs of a state and a successor. */
  readonly edges: number;
  readonly deadlocks: number;
}

/** Breadth-first search; `undefined` if there are more states than `most`. */
export function explore(definitions: Definitions, system: Process, most: number): Exploration | undefined {
  const graph = graphOf(definitions, system, most);
  if (!graph) return undefined;
  const { edges, isTerminated } = graph;
  return {
    states: edges.length,
    edges: edges.reduce((sum, own) => sum + new Set(own.map(({ target }) => target)).size, 0),
    deadlocks: edges.filter((own, id) => own.length === 0 && !isTerminated[id]).length,
  };
}

export interface Graph {
  /** The steps from each state; the first state is the initial one. */
  readonly edges: readonly (readonly { readonly label: string; readonly target: number }[])[];
  readonly isTerminated: readonly boolean[];
}

/** All states and steps; `undefined` if there are more states than `most`. */
export function graphOf(definitions: Definitions, system: Process, most: number): Graph | undefined {
  const start = { term: unfold(definitions, system), x: 0, queue: [] as number[] };
  const found = [start];
  const numbers = new Map([[JSON.stringify(start), 0]]);
  const edges: { label: string; target: number }[][] = [];
  for (const { term, x, queue } of found) {
    const all = stepsOf(definitions, term, x, queue).filter(({ label }) => label !== "!s" && label !== "?s");
    const urgent = all.filter(({ atomic }) => atomic);
    const own = (urgent.length > 0 ? urgent : all).map((step) => {
      const next = { term: unfold(definitions, step.then(0)), x: step.x ?? x, queue: step.queue ?? queue };
      const key = JSON.stringify(next);
      const target = numbers.get(key) ?? found.push(next) - 1;
      numbers.set(key, target);
      return { label: step.label, target };
    });
    if (found.length > most) return undefined;
    edges.push(own);
  }
  return { edges, isTerminated: found.map(({ term }) => term.kind === "terminated") };
}

function unfold(d: Definitions, p: Process): Process {
  switch (p.kind) {
    case "call":
      return p.argument?.includes("x") ? p : unfold(d, bodyOf(d, p, 0));
    case "guard":
    case "hide":
    case "atomic":
      return { ...p, body: unfold(d, p.body) };
    case "choice":
      return p.op === "<>" ? p : { ...p, parts: p.parts.map((part) => unfold(d, part)) };
    case "sequence":
      return { ...p, first: unfold(d, p.first) };
    case "interrupt":
      return { ...p, body: unfold(d, p.body), handler: unfold(d, p.handler) };
    case "parallel": {
      const alphabets = p.alphabets ?? p.parts.map((part) => (p.op === "||" ? [...alphabet(d, part)].sort() : []));
      return { ...p, parts: p.parts.map((part) => unfold(d, part)), alphabets };
    }
    default:
      return p;
  }
}

/** The body of what is called, in a state with this `x`. */
function bodyOf(d: Definitions, { name, argument }: Process & { kind: "call" }, x: number): Process {
  const body = d[name]!;
  if (!argument) return body;
  const sum = argument.reduce<number>((total, part) => total + (part === "x" ? x : Number(part)), 0);
  return fill(body, "v", sum % 2);
}

function alphabet(d: Definitions, p: Process, calls = new Set<string>()): Set<string> {
  switch (p.kind) {
    case "call":
      if (calls.has(p.name)) return new Set();
      calls.add(p.name);
      return alphabet(d, d[p.name]!, calls);
    case "prefix":
      return new Set([...(p.event === "tau" ? [] : [p.event]), ...alphabet(d, p.then, calls)]);
    case "assign":
    case "send":
    case "receive":
      return alphabet(d, p.then, calls);
    case "guard":
    case "atomic":
      return alphabet(d, p.body, calls);
    case "if":
      return new Set([...alphabet(d, p.then, calls), ...alphabet(d, p.else, calls)]);
    case "choice":
    case "parallel":
      return new Set(p.parts.flatMap((part) => [...alphabet(d, part, calls)]));
    case "sequence":
      return new Set([...alphabet(d, p.first, calls), ...alphabet(d, p.second, calls)]);
    case "interrupt":
      return new Set([...alphabet(d, p.body, calls), ...alphabet(d, p.handler, calls)]);
    case "hide":
      return new Set([...alphabet(d, p.body)].filter((event) => !p.events.includes(event)));
    default:
      return new Set();
  }
}

/** Puts a value in the place of a name: of `v`, or of `y` up to where `y` is received anew. */
function fill(p: Process, name: "y" | "v", value: number): Process {
  const inner = (q: Process): Process => fill(q, name, value);
  switch (p.kind) {
    case "call":
      return p.argument ? { ...p, argument: p.argument.map((part) => (part === name ? value : part)) } : p;
    case "prefix":
      return { ...p, part: p.part === name ? value : p.part, then: inner(p.then) };
    case "assign":
      return { ...p, value: p.value === name ? value : p.value, then: inner(p.then) };
    case "send":
      return { ...p, then: inner(p.then) };
    case "receive":
      return p.value === undefined && name === "y" ? p : { ...p, then: inner(p.then) };
    case "guard":
      return { ...p, on: p.on === name ? value : p.on, body: inner(p.body) };
    case "if":
      return { ...p, on: p.on === name ? value : p.on, then: inner(p.then), else: inner(p.else) };
    case "choice":
    case "parallel":
      return { ...p, parts: p.parts.map(inner) };
    case "sequence":
      return { ...p, first: inner(p.first), second: inner(p.second) };
    case "interrupt":
      return { ...p, body: inner(p.body), handler: inner(p.handler) };
    case "hide":
    case "atomic":
      return { ...p, body: inner(p.body) };
    default:
      return p;
  }
}

const terminated: Process = { kind: "terminated" };

function stepsOf(d: Definitions, p: Process, x: number, queue: readonly number[]): Step[] {
  const inner = (q: Process): Step[] => stepsOf(d, unfold(d, q), x, queue);
  switch (p.kind) {
    case "stop":
    case "terminated":
      return [];
    case "call":
      return inner(bodyOf(d, p, x));
    case "skip":
      return [{ label: "tick", then: () => terminated }];
    case "prefix":
      return [{ label: p.part === undefined ? p.event : `${p.event}.${p.part}`, then: () => p.then }];
    case "assign":
      return [{ label: "tau", then: () => p.then, x: Number(p.value) }];
    case "send":
      if (p.channel === "s") return [{ label: "!s", value: p.value, then: () => p.then }];
      return queue.length === 1 ? [] : [{ label: `c!${p.value}`, then: () => p.then, queue: [p.value] }];
    case "receive": {
      const then = (message: number): Process => (p.value === undefined ? fill(p.then, "y", message) : p.then);
      if (p.channel === "s") return [{ label: "?s", value: p.value, then }];
      const [head] = queue;
      if (head === undefined || (p.value !== undefined && p.value !== head)) return [];
      return [{ label: `c?${head}`, then: () => then(head), queue: [] }];
    }
    case "guard":
      return (p.on === "x" ? x : p.on) === p.value ? inner(p.body) : [];
    case "if":
      return [{ label: "tau", then: () => ((p.on === "x" ? x : p.on) === p.value ? p.then : p.else) }];
    case "choice":
      if (p.op === "<>") return p.parts.map((part) => ({ label: "tau", then: () => part }));
      return p.parts.flatMap((part, i) =>
        inner(part).map((step) => {
          if (p.op === "[]" || step.label !== "tau") return step;
          return { ...step, then: (m: number) => ({ ...p, parts: p.parts.with(i, step.then(m)) }) };
        }),
      );
    case "sequence":
      return inner(p.first).map((step) => {
        if (step.label === "tick") return { ...step, label: "tau", then: () => p.second };
        return { ...step, then: (m: number) => ({ ...p, first: step.then(m) }) };
      });
    case "interrupt":
      return [
        ...inner(p.body).map((step) =>
          step.label === "tick" ? step : { ...step, then: (m: number): Process => ({ ...p, body: step.then(m) }) },
        ),
        ...inner(p.handler).map((step) =>
          step.label === "tau" ? { ...step, then: (m: number): Process => ({ ...p, handler: step.then(m) }) } : step,
        ),
      ];
    case "hide":
      return inner(p.body).map((step) => ({
        ...step,
        label: p.events.includes(step.label) ? "tau" : step.label,
        then: (m: number) => (step.label === "tick" ? step.then(m) : { ...p, body: step.then(m) }),
      }));
    case "atomic":
      return inner(p.body).map((step) => ({
        ...step,
        atomic: true,
        then: (m: number) => {
          const next = step.then(m);
          return step.label === "tick" || next.kind === "atomic" ? next : { ...p, body: next };
        },
      }));
    case "parallel":
      return parallelSteps(p, p.parts.map(inner));
  }
}

function parallelSteps(p: Process & { kind: "parallel" }, sides: Step[][]): Step[] {
  const result: Step[] = [];
  const join = (members: [number, Step][], label: string, message?: number): void => {
    const merged: Step = {
      label,
      value: members[0]![1].value,
      atomic: members.some(([, step]) => step.atomic === true),
      then: (m) => {
        const parts = [...p.parts];
        for (const [i, step] of members) parts[i] = step.then(message ?? m);
        return label === "tick" ? terminated : { ...p, parts };
      },
    };
    for (const [, { x, queue }] of members) {
      if (x !== undefined) merged.x = x;
      if (queue !== undefined) merged.queue = queue;
    }
    result.push(merged);
  };
  const events = new Set<string>();
  sides.forEach((steps, i) => {
    for (const step of steps) {
      const sharers = p.alphabets!.filter((events_) => events_.includes(step.label)).length;
      if (sharers > 1 && p.alphabets![i]!.includes(step.label)) events.add(step.label);
      else if (step.label !== "tick") join([[i, step]], step.label);
      if (step.label !== "!s") continue;
      sides.forEach((others, j) => {
        for (const other of i === j ? [] : others) {
          if (other.label !== "?s" || (other.value !== undefined && other.value !== step.value)) continue;
          join(
            [
              [i, step],
              [j, other],
            ],
            `s.${step.value}`,
            step.value,
          );
        }
      });
    }
  });
  for (const label of [...events, "tick"]) {
    const who = p.parts.flatMap((_, i) => (label === "tick" || p.alphabets![i]!.includes(label) ? [i] : []));
    let rows: [number, Step][][] = [[]];
    for (const i of who) {
      const fitting = sides[i]!.filter((step) => step.label === label);
      rows = rows.flatMap((row) => fitting.map((step): [number, Step][] => [...row, [i, step]]));
    }
    for (const members of rows) join(members, label);
  }
  return result;
}
