/** The left half: the text of the model, its constants, and what is wrong with it. */

import { catalog } from "noether";
import { Editor } from "../editor/editor.tsx";
import { isUnsaved } from "../state/local.ts";
import { card, constants, define, isReading, language, marks, revealed, source } from "../state/source.ts";
import { Notice, Worded } from "./parts.tsx";
import { Conflict } from "./top-bar.tsx";

export function SourcePane(): preact.JSX.Element {
  const id = language.value;
  return (
    <section class="pane source-pane" aria-label="Model">
      <div class="pane-head">
        <h2 class="file-name" title={source.value.name}>
          {source.value.name.replace(/^.*\//, "")}
          {isUnsaved.value && <span class="unsaved" title="Not saved" />}
        </h2>
        <span class="tag">{id === undefined ? "unknown language" : catalog[id].name}</span>
        <div class="spacer" />
        <Status />
      </div>
      <Constants />
      <Conflict />
      <Editor />
      <Problems />
    </section>
  );
}

function Status(): preact.JSX.Element {
  const known = card.value;
  const count = marks.value.length;
  if (count > 0) {
    return (
      <span class="status bad" role="status">
        {count === 1 ? "1 error" : `${count} errors`}
      </span>
    );
  }
  if (!known) {
    return (
      <span class="status" role="status">
        {isReading.value ? "reading…" : ""}
      </span>
    );
  }
  return (
    <span class="status" role="status">
      {counted(known.variables, "variable")}, {counted(known.transitions, "transition")}
    </span>
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function Constants(): preact.JSX.Element | null {
  const { defines } = source.value;
  const named = constants.value;
  // A value for a constant that the text no longer has stays visible, so that it can be removed.
  const lost = Object.keys(defines).filter((name) => !named.some((each) => each.name === name));
  const all = [...named, ...lost.map((name) => ({ name, value: undefined }))];
  if (all.length === 0) return null;
  return (
    <div class="constants" role="group" aria-label="Constants of the model">
      {all.map(({ name, value }) => (
        <label key={name} class={`constant${defines[name] === undefined ? "" : " set"}`}>
          <span>{name}</span>
          <input
            value={defines[name] ?? ""}
            placeholder={value ?? "?"}
            size={Math.max(2, (defines[name] ?? value ?? "").length)}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => define(name, currentTarget.value)}
          />
        </label>
      ))}
    </div>
  );
}

function Problems(): preact.JSX.Element | null {
  const all = marks.value;
  if (all.length === 0) return null;
  return (
    <ul class="problems" aria-label="Errors in the text">
      {all.slice(0, 50).map(({ from, line, column, message, elsewhere }) => (
        <li key={`${elsewhere ?? ""}${from}${message}`}>
          {elsewhere === undefined ? (
            <button type="button" onClick={() => (revealed.value = { from })}>
              <span class="place">
                {line}:{column}
              </span>
              <span>
                <Worded text={message} />
              </span>
            </button>
          ) : (
            <Notice kind="bad">
              <span class="place">{elsewhere}</span>
              <span>
                <Worded text={message} />
              </span>
            </Notice>
          )}
        </li>
      ))}
    </ul>
  );
}
