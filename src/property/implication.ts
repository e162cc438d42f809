/**
 * Syntactic implications between formulas (Somenzi and Bloem 2000), in quadratic time. Most implications are found, but
 * not all.
 */

import { getOrAdd } from "../util/numbering.ts";
import type { Formula } from "./formula.ts";

const idLimit = 2 ** 26;

export class Implications {
  readonly #known = new Map<number, boolean>();

  /** Whether `f` is known to imply `g`. */
  holds(f: Formula, g: Formula): boolean {
    if (f === g || f.kind === "false" || g.kind === "true") return true;
    if (f.kind === "true" || g.kind === "false") return false;
    if (f.kind === "literal" && g.kind === "literal") return false;
    const key = f.id * idLimit + g.id;
    return getOrAdd(this.#known, key, () => this.#seen(f, g));
  }

  /** Each case recurs on a part of `f` or of `g`. */
  #seen(f: Formula, g: Formula): boolean {
    if (f.kind === "or") return f.operands.every((part) => this.holds(part, g));
    if (g.kind === "and") return g.operands.every((part) => this.holds(f, part));
    if (f.kind === "and" && f.operands.some((part) => this.holds(part, g))) return true;
    if (g.kind === "or" && g.operands.some((part) => this.holds(f, part))) return true;

    if (f.kind === "X" && g.kind === "X" && this.holds(f.operand, g.operand)) return true;
    if (f.kind === "X" && g.eventual && this.holds(f.operand, g)) return true;
    if (g.kind === "X" && f.universal && this.holds(f, g.operand)) return true;

    if (f.kind === "U") {
      if (this.holds(f.right, g) && (g.eventual || this.holds(f.left, g))) return true;
      if (g.kind === "U" && this.holds(f.left, g.left) && this.holds(f.right, g.right)) return true;
    }
    if (g.kind === "R") {
      if (this.holds(f, g.right) && (f.universal || this.holds(f, g.left))) return true;
      if (f.kind === "R" && this.holds(f.left, g.left) && this.holds(f.right, g.right)) return true;
    }
    if (g.kind === "U" && this.holds(f, g.right)) return true;
    return f.kind === "R" && this.holds(f.right, g);
  }
}
