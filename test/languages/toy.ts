/**
 * A language in one file. It shows the parts that the kit of src/syntax does not provide: tables, a parser, and the
 * model.
 *
 *     limit 6; x = x + 1;
 *
 * is a counter `x` from 0 that takes one of the steps as long as the result is at most the limit. `-D limit=9` changes
 * the limit.
 */

import type { Language } from "../../src/index.ts";
import { binary, integer, variable } from "../../src/model/build.ts";
import { emptyModel } from "../../src/model/model.ts";
import type { Expression, Model } from "../../src/model/model.ts";
import { Collector } from "../../src/syntax/collector.ts";
import { Cursor } from "../../src/syntax/cursor.ts";
import { Definitions } from "../../src/syntax/definitions.ts";
import { Lexer } from "../../src/syntax/lexer.ts";
import { Lexicon, decimalNumber } from "../../src/syntax/lexicon.ts";
import { climb, operatorTable } from "../../src/syntax/operators.ts";
import type { Grammar } from "../../src/syntax/operators.ts";
import { attempt } from "../../src/syntax/refused.ts";
import { baseName } from "../../src/syntax/source.ts";

type Kind = "=" | "+" | "*" | ";" | "(" | ")" | "limit" | "x";

const most = 1000;

const lexicon = new Lexicon<Kind>({
  language: "toy",
  signs: "= + * ; ( )",
  words: "limit x",
  number: decimalNumber(most, `up to ${most}`),
  deepest: 50,
});

const grammar: Grammar<Cursor<Kind>, "+" | "*", Expression> = {
  operators: operatorTable([{ chain: "+" }, { left: "*" }]),
  join: (op, left, right) => binary(op, left, right),
  operand: (cursor) => {
    if (cursor.at("(")) return cursor.enclosed("(", "", () => climb(cursor, grammar));
    if (cursor.accept("x")) return variable("x");
    const { value } = cursor.token;
    return cursor.accept("number") ? integer(value!) : cursor.fail("toy/expected-expression", "`x` or a number");
  },
};

export const toy: Language = {
  name: "toy",
  endings: [".toy"],
  description: "counters",
  parse: (source, { defines }) => {
    const collector = new Collector(source);
    const definitions = new Definitions("toy", collector, defines);
    definitions.refuseUnknown(["limit"]);
    const given = definitions.integer("limit", 1, most);
    const cursor = new Cursor(lexicon, collector, new Lexer(lexicon, collector));
    const model = attempt(() => parseCounter(cursor, given, baseName(source.name)));
    return model && collector.empty ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
  },
};

function parseCounter(cursor: Cursor<Kind>, given: number | undefined, name: string): Model {
  cursor.expect("limit", "at the beginning");
  const { value } = cursor.token;
  cursor.expect("number", "after `limit`");
  cursor.expect(";", "after the limit");
  const limit = given ?? value!;
  const transitions: Model["transitions"][number][] = [];
  while (!cursor.at("end")) {
    const { start } = cursor.token;
    cursor.expect("x", "or the end of the text");
    cursor.expect("=", "and the next value");
    const next = climb(cursor, grammar);
    const span = cursor.spanSince(start);
    cursor.expect(";", "after the step");
    transitions.push({
      name: `step${transitions.length + 1}`,
      parameters: [],
      guard: binary("<=", next, integer(limit)),
      body: [{ kind: "assign", target: variable("x"), value: next, span }],
      span,
    });
  }
  const x = { name: "x", type: { kind: "range", low: 0, high: limit }, initial: { kind: "value", value: 0 } } as const;
  return { ...emptyModel(name), variables: [x], transitions };
}
