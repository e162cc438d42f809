/** Properties and their verdicts; what to run, and how. */

import {
  choices,
  defaults,
  done,
  isStale,
  openTrace,
  progress,
  refusal,
  rows,
  runCheck,
  running,
} from "../state/check.ts";
import type { Choices, PropertyRow } from "../state/check.ts";
import { card, marks, revealed, source } from "../state/source.ts";
import { baseOf, Button, download, Empty, grouped, Icon, Notice, Verdict, Worded } from "./parts.tsx";
import { written } from "./symmetry-view.tsx";

const kinds: Readonly<Record<string, string>> = {
  invariant: "invariant",
  reachable: "reachable",
  deadlock: "no deadlock",
  ltl: "formula",
  assertion: "assertions",
  range: "run-time errors",
  unsupported: "not supported",
};

export function CheckView(): preact.JSX.Element {
  const isRunning = running.value !== undefined;
  const canRun = card.value !== undefined && !isRunning;
  return (
    <div class="view check-view">
      <div class="actions">
        {isRunning ? (
          <Button kind="danger" icon="stop" onClick={() => running.value?.cancel()}>
            Cancel
          </Button>
        ) : (
          <Button
            kind="primary"
            icon="play"
            label="Check all properties (Ctrl Enter)"
            disabled={!canRun}
            onClick={() => void runCheck()}
          >
            Check all
          </Button>
        )}
        <Button label="Visit all states, without a question" disabled={!canRun} onClick={() => void runCheck([])}>
          Explore
        </Button>
        <div class="spacer" />
        {done.value && (
          <Button icon="download" label="The result as JSON" onClick={exportResult}>
            JSON
          </Button>
        )}
      </div>
      {isRunning && <Progress />}
      {refusal.value !== undefined && <Notice kind="unsure">{refusal.value}</Notice>}
      {marks.value.length > 0 && !card.value && (
        <Notice kind="bad">The text has errors, so there is nothing to check yet.</Notice>
      )}
      {isStale.value && <Notice>These results are of an earlier text, or of other constants.</Notice>}
      <Summary />
      <Properties />
      <Settings />
    </div>
  );
}

function exportResult(): void {
  const { document } = done.peek()!.answer;
  download(
    `${baseOf(source.peek().name)}.check.json`,
    `${JSON.stringify(document, undefined, 2)}\n`,
    "application/json",
  );
}

function Progress(): preact.JSX.Element {
  return (
    <div class="progress" role="status">
      <div class="progress-bar" />
      <span class="mono">{progress.value?.text ?? "starting…"}</span>
    </div>
  );
}

function Summary(): preact.JSX.Element | null {
  if (!done.value) return null;
  const { document } = done.value.answer;
  const { verdict, states, transitions, depth, symmetry, seconds, memoryBytes, notes, unreducedStates } = document;
  const isReduced = symmetry.order !== "1";
  const unused = symmetry.skipped ?? symmetry.unused;
  const why = isReduced || unused === undefined ? undefined : `No symmetry is used: ${unused}.`;
  const figures: (readonly [name: string, value: string, detail?: string | undefined])[] = [
    ["states", grouped(states), isReduced ? "one per orbit" : undefined],
    ...(unreducedStates !== undefined && isReduced ? [["without symmetry", grouped(unreducedStates)] as const] : []),
    ...(transitions === undefined ? [] : [["transitions", grouped(transitions)] as const]),
    ...(depth === undefined ? [] : [["depth", grouped(depth)] as const]),
    ["group", isReduced ? grouped(symmetry.order) : "1", isReduced ? written(symmetry.structure) : "none used"],
    ["time", seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`],
    ["memory", `${(memoryBytes / 2 ** 20).toFixed(1)} MB`],
  ];
  return (
    <section class={`summary ${verdict}`} aria-label="Result">
      <div class="summary-head">
        <Verdict verdict={verdict} />
        <span class="soft">
          {headline(
            verdict,
            document.properties.filter((each) => each.verdict === "violated").map(({ name }) => name),
          )}
        </span>
      </div>
      <dl class="figures">
        {figures.map(([name, value, detail]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {detail !== undefined && (
              <dd class="detail" title={detail}>
                {detail}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {[...(why === undefined ? [] : [why]), ...notes].map((note) => (
        <p key={note} class="soft">
          {note}
        </p>
      ))}
    </section>
  );
}

function headline(verdict: string, violated: readonly string[]): string {
  if (verdict === "holds") return "All that was asked holds.";
  if (verdict === "violated") return violated.join(", ");
  return "Not everything could be decided.";
}

function Properties(): preact.JSX.Element {
  const all = rows.value;
  if (all.length === 0) {
    return <Empty title={card.value ? "The model states no property." : "No model yet"} />;
  }
  return (
    <table class="properties">
      <caption class="visually-hidden">Properties and verdicts</caption>
      <thead>
        <tr>
          <th scope="col">Property</th>
          <th scope="col">Kind</th>
          <th scope="col">Verdict</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map((row) => (
          <Property key={row.name} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Property({ row }: { readonly row: PropertyRow }): preact.JSX.Element {
  const { name, kind, verdict, reason, line, hasTrace, steps, isAsked } = row;
  const goToLine = (): void => {
    const before = source
      .peek()
      .text.split("\n")
      .slice(0, line! - 1);
    revealed.value = { from: before.reduce((sum, text) => sum + text.length + 1, 0) };
  };
  return (
    <tr>
      <th scope="row">
        {line === undefined ? (
          <span class="mono">{name}</span>
        ) : (
          <button type="button" class="link mono" title={`Line ${line}`} onClick={goToLine}>
            {name}
          </button>
        )}
        {reason !== undefined && (
          <div class="reason">
            <Worded text={reason} />
          </div>
        )}
      </th>
      <td class="soft">{kinds[kind] ?? kind}</td>
      <td>
        {isAsked ? (
          <span class="asking">checking…</span>
        ) : verdict === undefined ? (
          <span class="faint">not asked</span>
        ) : (
          <Verdict verdict={verdict} />
        )}
      </td>
      <td>
        <div class="row-actions">
          {hasTrace && (
            <Button label={`Open the trace of ${name}`} onClick={() => openTrace(name)}>
              Trace{steps === undefined ? "" : ` (${steps})`}
            </Button>
          )}
          <Button
            icon="play"
            label={`Check ${name} alone`}
            disabled={running.value !== undefined || !card.value}
            onClick={() => void runCheck([name])}
          />
        </div>
      </td>
    </tr>
  );
}

const selects: readonly (readonly [keyof Choices, string, readonly string[]])[] = [
  ["engine", "Engine", ["auto", "explicit", "symbolic"]],
  ["symmetry", "Symmetry", ["auto", "on", "off"]],
  ["representatives", "Representatives", ["auto", "unique", "multiple"]],
  ["partialOrder", "Partial order", ["auto", "on", "off"]],
  ["fairness", "Fairness", ["none", "weak", "strong", "global"]],
];

const limits: readonly (readonly [keyof Choices, string, string])[] = [
  ["maxStates", "States at most", "no limit"],
  ["seconds", "Seconds", "no limit"],
  ["megabytes", "Megabytes", "no limit"],
];

function Settings(): preact.JSX.Element {
  const changed = Object.keys(defaults).filter(
    (key) => choices.value[key as keyof Choices] !== defaults[key as keyof Choices],
  ).length;
  const set = (key: keyof Choices, value: string): void => {
    choices.value = { ...choices.peek(), [key]: value };
  };
  return (
    <details class="settings">
      <summary>
        <Icon name="forward" /> Engine and limits
        {changed > 0 && <span class="tag">{changed} changed</span>}
      </summary>
      <div class="setting-grid">
        {selects.map(([key, label, options]) => (
          <label key={key} class="field">
            <span>{label}</span>
            <select value={choices.value[key]} onChange={({ currentTarget }) => set(key, currentTarget.value)}>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </label>
        ))}
        {limits.map(([key, label, placeholder]) => (
          <label key={key} class="field">
            <span>{label}</span>
            <input
              inputMode="numeric"
              value={choices.value[key]}
              placeholder={placeholder}
              onInput={({ currentTarget }) => set(key, currentTarget.value)}
            />
          </label>
        ))}
      </div>
      {changed > 0 && <Button onClick={() => (choices.value = defaults)}>Back to the defaults</Button>}
    </details>
  );
}
