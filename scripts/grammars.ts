/**
 * Writes the TextMate grammars of VS Code and the syntax files of Vim from the lexicons of the parsers, so that editors
 * color what the parsers read. `--check` only reports whether they are up to date.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { catalog, languageIds } from "../src/languages/catalog.ts";
import type { LanguageId } from "../src/languages/catalog.ts";
import { lexicons } from "../src/languages/lexicons.ts";

/** The words that are colored as types and as values. The other words of a lexicon are keywords. */
const types = "bit bool byte short int unsigned pid mtype chan boolean real array record queue enum scalarset multiset union".split(" "); // prettier-ignore
const values = "true false null self sender skip Skip Stop tau timeout".split(" ");

/** Words that a parser knows without reserving them. */
const further: Readonly<Partial<Record<LanguageId, string>>> = {
  csp: "define alphabet deadlockfree nonterminating divergencefree deterministic reaches refines with min max",
  rebeca: "boolean int byte short",
  seq: "X U W R",
  murphi: "true false begin end",
};

const scopes: Readonly<Partial<Record<LanguageId, string>>> = { seq: "source.noether-seq", csp: "source.csp-sharp", family: "source.noether-family", pnml: "text.pnml" }; // prettier-ignore

interface Words {
  readonly keywords: readonly string[];
  readonly types: readonly string[];
  readonly values: readonly string[];
}

function wordsOf(language: Exclude<LanguageId, "pnml">): Words {
  const all = `${lexicons[language].words ?? ""} ${further[language] ?? ""}`.split(" ").filter((word) => /^\w+$/.test(word) && word !== "_"); // prettier-ignore
  const unique = [...new Set(all)];
  return {
    keywords: unique.filter((word) => !types.includes(word) && !values.includes(word)),
    types: unique.filter((word) => types.includes(word)),
    values: unique.filter((word) => values.includes(word)),
  };
}

function commentsOf(language: Exclude<LanguageId, "pnml">): readonly (readonly [string, string])[] {
  return lexicons[language].comments ?? [["//", "\n"], ["/*", "*/"]]; // prettier-ignore
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function textMate(language: LanguageId): unknown {
  const head = {
    $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
    name: catalog[language].name,
    scopeName: scopes[language] ?? `source.${language}`,
  };
  if (language === "pnml") return { ...head, patterns: [{ include: "text.xml" }] };
  const suffix = head.scopeName.replace(/^source\./, "");
  // Murphi does not mind the case of its words.
  const flag = language === "murphi" ? "(?i)" : "";
  const match = (words: readonly string[], name: string): unknown[] =>
    words.length === 0 ? [] : [{ name: `${name}.${suffix}`, match: `${flag}\\b(?:${words.join("|")})\\b` }];
  const words = wordsOf(language);
  return {
    ...head,
    patterns: [
      ...commentsOf(language).map(([open, close]) =>
        close === "\n"
          ? { name: `comment.line.${suffix}`, match: `${escape(open)}.*$` }
          : { name: `comment.block.${suffix}`, begin: escape(open), end: escape(close) },
      ),
      { name: `string.quoted.double.${suffix}`, begin: '"', end: '"|$', patterns: [{ name: `constant.character.escape.${suffix}`, match: "\\\\." }] },
      ...(language === "promela" ? [{ name: `meta.preprocessor.${suffix}`, match: "^\\s*#\\s*\\w+" }] : []),
      ...match(words.keywords, "keyword.control"),
      ...match(words.types, "storage.type"),
      ...match(words.values, "constant.language"),
      { name: `constant.numeric.${suffix}`, match: "\\b\\d+\\b" },
      { name: `keyword.operator.${suffix}`, match: ":=|->|==>|<->|&&|\\|\\||[-+*/%=<>!?]+" },
    ],
  }; // prettier-ignore
}

/** PNML is colored as XML, which Vim has. */
function vim(language: Exclude<LanguageId, "pnml">): string {
  const group = language[0]!.toUpperCase() + language.slice(1);
  const words = wordsOf(language);
  const keyword = (name: string, list: readonly string[]): string[] =>
    list.length === 0 ? [] : [`syntax keyword noether${group}${name} ${list.join(" ")}`];
  const comments = commentsOf(language).map(([open, close]) =>
    close === "\n"
      ? `syntax match noether${group}Comment "${open.replaceAll("/", "\\/")}.*$" contains=@Spell`
      : `syntax region noether${group}Comment start="${vimEscape(open)}" end="${vimEscape(close)}" contains=@Spell`,
  );
  return [
    `" ${catalog[language].name}: ${catalog[language].description}. Made by scripts/grammars.ts.`,
    "if exists('b:current_syntax') | finish | endif",
    ...(language === "murphi" ? ["syntax case ignore"] : []),
    ...keyword("Keyword", words.keywords),
    ...keyword("Type", words.types),
    ...keyword("Constant", words.values),
    `syntax match noether${group}Number "\\<\\d\\+\\>"`,
    `syntax region noether${group}String start=+"+ skip=+\\\\"+ end=+"+ oneline`,
    ...comments,
    ...["Keyword", "Type", "Constant", "Number", "String", "Comment"].map(
      (name) => `highlight default link noether${group}${name} ${name}`,
    ),
    `let b:current_syntax = '${language}'`,
    "",
  ].join("\n");
}

function vimEscape(text: string): string {
  return text.replaceAll(/[*/]/g, "\\$&");
}

/** Vim takes these endings for other languages: the file itself must look like one of ours. */
const doubtful: Readonly<Record<string, string>> = { ".m": "startstate", ".csp": "[-=]" };

const filetypes = languageIds.flatMap((id) =>
  catalog[id].endings.map((ending) => {
    const name = vimName(id);
    const sign = doubtful[ending];
    const set =
      sign === undefined ? `setfiletype ${name}` : `if search('\\c${sign}', 'nw') | set filetype=${name} | endif`;
    return `autocmd BufRead,BufNewFile *${ending} ${set}`;
  }),
);

/** Vim has XML and Promela, and other languages of some names. */
function vimName(id: LanguageId): string {
  if (id === "promela") return id;
  return id === "pnml" ? "xml" : `noether_${id}`;
}

const files: Record<string, string> = {
  "editors/vim/ftdetect/noether.vim": `" Files of Noether. Made by scripts/grammars.ts.\n${filetypes.join("\n")}\n`,
};
for (const id of languageIds) {
  files[`editors/vscode/syntaxes/${id}.tmLanguage.json`] = `${JSON.stringify(textMate(id), undefined, 2)}\n`;
  if (id === "pnml" || id === "promela") continue;
  files[`editors/vim/syntax/noether_${id}.vim`] = vim(id);
  const comment = commentsOf(id)[0]![0];
  files[`editors/vim/ftplugin/noether_${id}.vim`] =
    `setlocal commentstring=${comment}\\ %s\nsetlocal makeprg=noether\\ check\\ --quiet\\ %\nsetlocal errorformat=%f:%l:%c:\\ %trror:\\ %m,%-G%.%#\n`;
}

for (const [path, content] of Object.entries(files)) {
  if (!process.argv.includes("--check")) writeFileSync(path, content);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== content) {
    console.error(`${path} is out of date: npm run grammars`);
    process.exitCode = 1;
  }
}
