/**
 * Random Promela programs of clients, each with a box, and a server: some are symmetric, most are partly symmetric.
 *
 * Processes never end, every variable can take every pid, and no option is dead. So only the text makes a difference.
 */

import fc from "fast-check";

export interface Network {
  readonly clients: number;
  readonly text: string;
}

export const network: fc.Arbitrary<Network> = fc.integer({ min: 2, max: 4 }).chain((n) => {
  const pids = Array.from({ length: n }, (_, i) => i + 1);
  const pid = fc.constantFrom(...pids);
  const some = fc.oneof(fc.constant(pids), fc.shuffledSubarray(pids, { minLength: 1 }));
  const each = (of: (k: number) => string): fc.Arbitrary<string> =>
    some.map((list) => `if ${list.map((k) => `:: ${of(k)}`).join(" ")} fi`);
  const clientOption = fc.oneof(
    fc.constantFrom(
      "in?a,b; last = a",
      "net!_pid,b",
      "last == _pid -> last = b",
      "flag[_pid] = !flag[_pid]",
      "!flag[b] -> flag[a] = true",
      "in!b,_pid",
      "count = (count + 1) % 2",
      "count == 0 -> b = _pid",
    ),
    each((k) => `b = ${k}`),
    each((k) => `b == ${k} -> box_${k}!a,b`),
    each((k) => `b == ${k} && last != ${k} -> last = _pid`),
    pid.map((k) => `last == ${k} -> b = _pid`),
    pid.map((k) => `box_${k}?b,a`),
    pid.map((k) => `flag[${k}] -> a = last`),
  );
  const serverOption = fc.oneof(
    each((k) => `to == ${k} -> box_${k}!from,to`),
    each((k) => `flag[${k}] -> flag[${k}] = false`),
    fc.constantFrom("last = from", "from == to -> from = last", "skip"),
    pid.map((k) => `to == ${k} -> last = to`),
  );
  const options = (option: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.array(option, { minLength: 1, maxLength: 3 }).map((list) => list.map((text) => `:: ${text}`).join("\n     "));
  const formula = fc.option(
    fc.oneof(
      pid.map((k) => `[] (last != ${k})`),
      fc.constant("<> (count == 1)"),
    ),
    { freq: 3 },
  );
  const initial = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: pid });
  const anyPid = (name: string): string => `if ${pids.map((k) => `:: ${name} = ${k}`).join(" ")} fi`;
  return fc
    .tuple(options(clientOption), options(serverOption), initial, formula, fc.boolean())
    .map(([client, server, last, ltl, isByte]) => ({
      clients: n,
      text: `
${pids.map((k) => `chan box_${k} = [1] of { ${isByte ? "byte, byte" : "pid, pid"} };`).join("\n")}
chan net = [1] of { pid, pid };
${isByte ? "byte" : "pid"} last = ${last}; bool flag[${n + 1}]; byte count;
proctype client(chan in) {
  pid a, b;
  do :: ${anyPid("a")} :: ${anyPid("b")} :: in?a,b :: net!a,b :: flag[b] = true
     ${client}
  od
}
proctype server() {
  pid from, to;
  do :: net?from,to :: ${anyPid("last")} :: flag[last] = false
     ${server}
  od
}
init { atomic { ${pids.map((k) => `run client(box_${k}); `).join("")} run server() } }
${ltl === null ? "" : `ltl goal { ${ltl} }`}
`,
    }));
});
