/** The language server: keeps the documents of an editor, and answers its questions over the standard streams. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  CodeLensRefreshRequest,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import type { InitializeParams, InitializeResult, TextDocumentPositionParams } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createConnection, TextDocuments } from "vscode-languageserver/node";
import { loadLanguage } from "../../languages/load-language.ts";
import { version } from "../parts.ts";
import {
  completionsOf,
  definitionOf,
  diagnosticsOf,
  formattingOf,
  lensesOf,
  referencesOf,
  renamedRange,
  renameEdits,
  symbolsOf,
} from "./answers.ts";
import { Checks } from "./checks.ts";
import { languageOfDocument, ModelDocument } from "./document.ts";
import { hoverText } from "./hover.ts";

/** Errors are looked for when nobody has typed for this time. */
const idleMs = 200;
const checkTimeout = "5m";

class LanguageServer {
  readonly #connection = createConnection(process.stdin, process.stdout);
  readonly #texts = new TextDocuments(TextDocument);
  readonly #models = new Map<string, ModelDocument>();
  readonly #checks = new Checks();
  #refreshesLenses = false;

  start(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onShutdown(() => this.#checks.end());
    connection.onExit(() => this.#checks.end());
    this.#texts.onDidChangeContent(({ document }) => void this.#diagnoseLater(document));
    this.#texts.onDidClose(({ document: { uri } }) => {
      this.#models.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    });
    this.#answerQuestions();
    connection.onExecuteCommand(({ command, arguments: given = [] }) => this.#execute(command, given as string[]));
    this.#texts.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities }: InitializeParams): InitializeResult {
    this.#refreshesLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
    return {
      serverInfo: { name: "noether", version: version() },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: true,
        completionProvider: {},
        documentFormattingProvider: true,
        codeLensProvider: {},
        executeCommandProvider: { commands: ["noether.check", "noether.simulate"] },
      },
    };
  }

  #answerQuestions(): void {
    const connection = this.#connection;
    connection.onHover(async (at) => {
      const value = await this.#at(at, hoverText);
      return value === undefined ? null : { contents: { kind: "markdown", value } };
    });
    connection.onDefinition(async (at) => (await this.#at(at, definitionOf)) ?? null);
    connection.onReferences((at) =>
      this.#at(at, (model, offset) => referencesOf(model, offset, at.context.includeDeclaration)),
    );
    connection.onPrepareRename(async (at) => (await this.#at(at, renamedRange)) ?? null);
    connection.onRenameRequest(async (at) => {
      const edits = (await this.#at(at, (model, offset) => renameEdits(model, offset, at.newName))) ?? [];
      if (typeof edits === "string") return new ResponseError(0, edits);
      return { changes: { [at.textDocument.uri]: edits } };
    });
    connection.onCompletion(async (at) => (await this.#at(at, completionsOf)) ?? []);
    connection.onDocumentSymbol(async ({ textDocument: { uri } }) => (await this.#of(uri, symbolsOf)) ?? []);
    connection.onDocumentFormatting(async ({ textDocument: { uri } }) => (await this.#of(uri, formattingOf)) ?? []);
    connection.onCodeLens(async ({ textDocument: { uri } }) => {
      return (await this.#of(uri, (model) => lensesOf(model, this.#checks))) ?? [];
    });
  }

  async #execute(command: string, [uri = "", property]: readonly string[]): Promise<unknown> {
    const model = await this.#model(uri);
    if (!model) return new ResponseError(0, `there is no open model ${uri}`);
    if (command === "noether.simulate") return this.#simulate(model);
    const result = await this.#checks.check(model, property, checkTimeout);
    await this.#diagnose(uri);
    if (this.#refreshesLenses) void this.#connection.sendRequest(CodeLensRefreshRequest.type);
    return result;
  }

  /** The answer has the whole run. Editors drop answers, so the verdict is shown as well. */
  async #simulate(model: ModelDocument): Promise<unknown> {
    const run = await this.#checks.run(model, ["simulate", "--steps=100"]);
    const verdict = run.stdout.split("\n").findLast((line) => /^(?:violated|undecided) /.test(line));
    const message = verdict?.replace(/ {2,}/, ": ") ?? run.stderr.split("\n")[0]!;
    await this.#connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
    return run;
  }

  async #diagnoseLater(document: TextDocument): Promise<void> {
    const { version: before } = document;
    await sleep(idleMs);
    if (this.#texts.get(document.uri)?.version === before) await this.#diagnose(document.uri);
  }

  async #diagnose(uri: string): Promise<void> {
    const model = await this.#model(uri);
    if (model) void this.#connection.sendDiagnostics({ uri, diagnostics: diagnosticsOf(model, this.#checks) });
  }

  /** The model of a document as it is now. */
  async #model(uri: string): Promise<ModelDocument | undefined> {
    const document = this.#texts.get(uri);
    const language = document && languageOfDocument(uri, document.languageId);
    if (!language) return undefined;
    const reader = (await loadLanguage(uri, language))!;
    const text = document.getText();
    const known = this.#models.get(uri);
    if (known?.text === text) return known;
    const model = new ModelDocument(uri, language, reader, text);
    this.#models.set(uri, model);
    return model;
  }

  async #of<T>(uri: string, answer: (model: ModelDocument) => T): Promise<T | undefined> {
    const model = await this.#model(uri);
    return model && answer(model);
  }

  async #at<T>(
    { textDocument: { uri }, position }: TextDocumentPositionParams,
    answer: (model: ModelDocument, offset: number) => T,
  ): Promise<T | undefined> {
    // prettier-ignore
    const document = this.#texts.get(uri);
    return document && this.#of(uri, (model) => answer(model, document.offsetAt(position)));
  }
}

export function startLanguageServer(): void {
  new LanguageServer().start();
}
