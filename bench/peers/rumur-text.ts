/**
 * Rumur reads no multisets, so the example that has one is given counters instead: how many messages of each kind there
 * are for each cache.
 */
export function forRumur(text: string): string {
  if (!text.includes("multiset")) return text;
  const counters = text
    .replace("network: multiset [2 * N] of Message;", "network: array [Command] of array [Cache] of 0..2*N;")
    .replace(
      /var message: Message;\nbegin[^]*?multisetadd\(message, network\);/,
      "begin network[what][c] := network[what][c] + 1;",
    )
    .replace("undefine network;", "for k: Command do for c: Cache do network[k][c] := 0; end; end;")
    .replace(/choose m: network do\n.*\n/, "ruleset c: Cache; command: Command do alias here: network[command][c] do\n")
    .replaceAll("multisetremove(m, network);", "here := here - 1;")
    .replace(/invariant "room".*/, "");
  const [before, after] = counters.split(/(?=ruleset c: Cache; command)/) as [string, string];
  return before + after.replaceAll(/(rule ".*"\n)(.*)\n/g, "$1here > 0 & ($2)\n");
}
