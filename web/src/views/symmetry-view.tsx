/** The symmetries of the model: the group, its generators, what they exchange, and what is not exchangeable. */

import { useEffect } from "preact/hooks";
import type { SymmetryAnswer } from "../engine/protocol.ts";
import { card, source } from "../state/source.ts";
import { findSymmetries, found, generator, isCurrent, isSearching, symmetryProblem } from "../state/symmetry.ts";
import { Diagram, diagramSvg } from "./diagram.tsx";
import { baseOf, Button, download, Empty, grouped, Notice, Worded } from "./parts.tsx";
import { VariableBoard } from "./variable-board.tsx";

/** The most entries of a list. */
const mostListed = 60;

export function SymmetryView(): preact.JSX.Element {
  const model = source.value;
  const isReadable = card.value !== undefined;
  useEffect(() => {
    if (isReadable && !isCurrent.peek() && !isSearching.peek()) void findSymmetries();
  }, [model, isReadable]);
  const answer = found.value?.answer;
  return (
    <div class="view symmetry-view">
      {isSearching.value && (
        <div class="progress" role="status">
          <div class="progress-bar" />
          <span>looking for symmetries…</span>
          <Button kind="danger" onClick={() => isSearching.value?.cancel()}>
            Cancel
          </Button>
        </div>
      )}
      {symmetryProblem.value !== undefined && (
        <Notice kind="unsure">
          <span>{symmetryProblem.value}</span>
          <Button onClick={() => void findSymmetries()}>Try again</Button>
        </Notice>
      )}
      {answer ? (
        <Found answer={answer} />
      ) : (
        !isSearching.value && (
          <Empty title={isReadable ? "Not looked for yet" : "The text has errors, so there is no model to look at."} />
        )
      )}
    </div>
  );
}

function Found({ answer }: { readonly answer: SymmetryAnswer }): preact.JSX.Element {
  const { document, picture } = answer;
  const { order, structure, methods, seconds, notes } = document;
  const isTrivial = order === "1";
  return (
    <>
      <section class="group-card" aria-label="Group">
        <div class="group-name">{isTrivial ? "No symmetry" : written(structure)}</div>
        <div class="soft">
          {isTrivial
            ? "No permutation of processes or values was found that keeps the model as it is."
            : `order ${grouped(order)}; each generator is proved by the validator`}
        </div>
        <div class="soft">
          {`looked for by ${methods.join(", ")} in ${seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`}`}
        </div>
        {notes.map((note) => (
          <div key={note} class="soft">
            {note}
          </div>
        ))}
      </section>
      {!isTrivial && <Generators answer={answer} />}
      {picture.kind !== undefined && (
        <section>
          <div class="section-head">
            <h3>{diagramTitles[picture.kind]}</h3>
            <Button icon="download" label="Save the diagram as SVG" onClick={() => saveDiagram(answer)}>
              SVG
            </Button>
          </div>
          <Diagram picture={picture} generator={generator.value} />
        </section>
      )}
      {picture.kind !== "net" && <VariableBoard slots={picture.slots} generator={generator.value} />}
      <Reasons answer={answer} />
    </>
  );
}

/** A group as people write it: `S2 x (S3 wr S2)` with signs and small figures. */
export function written(structure: string): string {
  const small = (digits: string): string =>
    digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x2080 + Number(digit)));
  return structure
    .replaceAll(" x ", " × ")
    .replaceAll(" wr ", " ≀ ")
    .replaceAll(/\b([A-Z])(\d+)\b/g, (_, letter: string, digits: string) => letter + small(digits));
}

const diagramTitles = {
  channels: "Processes, channels and shared variables",
  actors: "Who knows whom",
  net: "The net",
};

function saveDiagram({ picture }: SymmetryAnswer): void {
  download(`${baseOf(source.peek().name)}-symmetry.svg`, diagramSvg(picture, source.peek().name), "image/svg+xml");
}

function Generators({ answer: { document } }: { readonly answer: SymmetryAnswer }): preact.JSX.Element {
  const { components, generators, evidence } = document;
  const texts = components?.generators ?? generators;
  const chosen = generator.value === undefined ? undefined : generators[generator.value];
  const why = evidence?.find((each) => each.generator === chosen);
  return (
    <section>
      <div class="section-head">
        <h3>
          Generators <span class="count">{texts.length}</span>
        </h3>
        <span class="hint">choose one to see what it exchanges</span>
      </div>
      <ul class="generators">
        {texts.slice(0, mostListed).map((text, k) => (
          <li key={k}>
            <button
              type="button"
              class="generator mono"
              aria-pressed={generator.value === k}
              onClick={() => (generator.value = generator.value === k ? undefined : k)}
            >
              <Cycles text={text} />
            </button>
          </li>
        ))}
      </ul>
      {texts.length > mostListed && <p class="soft">and {texts.length - mostListed} more</p>}
      {why && (
        <details class="evidence">
          <summary>Why it is sound</summary>
          <pre>{why.text}</pre>
        </details>
      )}
    </section>
  );
}

/** Cycles, each in one piece, so that lines break between them. */
function Cycles({ text }: { readonly text: string }): preact.JSX.Element {
  const cycles = text.match(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g) ?? [text];
  const shown = cycles.slice(0, 12);
  return (
    <span class="cycles">
      {shown.map((cycle, i) => (
        <span key={i} class="cycle">
          {cycle.length > 160 ? `${cycle.slice(0, 150)}…)` : cycle}
        </span>
      ))}
      {cycles.length > shown.length && <span class="soft">and {cycles.length - shown.length} more cycles</span>}
    </span>
  );
}

/** Why a neighbor is not exchangeable. */
function Reasons({ answer: { document } }: { readonly answer: SymmetryAnswer }): preact.JSX.Element | null {
  const { rejected, objections, actors } = document;
  const alike = actors?.reasons ?? [];
  const refused = new Map(rejected.map(({ generator: cycles, reason }) => [`${cycles} ${reason}`, { cycles, reason }]));
  if (refused.size === 0 && objections.length === 0 && alike.length === 0) return null;
  return (
    <section>
      <div class="section-head">
        <h3>Not exchangeable</h3>
        <span class="hint">proposed, and refused by the validator</span>
      </div>
      <ul class="reasons">
        {alike.map((reason) => (
          <li key={reason}>
            <Worded text={reason} />
          </li>
        ))}
        {[...refused.values()].slice(0, 30).map(({ cycles, reason }) => (
          <li key={`${cycles}${reason}`}>
            <div class="mono">
              <Cycles text={cycles} />
            </div>
            <div class="soft">
              <Worded text={reason} />
            </div>
          </li>
        ))}
        {objections.map(({ line, column, message }) => (
          <li key={`${line}:${column}${message}`}>
            <span class="place">
              {line}:{column}
            </span>{" "}
            <Worded text={message} />
          </li>
        ))}
      </ul>
    </section>
  );
}
