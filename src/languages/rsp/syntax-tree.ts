/** The syntax tree of a `.rsp` text, before names are resolved. */

import type { Place } from "../../syntax/source.ts";

export interface Name extends Place {
  readonly text: string;
}

export type Item = Place &
  (
    | { readonly kind: "alphabet"; readonly letters: readonly Name[] }
    | { readonly kind: "let"; readonly name: Name; readonly expression: Expression }
    | { readonly kind: "automaton"; readonly name: Name; readonly automaton: AutomatonTree }
    | { readonly kind: "given"; readonly from: readonly Name[]; readonly to: readonly Name[] }
    | { readonly kind: "configurations" | "initial" | "bad"; readonly expression: Expression }
    | { readonly kind: "transition" | "pattern"; readonly name: Name; readonly expression: Expression }
    | { readonly kind: "mirror"; readonly name: Name; readonly expression: Expression }
    | { readonly kind: "pushdown"; readonly name: Name; readonly automaton: AutomatonTree }
  );

export interface AutomatonTree {
  readonly initial: readonly Name[];
  readonly accepting: readonly Name[];
  readonly edges: readonly EdgeTree[];
}

export interface EdgeTree {
  readonly from: Name;
  readonly to: Name;
  readonly letters: Expression;
  /** What the edge of a pushdown automaton does with the stack. */
  readonly stack?: { readonly op: "push" | "pop"; readonly symbol: Name } | undefined;
}

export type Expression = Place &
  (
    | { readonly kind: "name"; readonly text: string }
    /** `_`: any letter. */
    | { readonly kind: "any" }
    /** `{a, b}` */
    | { readonly kind: "set"; readonly letters: readonly Name[] }
    /** `(a, b)`, with sets, `_` or `#` on either side. */
    | { readonly kind: "pair"; readonly left: Side; readonly right: Side }
    /** `id` or `id{a, b}`: pairs of a letter and itself. */
    | { readonly kind: "id"; readonly letters?: readonly Name[] | undefined }
    | { readonly kind: "sequence" | "choice"; readonly items: readonly Expression[] }
    | { readonly kind: "star" | "plus" | "optional"; readonly item: Expression }
  );

export type Side = Place &
  ({ readonly kind: "padding" | "any" } | { readonly kind: "set"; readonly letters: readonly Name[] });
