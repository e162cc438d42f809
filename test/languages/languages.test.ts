/** The list of languages is what the dispatcher, the help texts and the guide go by; a language more is one value. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, languages, parse } from "../../src/index.ts";
import type { Language } from "../../src/index.ts";
import { emptyModel } from "../../src/model/model.ts";
import { runCli } from "../support/run-cli.ts";

/** A text is a number: a counter up to it. Anything else is refused with its place. */
const toy: Language = {
  name: "toy",
  endings: [".toy"],
  description: "counters",
  parse: (source, { defines }) => {
    const most = Number(defines["MOST"] ?? source.text);
    if (!Number.isInteger(most) || most < 1) {
      const span = { source, start: 0, end: source.text.length };
      return { diagnostics: [{ code: "toy/no-number", message: "expected a number", span }] };
    }
    const x = { kind: "variable", name: "x" } as const;
    const integer = (value: number) => ({ kind: "integer", value }) as const;
    const model = {
      ...emptyModel("toy"),
      variables: [
        { name: "x", type: { kind: "range", low: 0, high: most }, initial: { kind: "value", value: 0 } },
      ] as const,
      transitions: [
        {
          name: "up",
          parameters: [],
          guard: { kind: "binary", op: "<", left: x, right: integer(most) },
          body: [{ kind: "assign", target: x, value: { kind: "binary", op: "+", left: x, right: integer(1) } }],
        },
      ] as const,
    };
    return { model, diagnostics: [] };
  },
};

test("a language is added by a value and a place in the list", async () => {
  const known = [...languages, toy];
  const { model } = parse("6", { name: "count.toy", languages: known });
  expect(await check(model!, { properties: [] })).toMatchObject({ verdict: "holds", states: 7 });
  const { model: larger } = parse("6", { name: "count.toy", languages: known, defines: { MOST: "9" } });
  expect((await check(larger!, { properties: [] })).states).toBe(10);
  expect(parse("six", { name: "count.toy", languages: known }).diagnostics[0]!.code).toBe("toy/no-number");
  expect(parse("var x: bool = true", { languages: known }).model).toBeDefined();
});

test("a file of no language is told what the endings are", () => {
  const { message } = parse("", { name: "model.txt" }).diagnostics[0]!;
  for (const { endings } of languages) for (const ending of endings) expect(message).toContain(ending);
  expect(parse("6", { name: "count.toy" }).model).toBeUndefined();
});

test("no ending belongs to two languages, and each begins with a dot", () => {
  const endings = languages.flatMap((language) => language.endings);
  expect(new Set(endings).size).toBe(endings.length);
  for (const ending of endings) expect(ending).toMatch(/^\.\w+$/);
});

test("the guide lists the languages", () => {
  const rows = languages.map(
    ({ name, endings, description }) =>
      `| ${name} | ${endings.map((ending) => `\`${ending}\``).join(" ")} | ${description} |`,
  );
  expect(readFileSync("docs/guide/languages.md", "utf8")).toContain(rows.join("\n"));
});

test.each(["check", "symmetry", "show"])("the help of %s lists them too", (command) => {
  const { stdout } = runCli([command, "--help"]);
  for (const { name, endings } of languages) {
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`${endings.join(", ")} (${name})`);
  }
});
