/**
 * Tests which uses of pids and channels are refused. Marks in the texts show the places: `!` the use, and `?` the
 * reason why it is a pid.
 */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programStructure } from "../../../src/hints/program-structure.ts";
import type { ProgramStructure } from "../../../src/hints/program-structure.ts";
import { parse } from "../../../src/languages/parse.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { locate } from "../../../src/syntax/source.ts";

function componentsOf(text: string, name = "model.pml"): ProgramStructure {
  const { model, diagnostics } = parse(text, { name });
  if (!model) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return programStructure.of(model)!;
}

/** The places behind the marks. */
function marked(text: string, mark: string): string[] {
  return text.split("\n").flatMap((line, i) => {
    const places: string[] = [];
    for (let at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) {
      places.push(`${i + 1}:${at + mark.length + 1}`);
    }
    return places;
  });
}

const badlyTyped: readonly (readonly [name: string, message: string, text: string])[] = [
  [
    "arithmetic on the own pid",
    "`+` is applied to a pid",
    `byte x;
     active [2] proctype P() { x = /*!*/_pid + 1 }`,
  ],
  [
    "arithmetic on a variable of type pid",
    "`%` is applied to a pid (a pid",
    `pid /*?*/x = 1; byte y;
     active [2] proctype P() { y = /*!*/x % 2 }`,
  ],
  [
    "pids compared by size",
    "a pid is compared by `<` (a pid",
    `pid /*?*/other;
     active [2] proctype P() { /*!*/other < /*!*/_pid -> other = _pid }`,
  ],
  [
    "a pid compared with a literal by size",
    "a pid is compared by `>=`",
    `active [2] proctype P() { /*!*/_pid >= 1 -> skip }`,
  ],
  [
    "a pid that is counted up",
    "`++` is applied to a pid (a pid",
    `pid /*?*/next;
     active [2] proctype P() { do :: next == _pid -> /*!*/next++ od }`,
  ],
  [
    "a loop over pids",
    "a pid is compared by `<=` (a pid",
    `chan c = [1] of { byte }; byte i;
     active proctype Q() { for (/*!*/i : 1 .. 3) { c!i } }
     active [2] proctype P() { c?eval(/*?*/_pid) }`,
  ],
  [
    "a byte that gets a pid, and is used as a number elsewhere",
    "`-` is applied to a pid (a pid",
    `byte last, y;
     active [2] proctype P() { last = /*?*/_pid; y = 7 - /*!*/last }`,
  ],
  [
    "a pid that went through three variables",
    "`*` is applied to a pid (a pid",
    `byte a, b, c, y;
     active proctype Q() { b = a; c = b; y = 2 * /*!*/c }
     active [2] proctype P() { a = /*?*/_pid }`,
  ],
  [
    "a pid as a truth value",
    "a pid is used as a truth value (a pid",
    `pid /*?*/owner;
     active [2] proctype P() { !/*!*/owner -> owner = _pid }`,
  ],
  ["a pid as a guard", "a pid is used as a truth value", `active [2] proctype P() { /*!*/_pid -> skip }`],
  [
    "a channel that carries pids and numbers",
    "expected a pid, found a number (a pid",
    `chan c = [2] of { byte }; byte n;
     active proctype Q() { do :: n < 3 -> n = n + 1; c!/*!*/2 * n od }
     active [2] proctype P() { c!/*?*/_pid; c?_ }`,
  ],
  [
    "a channel that carries pids and a counter",
    "`++` is applied to a pid (a pid",
    `chan c = [2] of { byte }; byte n;
     active proctype Q() { do :: /*!*/n++; c!n od }
     active [2] proctype P() { c!/*?*/_pid }`,
  ],
  [
    "an array indexed by pids and by numbers",
    "expected a pid, found a number (a pid",
    `bool flag[3]; byte n;
     active [2] proctype P() { flag[/*?*/_pid] = true; flag[/*!*/n + 1] = false }`,
  ],
  [
    "the neighbor in a ring",
    "`+` is applied to a pid",
    `chan link[3] = [1] of { bit };
     active [3] proctype P() { do :: link[_pid]?0 -> link[(/*!*/_pid + 1) % 3]!0 od }`,
  ],
  [
    "a literal that is no pid",
    "expected a pid, found 300 (a pid",
    `pid /*?*/owner;
     active [2] proctype P() { owner != /*!*/300 -> owner = _pid }`,
  ],
  [
    "a negative literal for nobody",
    "expected a pid, found -1 (a pid",
    `pid /*?*/owner = /*!*/-1;
     active [2] proctype P() { owner = _pid }`,
  ],
  [
    "a channel where a pid is expected",
    "expected a pid, found a channel",
    `chan c = [1] of { byte }; pid owner;
     active [2] proctype P() { owner = /*!*/c }`,
  ],
  [
    "a channel known by its number",
    "expected a channel, found 2 (a channel",
    `chan c = [1] of { byte }; chan d = [1] of { byte };
     active [2] proctype P() { chan /*?*/e; e = c; e == /*!*/2 -> skip }`,
  ],
  [
    "arithmetic on a channel",
    "`+` is applied to a channel (a channel",
    `chan /*?*/c = [1] of { byte }; byte x;
     active [2] proctype P() { x = /*!*/c + 1 }`,
  ],
  [
    "channels compared by size",
    "a channel is compared by `<` (a channel",
    `chan /*?*/c = [1] of { byte }; chan d = [1] of { byte };
     active [2] proctype P() { /*!*/c < /*!*/d -> skip }`,
  ],
  [
    "messages sorted by pid",
    "`!!` sorts messages by a pid (a pid",
    `chan /*?*/c = [2] of { pid, byte };
     active [2] proctype P() { c!!/*!*/_pid,1; c?_,_ }`,
  ],
  [
    "a pid that is stored as a truth value",
    "a pid is used as a number",
    `bit b;
     active [2] proctype P() { b = /*!*/_pid }`,
  ],
  [
    "a number for a parameter that is a pid",
    "expected a pid, found a number (a pid",
    `proctype P(byte me; pid /*?*/other) { me = me + 1; other == _pid -> skip }
     active proctype Q() { byte n; n = n + 1; run P(0, /*!*/n + 1); run P(0, 0) }`,
  ],
  [
    "arithmetic on the pid that `run` returns",
    "`+` is applied to a pid (a pid",
    `proctype P() { skip }
     active proctype Q() { pid /*?*/p; p = run P(); /*!*/p + 1 == 3 }`,
  ],
  [
    "a field of a record that holds a pid",
    "`++` is applied to a pid (a pid",
    `typedef Entry { byte who; byte count }; Entry e;
     active [2] proctype P() { e.who == /*?*/_pid; e.count++; /*!*/e.who++ }`,
  ],
  [
    "a formula that compares by size",
    "a pid is compared by `<` (a pid",
    `pid /*?*/owner;
     active [2] proctype P() { do :: owner = _pid od }
     ltl { [] (/*!*/owner < 1) }`,
  ],
  [
    "a never claim that compares by size",
    "a pid is compared by `<` (a pid",
    `pid /*?*/owner;
     active [2] proctype P() { do :: owner = _pid od }
     never { do :: (/*!*/owner < 1) od }`,
  ],
];

test.each(badlyTyped)("%s: %s", (_, message, text) => {
  const { objections } = componentsOf(text);
  expect(objections.map(({ span }) => locate(span))).toEqual(
    marked(text, "/*!*/").map((place) => `model.pml:${place}`),
  );
  const [origin] = marked(text, "/*?*/");
  expect(objections[0]!.message).toBe(message + (origin === undefined ? "" : ` because of ${origin})`));
});

const wellTyped: readonly (readonly [name: string, text: string])[] = [
  ["pids that are assigned and compared", `pid a; active [2] proctype P() { a = _pid; a == _pid; a != 1 -> a = 0 }`],
  ["a byte for a pid", `byte a; active [2] proctype P() { byte b; b = _pid; a = b; a == 1 -> skip }`],
  ["a counter next to a pid", `byte n; pid a; active [2] proctype P() { n++; n < 3 -> n = n * 2; a = _pid }`],
  ["an array by pid", `byte a[2]; active [2] proctype P() { a[_pid]++; a[0] < a[1] -> a[_pid] = 0 }`],
  ["a number for nobody", `#define NOBODY 255\npid a = NOBODY; active [2] proctype P() { a == NOBODY -> a = _pid }`],
  [
    "channels in variables",
    `chan c = [1] of { byte }; active [2] proctype P() { chan d; d = c; d == c; d!1; len(d) > 0 }`,
  ],
  ["channels in messages", `chan c = [1] of { chan }; active [2] proctype P() { chan d; c!c; c?d; d != 0 -> skip }`],
  [
    "pids in messages",
    `chan c = [1] of { byte, byte }; byte n; active [2] proctype P() { n++; c!_pid,n; c?eval(_pid),n }`,
  ],
  ["the choice of a pid", `pid a; active [2] proctype P() { a = (a == _pid -> 0 : _pid) }`],
  [
    "whether a process was started",
    `proctype P() { skip } active proctype Q() { run P(); pid p; p = run P(); p == 2 -> skip }`,
  ],
  ["a selected pid", `byte a; active [3] proctype P() { select(a : 0 .. 2); a != _pid -> skip }`],
  ["a mailbox for each pid", `chan c[2] = [1] of { pid }; active [2] proctype P() { pid a; c[_pid]?a; c[a]!_pid }`],
  [
    "a loop that is over before the processes begin",
    `proctype P(byte me) { do :: me == _pid od } init { byte i; atomic { for (i : 1 .. 3) { run P(i) } } }`,
  ],
  ["numbers that are not pids", `byte n; active [2] proctype P() { byte me; n = me; me = (me + 1) % 2; n < me }`],
  ["what is printed", `active [2] proctype P() { printf("%d", _pid + 1) }`],
  ["where a process is", `active [2] proctype P() { wait: skip; P[0]@wait -> skip } ltl { [] !(P[1]@wait) }`],
];

test.each(wellTyped)("%s: nothing to object to", (_, text) => {
  expect(componentsOf(text).objections).toEqual([]);
});

test("of the examples, only those that calculate with pids are objected to", () => {
  const found = readdirSync("examples/promela").filter((file) => {
    const path = `examples/promela/${file}`;
    return componentsOf(readFileSync(path, "utf8"), path).objections.length > 0;
  });
  expect(found).toEqual(["hypercube.pml", "leader-election.pml"]);
});

test("a badly typed program gets no symmetries from its structure, but may get them from its constraints", () => {
  const text = `byte sum; active [3] proctype P() { do :: sum = (sum + _pid) % 2; sum = 0 :: sum == 0 od }`;
  const { model } = parse(text, { name: "model.pml" });
  for (const method of ["channels", "program"] as const) {
    const found = findSymmetries(model!, { method });
    expect(found.group.group.order).toBe(1n);
    expect(found.objections.map(({ span, message }) => `${locate(span)}: ${message}`)).toEqual([
      "model.pml:1:56: `+` is applied to a pid",
    ]);
  }
  const auto = findSymmetries(model!);
  expect(auto.group.group.order).toBe(2n);
  expect(auto.objections).toHaveLength(1);
});
