/** Noether in VS Code: the language server, and commands that show what the command line says. */

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const languages = ["seq", "csp", "promela", "rebeca", "murphi", "pnml", "lola", "family"];

let client: LanguageClient | undefined;
let output: vscode.OutputChannel;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel("Noether");
  const register = (name: string, run: () => Promise<unknown>): vscode.Disposable =>
    vscode.commands.registerCommand(name, run);
  context.subscriptions.push(
    output,
    register("noether.checkFile", () => show(["check", ...extraArguments()], context)),
    register("noether.showSymmetry", () => show(["symmetry", "--explain"], context)),
    register("noether.showReport", () => showReport(context)),
    register("noether.restart", async () => {
      await client?.stop();
      await startClient(context);
    }),
  );
  await startClient(context);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** The program of the extension, unless the user has another one. */
function programOf(context: vscode.ExtensionContext): string {
  const chosen = vscode.workspace.getConfiguration("noether").get<string>("path", "");
  return chosen === "" ? context.asAbsolutePath("dist/noether.mjs") : chosen;
}

function extraArguments(): string[] {
  return vscode.workspace.getConfiguration("noether").get<string[]>("arguments", []);
}

async function startClient(context: vscode.ExtensionContext): Promise<void> {
  const module = programOf(context);
  client = new LanguageClient(
    "noether",
    "Noether",
    { command: process.execPath, args: [module, "lsp", "--stdio"], options: { env: asNode() } },
    { documentSelector: languages.map((language) => ({ language })), middleware: { executeCommand: executed } },
  );
  await client.start();
}

/** The lens "simulate" answers with what the command line printed, which nobody would see. */
async function executed(
  command: string,
  args: unknown[],
  next: (command: string, args: unknown[]) => unknown,
): Promise<unknown> {
  const result = (await next(command, args)) as Partial<Record<"stdout" | "stderr", string>> | null | undefined;
  if (command === "noether.simulate" && typeof result?.stdout === "string") {
    print(`${result.stdout}${result.stderr ?? ""}`);
  }
  return result;
}

/** The editor's own program runs scripts like Node, if it is told to. */
function asNode(): NodeJS.ProcessEnv {
  return { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
}

interface Outcome {
  readonly code: number;
  readonly text: string;
}

/**
 * Runs a command on the text of the editor, saved or not. A text as saved is read from its file: so reports have its name,
 * and the properties of a Rebeca model, which are in a file beside it, are found.
 */
async function run(context: vscode.ExtensionContext, words: readonly string[]): Promise<Outcome | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !languages.includes(document.languageId)) {
    void vscode.window.showInformationMessage("There is no model in the editor.");
    return undefined;
  }
  const [command, ...rest] = words;
  const isFile = document.uri.scheme === "file";
  const model = isFile && !document.isDirty ? `./${basename(document.uri.fsPath)}` : "-";
  const call = [programOf(context), command!, model, `--language=${document.languageId}`, ...rest];
  const cwd = isFile ? dirname(document.uri.fsPath) : undefined;
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Noether: ${command}`, cancellable: true },
    (_, token) =>
      new Promise<Outcome>((resolve, reject) => {
        const child = spawn(process.execPath, call, { cwd, env: asNode() });
        let text = "";
        child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
        child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
        child.stdin.on("error", () => undefined).end(document.getText());
        token.onCancellationRequested(() => child.kill("SIGINT"));
        child.on("error", reject);
        child.on("close", (code) => resolve({ code: code ?? -1, text }));
      }),
  );
}

async function show(words: readonly string[], context: vscode.ExtensionContext): Promise<void> {
  const outcome = await run(context, words);
  if (outcome) print(outcome.text);
}

function print(text: string): void {
  output.clear();
  output.append(text);
  output.show(true);
}

/** The trace explorer: the page of `--html`, which loads nothing from anywhere. */
async function showReport(context: vscode.ExtensionContext): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "noether-"));
  const file = join(folder, "report.html");
  try {
    const outcome = await run(context, ["check", `--html=${file}`, ...extraArguments()]);
    if (!outcome) return;
    const page = await readFile(file, "utf8").catch(() => undefined);
    if (page === undefined) {
      print(outcome.text);
      return;
    }
    const panel = vscode.window.createWebviewPanel("noether.report", "Noether", vscode.ViewColumn.Beside, {
      enableScripts: true,
      localResourceRoots: [],
    });
    panel.webview.html = page;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
