/** Divergence: states from which invisible steps can go on forever, by a depth-first search for a cycle of them. */

import { invisible } from "../model/model.ts";
import { look } from "../util/limits.ts";
import { stepWidth } from "./labeled-space.ts";
import type { LabeledSpace } from "./labeled-space.ts";
import type { StateId } from "./state-id.ts";
import { StateNumbers } from "./state-id.ts";

const onStack = 1;
const stable = 2;
const divergent = 3;

export class Divergence {
  readonly #space: LabeledSpace;
  readonly #known = new StateNumbers();

  constructor(space: LabeledSpace) {
    this.#space = space;
  }

  /** Whether invisible steps can go on forever from a state. */
  from(root: StateId): boolean {
    if (this.#known.get(root) !== 0) return this.#known.get(root) === divergent;
    const stack: { readonly id: StateId; readonly targets: readonly StateId[]; next: number }[] = [];
    const push = (id: StateId): void => {
      this.#known.set(id, onStack);
      stack.push({ id, targets: this.invisibleTargets(id), next: 0 });
    };
    push(root);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      look();
      const target = top.targets[top.next++];
      if (target === undefined) {
        this.#known.set(top.id, stable);
        stack.pop();
        continue;
      }
      const known = this.#known.get(target);
      if (known === 0) push(target);
      else if (known === onStack || known === divergent) {
        // All that lead to the cycle diverge too.
        for (const { id } of stack) this.#known.set(id, divergent);
        return true;
      }
    }
    return false;
  }

  /** The states that one invisible step leads to. */
  invisibleTargets(id: StateId): StateId[] {
    const steps = this.#space.stepsOf(id);
    const targets: StateId[] = [];
    for (let i = 0; i < steps.length; i += stepWidth) {
      if (steps[i] === invisible) targets.push(steps[i + 1] as StateId);
    }
    return targets;
  }
}
