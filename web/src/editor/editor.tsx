/**
 * The editor of the text. It lives in a shadow tree: there its styles are constructed ones, which the content security
 * policy of the page allows, while it forbids style elements.
 */

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { editText, language, marks, revealed, revision, source } from "../state/source.ts";
import { orbitWords } from "../state/symmetry.ts";
import { shownLines } from "../state/walk.ts";
import { coloring } from "./language.ts";
import { engineMarks, showLines, showOrbits } from "./marks.ts";
import { editorTheme } from "./theme.ts";

const languageSlot = new Compartment();

const extensions: Extension = [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  indentUnit.of("  "),
  EditorState.tabSize.of(2),
  keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...searchKeymap, ...historyKeymap]),
  // Escape, then Tab, leaves the editor by keyboard.
  keymap.of([indentWithTab]),
  EditorView.contentAttributes.of({ "aria-label": "Text of the model", spellcheck: "false", tabindex: "0" }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged && !update.transactions.some((each) => each.isUserEvent("load"))) {
      editText(update.state.doc.toString());
    }
  }),
  editorTheme,
  engineMarks,
];

export function Editor(): preact.JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    view.current = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: source.value.text,
        extensions: [extensions, languageSlot.of(coloring(language.value))],
      }),
    });
    return () => view.current?.destroy();
  }, []);
  // Another text from outside: an example, a shared link, a file that changed on disk.
  useSignalEffect(() => {
    void revision.value;
    const { text } = source.peek();
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: text },
      userEvent: "load",
      scrollIntoView: false,
    });
    editor.scrollDOM.scrollTop = 0;
  });
  useSignalEffect(() => {
    const effects = languageSlot.reconfigure(coloring(language.value));
    view.current?.dispatch({ effects });
  });
  useSignalEffect(() => {
    const editor = view.current;
    const shown = marks.value.filter(({ elsewhere }) => elsewhere === undefined);
    if (!editor) return;
    const { length } = editor.state.doc;
    const diagnostics = shown.map(({ from, to, message }) => ({
      from: Math.min(from, length),
      to: Math.min(to, length),
      severity: "error" as const,
      message,
    }));
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  });
  useSignalEffect(() => {
    const words = orbitWords.value;
    view.current?.dispatch({ effects: showOrbits.of(words && { language: language.peek(), words }) });
  });
  useSignalEffect(() => {
    const range = shownLines.value;
    const editor = view.current;
    if (!editor) return;
    editor.dispatch({ effects: showLines.of(range) });
    if (range && range[0] <= editor.state.doc.lines) {
      const { from } = editor.state.doc.line(range[0]);
      editor.dispatch({ effects: EditorView.scrollIntoView(from, { y: "nearest", yMargin: 80 }) });
    }
  });
  useSignalEffect(() => {
    const place = revealed.value;
    const editor = view.current;
    if (!place || !editor) return;
    const at = Math.min(place.from, editor.state.doc.length);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    editor.focus();
  });
  return <div class="editor" ref={host} />;
}
