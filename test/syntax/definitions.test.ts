/** `-D NAME=VALUE`: accepted values, and the diagnostics for others. */

import { expect, test } from "vitest";
import { Collector } from "../../src/syntax/collector.ts";
import { Definitions } from "../../src/syntax/definitions.ts";
import { locate } from "../../src/syntax/source.ts";

function given(defines: Record<string, string>): { definitions: Definitions; complaints: () => string[] } {
  const collector = new Collector({ name: "m", text: "" });
  const definitions = new Definitions("toy", collector, defines);
  const complaints = (): string[] =>
    collector.sorted().map(({ code, message, span }) => `${locate(span)} ${code}: ${message}`);
  return { definitions, complaints };
}

test("numbers and truth values are taken, with blanks around them or not", () => {
  const { definitions, complaints } = given({ N: " 3", M: "-7", B: "true", P: "+0" });
  expect([definitions.integer("N", 1, 9), definitions.integer("M", -9, 9), definitions.integer("P", 0, 9)]).toEqual([
    3, -7, 0,
  ]);
  expect(definitions.scalar("B")).toEqual({ value: 1, isBoolean: true });
  expect(definitions.scalar("N")).toEqual({ value: 3, isBoolean: false });
  expect([definitions.get("X"), definitions.integer("X", 1, 9), definitions.scalar("X")]).toEqual(
    Array(3).fill(undefined),
  );
  expect(complaints()).toEqual([]);
});

test.each([
  ["three", "-D N=three:1:6 toy/malformed-define: expected an integer of 1..9 for `N`, found `three`"],
  ["10", "-D N=10:1:6 toy/malformed-define: expected an integer of 1..9 for `N`, found `10`"],
  ["", "-D N=:1:6 toy/malformed-define: expected an integer of 1..9 for `N`, found nothing"],
])("%j is refused where a number from 1 to 9 is expected", (text, complaint) => {
  const { definitions, complaints } = given({ N: text });
  expect(definitions.integer("N", 1, 9)).toBeUndefined();
  expect(complaints()).toEqual([complaint]);
});

test.each([
  ["COUN", ["COUNT", "SIZE"], "but the model has no `COUN`; there are `COUNT`, `SIZE`; did you mean `COUNT`?"],
  ["COUN", ["SIZE", "DEPTH"], "but the model has no `COUN`; there are `SIZE`, `DEPTH`"],
  ["COUN", [], "but the model has no `COUN`, and no constants at all"],
  ["x", ["SIZE"], "found `x`, which is a variable"],
])("the unknown name %s among %j", (name, known, found) => {
  const { definitions, complaints } = given({ [name]: "1" });
  definitions.refuseUnknown(known, "the name of a constant", (other) => (other === "x" ? "a variable" : undefined));
  expect(complaints()).toEqual([`-D ${name}=1:1:4 toy/unknown-constant: expected the name of a constant, ${found}`]);
});
