/**
 * Small actor systems, for tests: as Rebeca text, and with the semantics of the paper (sections 3.2 and 5.1).
 *
 * The two have nothing in common. States here are rebecs with variables and lists of messages. The text goes through
 * the front end.
 */

/** Rebecs are numbered from 0; those of the pool follow those of `main`. */
export interface System {
  readonly classes: readonly ActorClass[];
  readonly rebecs: readonly { readonly of: number; readonly known: readonly number[]; readonly arg: number }[];
  /** Rebecs of class 0 that may be created. */
  readonly pool: number;
}

/**
 * Every class has known rebecs `k0`, ..., the variables `n` (0 to 2), `b` and `r` (any rebec of class 0), and servers
 * `m0` and `m1`.
 */
export interface ActorClass {
  /** The classes of its known rebecs. */
  readonly known: readonly number[];
  readonly queue: number;
  readonly initial: readonly Action[];
  readonly servers: readonly (readonly Action[])[];
}

export type Test = "b" | "n==0" | "r==null" | "sender==self" | "x==1";

/** Targets are known rebecs by place, `self` (-1), `r` (-2) or `sender` (-3), which sends only if it is of class 0. */
export type Action =
  | { readonly kind: "set"; readonly to: number | "x" }
  | { readonly kind: "step" }
  | { readonly kind: "choose" }
  | { readonly kind: "flip" }
  | { readonly kind: "keep"; readonly what: "sender" | "null" | "self" | "y" }
  | { readonly kind: "pick"; readonly places: readonly number[] }
  | {
      readonly kind: "send";
      readonly target: number;
      readonly server: number;
      readonly x: "n" | 0 | 1;
      readonly y: "r" | "null" | "self";
    }
  | { readonly kind: "create" }
  | { readonly kind: "if"; readonly test: Test; readonly then: readonly Action[]; readonly else: readonly Action[] };

// ---------------------------------------------------------------- text

export function textOf({ classes, rebecs }: System): string {
  const name = (i: number): string => `a${i}`;
  const body = (actions: readonly Action[], self: number): string => actions.map((a) => statement(a, self)).join(" ");
  const statement = (a: Action, self: number): string => {
    switch (a.kind) {
      case "set":
        return `n = ${a.to};`;
      case "step":
        return "n = (n + 1) % 3;";
      case "choose":
        return "n = ?(0, 1);";
      case "flip":
        return "b = !b;";
      case "keep":
        if (a.what === "sender") return "if (sender instanceof C0) r = (C0) sender;";
        if (a.what === "self") return self === 0 ? "r = self;" : "";
        return `r = ${a.what};`;
      case "pick":
        return `r = ?(${a.places.map((k) => `k${k}`).join(", ")});`;
      case "create":
        return `r = new C0(${classes[0]!.known.map(() => "r").join(", ")}):(1);`;
      case "if": {
        const tests = {
          b: "b",
          "n==0": "n == 0",
          "r==null": "r == null",
          "sender==self": "sender == self",
          "x==1": "x == 1",
        };
        return `if (${tests[a.test]}) { ${body(a.then, self)} } else { ${body(a.else, self)} }`;
      }
      case "send": {
        const y = a.y === "self" ? (self === 0 ? "self" : "null") : a.y;
        const call = `m${a.server}(${a.x}, ${y});`;
        if (a.target === -1) return `self.${call}`;
        if (a.target === -2) return `if (r != null) r.${call}`;
        if (a.target === -3) return `if (sender instanceof C0) ((C0) sender).${call}`;
        return `k${a.target}.${call}`;
      }
    }
  };
  const written = classes.map(({ known, queue, initial, servers }, c) =>
    [
      `reactiveclass C${c}(${queue}) {`,
      `  knownrebecs { ${known.map((of, k) => `C${of} k${k};`).join(" ")} }`,
      "  statevars { byte n; boolean b; C0 r; }",
      `  msgsrv initial(byte x) { C0 y = null; ${body(initial, c)} }`,
      ...servers.map((actions, m) => `  msgsrv m${m}(byte x, C0 y) { ${body(actions, c)} }`),
      "}",
    ].join("\n"),
  );
  const main = rebecs.map(({ of, known, arg }, i) => `  C${of} ${name(i)}(${known.map(name).join(", ")}):(${arg});`);
  return `${written.join("\n")}\nmain {\n${main.join("\n")}\n}\n`;
}

// ---------------------------------------------------------------- semantics

interface Message {
  readonly server: number;
  readonly sender: number;
  readonly x: number;
  readonly y: number;
}

interface Actor {
  readonly of: number;
  readonly there: boolean;
  readonly known: readonly number[];
  n: number;
  b: boolean;
  r: number;
  readonly inbox: Message[];
}

export interface Explored {
  readonly states: number;
  readonly deadlocks: number;
  /** Whether somewhere a queue overflows, the pool is exhausted, or a known rebec is nobody. */
  readonly fails: boolean;
}

const nobody = -1;

/** All states; `undefined` if there are more than `most`. Nothing follows an overflow of a queue or of the pool. */
export function explore({ classes, rebecs, pool }: System, most: number): Explored | undefined {
  const empty = { n: 0, b: false, r: nobody };
  const first: Actor[] = rebecs.map(({ of, known, arg }) => ({
    of,
    there: true,
    known,
    ...empty,
    inbox: [{ server: -1, sender: nobody, x: arg, y: nobody }],
  }));
  for (let i = 0; i < pool; i++) first.push({ of: 0, there: false, known: [], ...empty, inbox: [] });
  const seen = new Set([JSON.stringify(first)]);
  const open = [JSON.stringify(first)];
  let deadlocks = 0;
  let fails = false;
  for (const text of open) {
    const actors = JSON.parse(text) as Actor[];
    if (actors.every(({ inbox }) => inbox.length === 0)) deadlocks++;
    actors.forEach(({ inbox }, me) => {
      if (inbox.length === 0) return;
      for (const outcome of outcomes(classes, text, me)) {
        if (outcome.failed) fails = true;
        if (outcome.target === undefined) {
          fails = true;
          continue;
        }
        if (seen.has(outcome.target)) continue;
        seen.add(outcome.target);
        open.push(outcome.target);
      }
    });
    if (seen.size > most) return undefined;
  }
  return { states: seen.size, deadlocks, fails };
}

interface Outcome {
  /** Absent after an overflow. */
  readonly target: string | undefined;
  readonly failed: boolean;
}

/** The results if a rebec takes its first message, for each choice. */
function outcomes(classes: readonly ActorClass[], text: string, me: number): Outcome[] {
  const result: Outcome[] = [];
  const pending: number[][] = [[]];
  for (const choices of pending) {
    const actors = JSON.parse(text) as Actor[];
    const self = actors[me]!;
    const message = self.inbox.shift()!;
    let at = 0;
    let overflow = false;
    let failed = false;
    let isOpen = false;
    const choose = (count: number): number => {
      if (at < choices.length) return choices[at++]!;
      if (!isOpen) for (let k = 0; k < count; k++) pending.push([...choices, k]);
      isOpen = true;
      return 0;
    };
    const post = (to: number, sent: Message): void => {
      const { inbox, of } = actors[to]!;
      if (inbox.length === classes[of]!.queue) overflow = true;
      else inbox.push(sent);
    };
    const run = (actions: readonly Action[]): void => {
      for (const a of actions) {
        if (overflow || isOpen) return;
        perform(a);
      }
    };
    const perform = (a: Action): void => {
      switch (a.kind) {
        case "set":
          self.n = a.to === "x" ? message.x : a.to;
          return;
        case "step":
          self.n = (self.n + 1) % 3;
          return;
        case "choose":
          self.n = choose(2);
          return;
        case "flip":
          self.b = !self.b;
          return;
        case "keep":
          if (a.what === "null") self.r = nobody;
          else if (a.what === "y") self.r = message.y;
          else if (a.what === "self") self.r = self.of === 0 ? me : self.r;
          else if (message.sender !== nobody && actors[message.sender]!.of === 0) self.r = message.sender;
          return;
        case "pick":
          self.r = self.known[a.places[choose(a.places.length)]!]!;
          return;
        case "create": {
          const free = [...actors.keys()].filter((k) => !actors[k]!.there);
          if (free.length === 0) {
            overflow = true;
            return;
          }
          const k = free[choose(free.length)]!;
          if (isOpen) return;
          actors[k] = { ...actors[k]!, there: true, known: classes[0]!.known.map(() => self.r) };
          post(k, { server: -1, sender: me, x: 1, y: nobody });
          self.r = k;
          return;
        }
        case "if": {
          const holds = { b: self.b, "n==0": self.n === 0, "r==null": self.r === nobody, "sender==self": message.sender === me, "x==1": message.x === 1 }; // prettier-ignore
          run(holds[a.test] ? a.then : a.else);
          return;
        }
        case "send": {
          const y = a.y === "r" ? self.r : a.y === "self" && self.of === 0 ? me : nobody;
          const to = a.target === -1 ? me : a.target === -2 ? self.r : a.target === -3 ? message.sender : self.known[a.target]!; // prettier-ignore
          // A created rebec may know nobody where it should know somebody.
          if (to === nobody && a.target >= 0) failed = true;
          if (to === nobody || (a.target === -3 && actors[to]!.of !== 0)) return;
          post(to, { server: a.server, sender: me, x: a.x === "n" ? self.n : a.x, y });
        }
      }
    };
    const { initial, servers } = classes[self.of]!;
    run(message.server < 0 ? initial : servers[message.server]!);
    if (!isOpen) result.push({ target: overflow ? undefined : JSON.stringify(actors), failed });
  }
  return result;
}
