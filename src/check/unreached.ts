/**
 * The statements that no run gets to, as SPIN reports them: one more search through the states, which asks for each
 * statement whether control is ever there. Without statements of the language, the transitions of the model that are
 * never enabled.
 */

import type { StateSearch } from "../engine/engine.ts";
import { statements } from "../hints/statements.ts";
import type { StatementGroup } from "../hints/statements.ts";
import { any } from "../model/build.ts";
import type { Expression, Model, Property, Transition } from "../model/model.ts";
import { isScalar } from "../model/slots.ts";
import { limitOf, Watch } from "../util/limits.ts";
import { planCheck } from "./plan.ts";
import type { CheckOptions } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import type { Unreached } from "./result.ts";
import { SearchSymmetries } from "./search-symmetries.ts";

export async function findUnreached(model: Model, options: CheckOptions = {}): Promise<Unreached> {
  const groups = statements.of(model) ?? [transitionsOf(model)];
  const places = groups.flatMap((group) => group.statements);
  const asked = places.flatMap(({ reached }, k): Property[] =>
    reached.length === 0 ? [] : [{ kind: "reachable", name: `statement ${k}`, condition: any(reached) }],
  );
  const watch = new Watch(options);
  const { found, reason } = await search(model, asked, options, watch);
  const isReached = new Set(asked.filter((_, k) => found[k]).map(({ name }) => name));
  let k = 0;
  return {
    reason,
    groups: groups.map(({ name, statements: own }) => ({
      name,
      total: own.length,
      statements: own.filter(() => !isReached.has(`statement ${k++}`)).map(({ text, span }) => ({ text, span })),
    })),
  };
}

/** The search has no order of its own and keeps all states, whatever the other search does. */
const plain = { search: undefined, maxDepth: undefined, errors: undefined, bitstate: undefined, swarm: undefined };

async function search(
  model: Model,
  asked: readonly Property[],
  options: CheckOptions,
  watch: Watch,
): Promise<{ readonly found: readonly boolean[]; readonly reason?: string | undefined }> {
  if (asked.length === 0) return { found: [] };
  const plan = planCheck(
    { ...model, properties: [...model.properties, ...asked] },
    { ...options, ...plain, properties: asked.map(({ name }) => name), partialOrder: "off", hashCompaction: false },
  );
  try {
    const symmetries = new SearchSymmetries(plan, watch);
    const given: StateSearch = {
      kind: "states",
      model: plan.states.model,
      questions: plan.states.asked.map(({ question }) => question),
      symmetry: await symmetries.before(),
      moreSymmetry: symmetries.later,
      representatives: plan.representatives,
      partialOrder: "off",
      fingerprints: false,
      order: plan.order,
      watch,
      onProgress: options.onProgress,
      ...plan.waitsFor,
    };
    const { answers, complete, limit, reason } = await plan.engine.explore(given);
    const found = answers.map((answer) => answer.found !== undefined);
    return found.every(Boolean) || complete ? { found } : { found, reason: reason ?? reasonForLimit(limit) };
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return { found: asked.map(() => false), reason: reasonForLimit(limit) };
  }
}

function transitionsOf(model: Model): StatementGroup {
  const asked = model.transitions.filter(({ parameters }) => parameters.every(({ type }) => isScalar(type)));
  return {
    name: model.name,
    statements: asked.map((transition) => ({
      text: transition.name,
      span: transition.span,
      reached: [enabled(transition)],
    })),
  };
}

function enabled({ parameters, guard }: Transition): Expression {
  return parameters.reduceRight<Expression>(
    (body, { name, type }) => (isScalar(type) ? { kind: "quantified", op: "exists", name, type, body } : body),
    guard,
  );
}
