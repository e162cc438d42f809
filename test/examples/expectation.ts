/**
 * The claims of an example about itself. Its first lines, or those of a file of the same name and `.expect`, are
 *
 *     // expect: CLAIM, ...                            for the constants as they stand
 *     // expect: CLAIM, ... with NAME=VALUE, ...       for others
 *
 * with `--` instead of `//` in a language whose comments begin so,
 *
 * where a claim is `states 512`, `transitions 576`, `reduced 47`, `group order 6`, `holds NAME` or
 * `violated NAME at depth 4`: the size of the whole space without symmetry, the number of its orbits, the order of the
 * group of the model, and the verdict on a property with the number of steps of a shortest trace. Only a condition that
 * is not reachable has no trace, and no depth. A claim about runs may be limited to fair ones:
 * `holds NAME under weak fairness`, or `strong`, or `global`.
 */

/** The claims about a model with the same constants. */
export interface Instance {
  readonly defines: Readonly<Record<string, string>>;
  readonly states?: number;
  readonly transitions?: number;
  readonly reduced?: number;
  readonly order?: bigint;
  /** By the name of the property, with `under weak fairness` behind it; `assertions` and `ranges` are built in. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

export interface Verdict {
  readonly verdict: "holds" | "violated";
  readonly depth?: number;
}

/** The built-in properties hold unless the example says otherwise. */
const unsaid: Instance["verdicts"] = { assertions: { verdict: "holds" }, ranges: { verdict: "holds" } };

/** The instances an example makes claims about, the one without defines first. */
export function readInstances(text: string): Instance[] {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !/^(?:\/\/|--) expect:/.test(line));
  const header = end < 0 ? lines.length : end;
  const stray = lines.findIndex((line, at) => at >= header && /^\s*(?:\/\/|--)\s*expect\b/i.test(line));
  if (stray >= 0) throw refusal(stray + 1, 'expectations are the first lines, and start with "// expect:"');

  const instances = new Map<string, Instance>();
  for (const [at, line] of lines.slice(0, header).entries()) {
    const { defines, claims } = split(line, at + 1);
    const key = Object.entries(defines)
      .map((define) => define.join("="))
      .sort()
      .join();
    const instance = instances.get(key) ?? { defines, verdicts: {} };
    instances.set(
      key,
      claims.reduce((sum, claim) => add(sum, claim, at + 1), instance),
    );
  }
  const own = instances.get("");
  if (own?.states === undefined && own?.order === undefined) {
    throw new SyntaxError("the states, or the order of the group, with the constants as they stand are missing");
  }
  const rest = [...instances.values()].filter((instance) => instance !== own);
  return [{ ...own, verdicts: { ...unsaid, ...own.verdicts } }, ...rest];
}

function split(line: string, number: number): { defines: Record<string, string>; claims: string[] } {
  const match = /^(?:\/\/|--) expect: (?<claims>.*?)(?: with (?<defines>.*))?$/.exec(line);
  if (!match) throw refusal(number, `expected "// expect: CLAIM, ..."`);
  const defines = (match.groups!["defines"]?.split(", ") ?? []).map((define): [string, string] => {
    const [, name, value] = /^(\w+)=(-?\w+)$/.exec(define) ?? [];
    if (name === undefined || value === undefined) throw refusal(number, `"${define}" is not NAME=VALUE`);
    return [name, value];
  });
  return { defines: Object.fromEntries(defines), claims: match.groups!["claims"]!.split(", ") };
}

function add(instance: Instance, claim: string, number: number): Instance {
  const order = /^group order (\d+)$/.exec(claim);
  if (order) return { ...instance, order: BigInt(order[1]!) };
  const size = /^(states|transitions|reduced) (\d+)$/.exec(claim);
  if (size) {
    const kind = size[1] as "states" | "transitions" | "reduced";
    if (instance[kind] !== undefined) throw refusal(number, `${kind} were counted before`);
    return { ...instance, [kind]: Number(size[2]) };
  }
  const property =
    /^(?:(holds) ([\w-]+)|(violated) ([\w-]+)(?: at depth (\d+))?)( under (?:weak|strong|global) fairness)?$/.exec(
      claim,
    );
  if (!property) throw refusal(number, `"${claim}" is no claim`);
  const [, holds, held, , violated, depth, fairness = ""] = property;
  const name = (held ?? violated)! + fairness;
  if (instance.verdicts[name]) throw refusal(number, `there was a claim about ${name} before`);
  const verdict: Verdict = holds
    ? { verdict: "holds" }
    : { verdict: "violated", ...(depth === undefined ? {} : { depth: Number(depth) }) };
  return { ...instance, verdicts: { ...instance.verdicts, [name]: verdict } };
}

function refusal(line: number, why: string): SyntaxError {
  return new SyntaxError(`line ${line}: ${why}`);
}
