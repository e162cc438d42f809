/** The language server over its protocol, as an editor speaks with it. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { MessageConnection } from "vscode-jsonrpc/node";
import { declarationsOf } from "../../src/cli/lsp/declarations.ts";
import { formatSeq } from "../../src/cli/lsp/format-seq.ts";
import { seqNames } from "../../src/cli/lsp/seq-names.ts";
import { parse, printModel } from "../../src/index.ts";

let server: ChildProcess;
let client: MessageConnection;
interface Published {
  readonly uri: string;
  readonly diagnostics: { readonly message: string; readonly code: string; readonly range: unknown }[];
}
/** What the editor was told to show. */
const shown: string[] = [];
const published: Published[] = [];
let heard: (() => void) | undefined;

beforeAll(async () => {
  server = spawn(process.execPath, ["dist/cli/main.js", "lsp", "--stdio"]);
  client = createMessageConnection(new StreamMessageReader(server.stdout!), new StreamMessageWriter(server.stdin!));
  client.onNotification("textDocument/publishDiagnostics", (params: Published) => {
    published.push(params);
    heard?.();
  });
  client.onNotification("window/showMessage", ({ message }: { message: string }) => void shown.push(message));
  client.onRequest("workspace/codeLens/refresh", () => null);
  client.listen();
  const workspace = { codeLens: { refreshSupport: true } };
  const { serverInfo } = await ask<{ serverInfo: { name: string; version: string } }>("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace },
  });
  expect(serverInfo.name).toBe("noether");
  await client.sendNotification("initialized", {});
});

afterAll(async () => {
  await ask("shutdown", undefined);
  await client.sendNotification("exit");
  await new Promise((resolve) => server.on("close", resolve));
  client.dispose();
});

async function ask<T>(method: string, params: unknown): Promise<T> {
  return client.sendRequest<T>(method, params);
}

/** Opens a document and waits for its diagnostics. */
async function open(name: string, text: string, languageId = "seq"): Promise<{ uri: string } & Published> {
  const uri = pathToFileURL(`/tmp/${name}`).href;
  await client.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  return diagnosed(uri);
}

async function diagnosed(uri: string): Promise<Published> {
  for (;;) {
    const at = published.findIndex((each) => each.uri === uri);
    if (at >= 0) return published.splice(at, 1)[0]!;
    await new Promise<void>((resolve) => (heard = resolve));
  }
}

const model = `const N = 3
type Place = enum { outside, inside }
var at: array [0..N-1] of Place = outside
var free: bool = true // whether anybody may enter

transition enter(i: 0..N-1) when at[i] == outside && free { at[i] := inside; free := false; }
transition leave(i: 0..N-1) when at[i] == inside { at[i] := outside; free := true; }
property alone: invariant (count i: 0..N-1. at[i] == inside) <= 1
property crowd: invariant at[0] == outside
`;

const place = (text: string, part: string, shift = 0): { line: number; character: number } => {
  const before = text.slice(0, text.indexOf(part) + shift).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
};

describe("a model in .seq", () => {
  let uri: string;
  beforeAll(async () => {
    const opened = await open("room.seq", model);
    ({ uri } = opened);
    expect(opened.diagnostics).toEqual([]);
  });
  const at = (part: string, shift = 0): object => ({ textDocument: { uri }, position: place(model, part, shift) });

  test("has errors with their places, and none when they are mended", async () => {
    const broken = await open("broken.seq", "var x: 0..3 = 0\ntransition t { y := 1; }\n");
    expect(broken.diagnostics).toMatchObject([
      { code: "seq/unknown-name", range: { start: { line: 1, character: 15 }, end: { line: 1, character: 16 } } },
    ]);
    const range = { start: { line: 1, character: 15 }, end: { line: 1, character: 16 } };
    const change = { textDocument: { uri: broken.uri, version: 2 }, contentChanges: [{ range, text: "x" }] };
    await client.sendNotification("textDocument/didChange", change);
    expect((await diagnosed(broken.uri)).diagnostics).toEqual([]);
  });

  test("tells the type of a variable, its values and its orbit", async () => {
    const { contents } = await ask<{ contents: { value: string } }>("textDocument/hover", at("at: array", 1));
    expect(contents.value).toContain("type `array [3] of Place`");
    expect(contents.value).toContain("- `at[0]` ∈ {outside, inside}");
    expect(contents.value).toContain("`at[0]` ↔ `at[1]` ↔ `at[2]`");
    const constant = await ask<{ contents: { value: string } }>("textDocument/hover", at("N-1"));
    expect(constant.contents.value).toContain("constant, 3");
    expect(await ask("textDocument/hover", at("when"))).toBeNull();
  });

  test("leads to definitions, of globals and of parameters", async () => {
    const start = async (part: string, shift = 0): Promise<object> =>
      (await ask<{ range: { start: object } }>("textDocument/definition", at(part, shift))).range.start;
    expect(await start("free {")).toEqual(place(model, "free: bool"));
    expect(await start("at[i] := inside", 3)).toEqual(place(model, "i: 0..N-1) when at[i] == outside"));
    expect(await start("inside; free")).toEqual(place(model, "inside }"));
  });

  test("knows all places of a name, and renames it", async () => {
    const references = await ask<unknown[]>("textDocument/references", {
      ...at("free: bool"),
      context: { includeDeclaration: false },
    });
    expect(references).toHaveLength(3);
    expect(await ask("textDocument/prepareRename", at("free: bool"))).toEqual({
      start: place(model, "free: bool"),
      end: place(model, "free: bool", 4),
    });
    const { changes } = await ask<{ changes: Record<string, { range: object; newText: string }[]> }>(
      "textDocument/rename",
      { ...at("free: bool"), newName: "open" },
    );
    expect(changes[uri]).toHaveLength(4);
    await expect(ask("textDocument/rename", { ...at("free: bool"), newName: "at" })).rejects.toThrow(
      "there is a `at` already",
    );
    await expect(ask("textDocument/rename", { ...at("free: bool"), newName: "when" })).rejects.toThrow(
      "cannot be a name",
    );
  });

  test("has symbols and names to complete", async () => {
    const symbols = await ask<{ name: string; detail: string }[]>("textDocument/documentSymbol", {
      textDocument: { uri },
    });
    expect(symbols.map(({ name }) => name)).toEqual([
      "N",
      "Place",
      "outside",
      "inside",
      "at",
      "free",
      "enter",
      "leave",
      "alone",
      "crowd",
    ]);
    const items = await ask<{ label: string }[]>("textDocument/completion", at("free: bool"));
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(["free", "outside", "transition"]));
  });

  test("is formatted, with its comments", async () => {
    const opened = await open(
      "untidy.seq",
      "var x:   0..3=0   // a counter\n\n\n\ntransition up when x<3 {\nx:=x+1;   /* one\n more */\n}\n",
    );
    const edits = await ask<{ newText: string }[]>("textDocument/formatting", {
      textDocument: { uri: opened.uri },
      options: {},
    });
    expect(edits[0]!.newText).toBe(
      "var x: 0..3=0 // a counter\n\ntransition up when x<3 {\n  x := x+1; /* one\n more */\n}\n",
    );
  });

  test("has lenses that check, with the last verdict", async () => {
    const lenses = async (): Promise<string[]> =>
      (await ask<{ command: { title: string } }[]>("textDocument/codeLens", { textDocument: { uri } })).map(
        (lens) => lens.command.title,
      );
    expect(await lenses()).toEqual(["check", "simulate", "check", "simulate"]);
    const result = await ask("workspace/executeCommand", { command: "noether.check", arguments: [uri, "crowd"] });
    expect(result).toMatchObject({ verdict: "violated", properties: [{ name: "crowd", trace: { steps: [{}] } }, {}] });
    const { diagnostics } = await diagnosed(uri);
    expect(diagnostics).toMatchObject([
      { code: "violated", message: "crowd is violated in 1 step: the condition fails in the last state" },
    ]);
    expect(await lenses()).toEqual(["check", "simulate", "check (violated in 1 step)", "simulate"]);
    const run = await ask<{ stdout: string }>("workspace/executeCommand", {
      command: "noether.simulate",
      arguments: [uri],
    });
    expect(run.stdout).toContain("run 1 from seed 0");
    expect(shown).toEqual([
      expect.stringMatching(/^violated: crowd: the condition fails in the last state, after \d+ steps? of 1 run$/),
    ]);
  });
});

const others = [
  { name: "p.pml", language: "promela", text: "#define N 2\nbyte turn, other = 1;\nchan c = [1] of { byte };\nactive [N] proctype P() {\n  c!turn\n}\n", at: "c!turn", to: "c = [1]" },
  { name: "p.csp", language: "csp", text: "#define N 2;\nvar x = 0;\nP() = a{x = 1;} -> Q();\nQ() = b -> P();\n#assert P() deadlockfree;\n", at: "Q();", to: "Q() = b" },
  { name: "p.rebeca", language: "rebeca", text: readFileSync("examples/rebeca/trains.rebeca", "utf8"), at: "Train train1", to: "Train(" },
  { name: "p.m", language: "murphi", text: "type Id: scalarset(2);\nvar x: array [Id] of boolean;\nstartstate \"go\" begin for i: Id do x[i] := false; end; end;\nruleset i: Id do rule \"flip\" true ==> begin x[i] := !x[i]; end; end;\n", at: "Id] of", to: "Id: scalarset" },
  { name: "p.rsp", language: "family", text: readFileSync("examples/patterns/herman.rsp", "utf8"), at: "", to: "" },
  { name: "p.pnml", language: "pnml", text: readFileSync("examples/petri/philosophers-5.pnml", "utf8"), at: "", to: "" },
  { name: "p.lola", language: "lola", text: "PLACE a, b;\nMARKING a: 1;\nTRANSITION t CONSUME a: 1; PRODUCE b: 1;\n", at: "a: 1;", to: "a, b" },
]; // prettier-ignore

describe.each(others)("a model in $language", ({ name, language, text, at, to }) => {
  test("has diagnostics, symbols and definitions", async () => {
    const { uri, diagnostics } = await open(name, text, language);
    expect(diagnostics).toEqual([]);
    const symbols = await ask<{ name: string }[]>("textDocument/documentSymbol", { textDocument: { uri } });
    expect(symbols.length).toBeGreaterThan(1);
    if (at !== "" && language !== "rebeca") {
      const found = await ask<{ range: { start: object } }>("textDocument/definition", {
        textDocument: { uri },
        position: place(text, at),
      });
      expect(found.range.start).toEqual(place(text, to));
    }
    const broken = await open(`broken-${name}`, `${text}\n@@ <`, language);
    expect(broken.diagnostics.length).toBeGreaterThan(0);
  });
});

const examples = readdirSync("examples/seq").filter((file) => file.endsWith(".seq"));

test.each(examples)(
  "formatting %s keeps its meaning and its comments, and formatting again changes nothing",
  (file) => {
    const text = readFileSync(`examples/seq/${file}`, "utf8");
    const formatted = formatSeq(text);
    expect(formatSeq(formatted)).toBe(formatted);
    expect(formatted.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    const printed = (source: string): string => printModel(parse(source, { name: file }).model!);
    expect(printed(formatted)).toBe(printed(text));
  },
);

test.each(examples)("every name of %s is where it says, and renaming all of them keeps the model", (file) => {
  let text = readFileSync(`examples/seq/${file}`, "utf8");
  const names = seqNames(text);
  for (const { declaration, places } of names) {
    for (const { start, end } of places) expect(text.slice(start, end).replaceAll("`", "")).toBe(declaration.name);
  }
  const places = names.flatMap((name) => name.places).sort((a, b) => b.start - a.start);
  for (const { end } of places) text = `${text.slice(0, end)}_new${text.slice(end)}`;
  const { model: renamed, diagnostics } = parse(text, { name: file });
  expect(diagnostics).toEqual([]);
  expect(renamed!.transitions).toHaveLength(
    parse(readFileSync(`examples/seq/${file}`, "utf8"), { name: file }).model!.transitions.length,
  );
});

test("declarations are found in texts with errors, and not in comments", () => {
  expect(declarationsOf("promela", "/* byte x; */ byte y = (; // int z\nproctype P( {")).toMatchObject([
    { name: "y" },
    { name: "P" },
  ]);
});
