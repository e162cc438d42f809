/** Gives the locals of a transition the names they had in the text, numbered where these are taken. */

import type { Statement } from "../../model/model.ts";
import { visitStatements } from "../../model/traverse.ts";
import { uniqueNames } from "../unique-names.ts";
import { replaceInStatements } from "./rebind.ts";

export function renameLocals(taken: readonly string[], body: readonly Statement[]): Statement[] {
  if (!body.some(({ kind }) => kind !== "assign" && kind !== "push" && kind !== "pop")) return [...body];
  const unique = uniqueNames(taken);
  const names = new Map<string, string>();
  visitStatements(body, (s) => {
    if (s.kind !== "local") return;
    names.set(s.name, unique(s.name.replace(/^%\d+:/, "")));
  });
  if (names.size === 0) return [...body];
  const replaced = replaceInStatements(body, (e) =>
    e.kind === "local" && names.has(e.name) ? { ...e, name: names.get(e.name)! } : undefined,
  );
  return replaced.map((s) => rename(s, names));
}

function rename(s: Statement, names: ReadonlyMap<string, string>): Statement {
  switch (s.kind) {
    case "local":
      return { ...s, name: names.get(s.name) ?? s.name };
    case "if":
      return { ...s, then: s.then.map((t) => rename(t, names)), else: s.else.map((t) => rename(t, names)) };
    case "while":
    case "for":
      return { ...s, body: s.body.map((t) => rename(t, names)) };
    default:
      return s;
  }
}
