/** The state graph and its quotient, side by side. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GraphAnswer, GraphName, GraphView as GraphData } from "../engine/protocol.ts";
import {
  choose,
  chosen,
  drawGraphs,
  graphProblem,
  graphs,
  graphsAreCurrent,
  isDrawing,
  marked,
  matches,
  openTraceToChosen,
  searchStates,
} from "../state/graph.ts";
import { card, source } from "../state/source.ts";
import { GraphCanvas } from "./graph-canvas.tsx";
import { Button, Empty, grouped, Notice } from "./parts.tsx";
import { StateTable } from "./state-table.tsx";
import { written } from "./symmetry-view.tsx";

export function GraphView(): preact.JSX.Element {
  const model = source.value;
  const isReadable = card.value !== undefined;
  useEffect(() => {
    if (isReadable && !graphsAreCurrent.peek() && !isDrawing.peek()) void drawGraphs();
  }, [model, isReadable]);
  const answer = graphs.value?.answer;
  return (
    <div class="view graph-view">
      {isDrawing.value && (
        <div class="progress" role="status">
          <div class="progress-bar" />
          <span>exploring the states…</span>
          <Button kind="danger" onClick={() => isDrawing.value?.cancel()}>
            Cancel
          </Button>
        </div>
      )}
      {graphProblem.value !== undefined && (
        <Notice kind="unsure">
          <span>{graphProblem.value}</span>
          <Button onClick={() => void drawGraphs()}>Try again</Button>
        </Notice>
      )}
      {answer ? (
        <Graphs answer={answer} />
      ) : (
        !isDrawing.value && (
          <Empty title={isReadable ? "Not drawn yet" : "The text has errors, so there are no states to draw."} />
        )
      )}
    </div>
  );
}

function Graphs({ answer }: { readonly answer: GraphAnswer }): preact.JSX.Element {
  const { full, quotient, order, structure, limit } = answer;
  return (
    <>
      <div class="actions">
        <Search />
        <div class="spacer" />
        <Legend />
      </div>
      <div class="graph-pair">
        <Graph
          name="full"
          title="All states"
          graph={full}
          missing={`There are more than ${grouped(limit)} states, too many to draw. Try smaller constants.`}
        />
        <Graph
          name="quotient"
          title={order === "1" ? "One state per orbit" : `One state per orbit of ${written(structure)}`}
          graph={quotient}
          missing={
            order === "1"
              ? "The model has no symmetry, so each state is alone in its orbit."
              : `There are more than ${grouped(limit)} orbits, too many to draw.`
          }
        />
      </div>
      <Details answer={answer} />
    </>
  );
}

function Search(): preact.JSX.Element {
  const text = useSignal("");
  const found = matches.value;
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void searchStates(text.value);
      }}
    >
      <input
        aria-label="Search states"
        placeholder="Search: a condition, or a value such as x = 1"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          if (currentTarget.value === "") void searchStates("");
        }}
      />
      <Button onClick={() => void searchStates(text.peek())}>Search</Button>
      <span class="soft" role="status">
        {found &&
          `${grouped(found.full.size)} states${found.quotient.size > 0 ? `, ${grouped(found.quotient.size)} orbits` : ""}`}
      </span>
    </form>
  );
}

function Legend(): preact.JSX.Element {
  return (
    <ul class="legend" aria-label="Colors">
      <li class="initial">initial</li>
      <li class="bad">deadlock or violation</li>
      <li class="marked">chosen orbit</li>
    </ul>
  );
}

interface GraphProps {
  readonly name: GraphName;
  readonly title: string;
  readonly graph: GraphData | undefined;
  readonly missing: string;
}

function Graph({ name, title, graph, missing }: GraphProps): preact.JSX.Element {
  const at = chosen.value;
  const counts = graph && `${grouped(graph.stateCount)} states, ${grouped(graph.from.length)} steps`;
  return (
    <figure class="graph">
      <figcaption>
        <strong>{title}</strong>
        {counts !== undefined && <span class="soft">{counts}</span>}
      </figcaption>
      {graph ? (
        <GraphCanvas
          graph={graph}
          label={`${title}: ${counts}`}
          chosen={at?.graph === name ? at.id : undefined}
          marked={marked.value[name]}
          matches={matches.value?.[name]}
          onChoose={(id) => void choose(name, id)}
        />
      ) : (
        <p class="graph-missing soft">{missing}</p>
      )}
    </figure>
  );
}

function Details({ answer }: { readonly answer: GraphAnswer }): preact.JSX.Element {
  const at = chosen.value;
  if (!at?.details) {
    return (
      <p class="soft hint-line">
        Choose a state by a click, or with the arrow keys. Its orbit is marked in the other graph.
      </p>
    );
  }
  const { state, steps, depth } = at.details;
  const orbit = answer.orbitOf ? marked.value.full.size : undefined;
  return (
    <section class="graph-details" aria-label="Chosen state">
      <div class="section-head">
        <h3>
          State {at.id}
          {at.graph === "quotient" && " (representative)"}
        </h3>
        <span class="soft">
          {depth === 0 ? "initial" : `${depth} steps from an initial state`}
          {orbit !== undefined && (orbit === 1 ? ", alone in its orbit" : `, one of ${grouped(orbit)} in its orbit`)}
        </span>
        <div class="spacer" />
        <Button kind="primary" onClick={openTraceToChosen}>
          Open the trace to it
        </Button>
      </div>
      <div class="graph-details-grid">
        <StateTable state={state} />
        <div>
          <h4>Steps</h4>
          {steps.length === 0 && <p class="soft">No step is enabled.</p>}
          <ul class="enabled compact">
            {steps.slice(0, 60).map(({ label, to }, k) => (
              <li key={k}>
                <button type="button" onClick={() => void choose(at.graph, to)}>
                  <span class="label">{label}</span>
                  <span class="effect">state {to}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
