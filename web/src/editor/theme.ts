/** The look of the editor: all colors are those of the page. */

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { orbitColors } from "./marks.ts";

const orbits = Array.from({ length: orbitColors }, (_, k) => [
  `.cm-orbit-${k}`,
  { backgroundColor: `var(--orbit-${k}-soft)`, boxShadow: `0 1.5px 0 var(--orbit-${k})` },
]);

export const editorTheme: Extension = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--surface)", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontVariantLigatures: "none", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-line": { padding: "0 14px 0 8px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--faint)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 14px", minWidth: "38px" },
  ".cm-activeLine": { backgroundColor: "var(--hover-soft)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "var(--selection)" },
  ".cm-selectionBackground": { background: "var(--selection)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--selection)",
    outline: "none",
  },
  ".cm-step": { backgroundColor: "var(--mark)", boxShadow: "inset 3px 0 0 var(--mark-strong)" },
  ".cm-orbit": { borderRadius: "3px" },
  ...(Object.fromEntries(orbits) as Record<string, Record<string, string>>),
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    maxWidth: "460px",
  },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--sans)", fontSize: "13px", lineHeight: "1.45" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-lint-marker-error": { content: "none", width: "8px", height: "8px" },
  ".cm-lint-marker": {
    width: "8px",
    height: "8px",
    borderRadius: "50%",
    backgroundColor: "var(--bad)",
    marginTop: "6px",
  },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 12px", fontFamily: "var(--sans)", fontSize: "13px" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
  },
});
