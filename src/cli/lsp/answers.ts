/** Answers to the questions of an editor about one document, in the terms of the protocol. */

import { CompletionItemKind, DiagnosticSeverity, SymbolKind } from "vscode-languageserver";
import type {
  CodeLens,
  CompletionItem,
  Diagnostic,
  DocumentSymbol,
  Location,
  Range,
  TextEdit,
} from "vscode-languageserver";
import { lexicons } from "../../languages/lexicons.ts";
import { locate, positionAt } from "../../syntax/source.ts";
import type { Place, Source } from "../../syntax/source.ts";
import type { Checks } from "./checks.ts";
import { placesOf, wordAt } from "./declarations.ts";
import type { DeclarationKind } from "./declarations.ts";
import type { ModelDocument } from "./document.ts";
import { formatSeq } from "./format-seq.ts";

export function rangeOf(source: Source, { start, end }: Place): Range {
  const at = (offset: number): { line: number; character: number } => {
    const { line, column } = positionAt(source, offset);
    return { line: line - 1, character: column - 1 };
  };
  return { start: at(start), end: at(Math.max(start, end)) };
}

export function diagnosticsOf(document: ModelDocument, checks: Checks): Diagnostic[] {
  const { source } = document;
  const { diagnostics, model } = document.parsed;
  const errors = diagnostics.map(({ code, message, span }): Diagnostic => {
    const isHere = span.source.name === source.name;
    const place = isHere ? span : { start: 0, end: 0 };
    const text = isHere ? message : `${locate(span)}: ${message}`;
    return {
      range: rangeOf(source, place),
      message: text,
      code,
      source: "noether",
      severity: DiagnosticSeverity.Error,
    };
  });
  const violations = (model?.properties ?? []).flatMap(({ name, span }): Diagnostic[] => {
    const last = checks.verdict(document, name);
    if (last?.verdict !== "violated" || last.isOld) return [];
    const message = `${name} is ${verdictText(last)}${last.reason === undefined ? "" : `: ${last.reason}`}`;
    const range = rangeOf(source, span?.source.name === source.name ? span : { start: 0, end: 0 });
    return [{ range, message, code: "violated", source: "noether", severity: DiagnosticSeverity.Warning }];
  });
  return [...errors, ...violations];
}

function verdictText({ verdict, steps }: { readonly verdict: string; readonly steps?: number | undefined }): string {
  return steps === undefined || verdict === "undecided"
    ? verdict
    : `${verdict} in ${steps} step${steps === 1 ? "" : "s"}`;
}

const symbolKinds: Readonly<Record<DeclarationKind, SymbolKind>> = {
  constant: SymbolKind.Constant,
  type: SymbolKind.Class,
  member: SymbolKind.EnumMember,
  variable: SymbolKind.Variable,
  channel: SymbolKind.Interface,
  process: SymbolKind.Module,
  function: SymbolKind.Function,
  transition: SymbolKind.Event,
  place: SymbolKind.Object,
  property: SymbolKind.Property,
};

export function symbolsOf({ source, declarations }: ModelDocument): DocumentSymbol[] {
  return declarations.map((declaration) => {
    const range = rangeOf(source, declaration);
    return {
      name: declaration.name,
      detail: declaration.kind,
      kind: symbolKinds[declaration.kind],
      range,
      selectionRange: range,
    };
  });
}

/** The declaration of the name at an offset. */
export function definitionOf(document: ModelDocument, offset: number): Location | undefined {
  const { source, uri, text } = document;
  const word = wordAt(text, offset);
  if (!word) return undefined;
  const resolved = document.names.find(({ places }) => places.some(({ start }) => start === word.start));
  const found = resolved?.declaration ?? document.declarations.find(({ name }) => name === word.text);
  return found && { uri, range: rangeOf(source, found) };
}

/** All places of the name at an offset. */
export function referencesOf(document: ModelDocument, offset: number, withDeclaration: boolean): Location[] {
  const places = placesOfName(document, offset);
  const { source, uri } = document;
  return places
    .filter(({ isDeclaration }) => withDeclaration || !isDeclaration)
    .map((place) => ({ uri, range: rangeOf(source, place) }));
}

function placesOfName(document: ModelDocument, offset: number): (Place & { readonly isDeclaration: boolean })[] {
  const { language, text, names, declarations } = document;
  const word = wordAt(text, offset);
  if (!word) return [];
  if (language === "seq") {
    const name = names.find(({ places }) => places.some(({ start }) => start === word.start));
    return (name?.places ?? []).map((place, i) => ({ ...place, isDeclaration: i === 0 }));
  }
  const declared = declarations.filter(({ name }) => name === word.text);
  if (declared.length === 0) return [];
  const isDeclared = ({ start }: Place): boolean => declared.some((each) => each.start === start);
  return placesOf(language, text, word.text).map((place) => ({ ...place, isDeclaration: isDeclared(place) }));
}

/** The place that a new name replaces; `undefined` if the name at the offset cannot be changed safely. */
export function renamedRange(document: ModelDocument, offset: number): Range | undefined {
  const word = wordAt(document.text, offset);
  const isName = word && document.language === "seq" && placesOfName(document, offset).length > 0;
  return isName ? rangeOf(document.source, word) : undefined;
}

/** `undefined` if the new name is none, or is taken. */
export function renameEdits(document: ModelDocument, offset: number, name: string): TextEdit[] | string {
  if (!/^[A-Za-z_]\w*$/.test(name) || wordsOf("seq").includes(name)) return `\`${name}\` cannot be a name`;
  if (document.names.some(({ declaration }) => declaration.name === name)) return `there is a \`${name}\` already`;
  return placesOfName(document, offset).map((place) => ({ range: rangeOf(document.source, place), newText: name }));
}

export function completionsOf(document: ModelDocument): CompletionItem[] {
  const kinds: Readonly<Record<DeclarationKind, CompletionItemKind>> = {
    constant: CompletionItemKind.Constant,
    type: CompletionItemKind.Class,
    member: CompletionItemKind.EnumMember,
    variable: CompletionItemKind.Variable,
    channel: CompletionItemKind.Interface,
    process: CompletionItemKind.Module,
    function: CompletionItemKind.Function,
    transition: CompletionItemKind.Event,
    place: CompletionItemKind.Value,
    property: CompletionItemKind.Property,
  };
  const names = new Map(
    document.declarations.map(({ name, kind }) => [name, { label: name, kind: kinds[kind], detail: kind }]),
  );
  const words = wordsOf(document.language).map((label) => ({ label, kind: CompletionItemKind.Keyword }));
  return [...names.values(), ...words];
}

function wordsOf(language: ModelDocument["language"]): string[] {
  if (language === "pnml") return [];
  return (lexicons[language].words ?? "").split(" ").filter((word) => word !== "");
}

/** The whole text once more, if formatting changes it. */
export function formattingOf({ language, source, text }: ModelDocument): TextEdit[] {
  if (language !== "seq") return [];
  const newText = formatSeq(text);
  return newText === text ? [] : [{ range: rangeOf(source, { start: 0, end: text.length }), newText }];
}

/** "check" with the last verdict and "simulate" over each property. */
export function lensesOf(document: ModelDocument, checks: Checks): CodeLens[] {
  const { source, uri, parsed } = document;
  return (parsed.model?.properties ?? []).flatMap(({ name, span }): CodeLens[] => {
    if (!span || span.source.name !== source.name) return [];
    const range = rangeOf(source, span);
    const last = checks.verdict(document, name);
    const title = last ? `check (${last.isOld ? "was " : ""}${verdictText(last)})` : "check";
    return [
      { range, command: { title, command: "noether.check", arguments: [uri, name] } },
      { range, command: { title: "simulate", command: "noether.simulate", arguments: [uri] } },
    ];
  });
}
