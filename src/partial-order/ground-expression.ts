/** Expressions of a transition with fixed parameters. */

import type { Expression, Transition } from "../model/model.ts";
import { isScalar } from "../model/slots.ts";
import { replace } from "../model/substitute.ts";

/** The values of the parameters; `undefined` for one that may have any value. */
export type Choice = readonly (readonly number[] | undefined)[];

/** The expression with the parameters replaced by their values; `undefined` if one of them has no value, or is not a scalar. */
export function groundExpression(e: Expression, { parameters }: Transition, choice: Choice): Expression | undefined {
  let isGround = true;
  const ground = replace(e, (part) => {
    const k = part.kind === "local" ? parameters.findIndex(({ name }) => name === part.name) : -1;
    if (k < 0) return undefined;
    const value = isScalar(parameters[k]!.type) ? choice[k]?.[0] : undefined;
    if (value === undefined) isGround = false;
    return { kind: "integer", value: value ?? 0 };
  });
  return isGround ? ground : undefined;
}
