/** The trace explorer: steps, the state, what is enabled, and what would follow from another choice. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { StepView, WalkView } from "../engine/protocol.ts";
import { card } from "../state/source.ts";
import {
  aimedPosition,
  beginWalk,
  canReturn,
  exportWalk,
  goTo,
  isOfEarlierText,
  returnToTrace,
  shown,
  walkOn,
  walkProblem,
} from "../state/walk.ts";
import { Chart } from "./chart.tsx";
import { baseOf, Button, download, Empty, Icon, Notice } from "./parts.tsx";
import { StateTable } from "./state-table.tsx";

export function TraceView(): preact.JSX.Element {
  const view = shown.value?.view;
  const part = useSignal<"state" | "chart">("state");
  if (!view) {
    return (
      <div class="view">
        {walkProblem.value !== undefined && <Notice kind="bad">{walkProblem.value}</Notice>}
        <Empty title="No trace is open">
          <p>Check the model and open the trace of a violated property, or walk through the model yourself.</p>
          <Button kind="primary" disabled={!card.value} onClick={beginWalk}>
            Begin a walk
          </Button>
        </Empty>
      </div>
    );
  }
  return (
    <div class="view trace-view">
      <Head view={view} />
      {walkProblem.value !== undefined && <Notice kind="bad">{walkProblem.value}</Notice>}
      {isOfEarlierText.value && <Notice>This walk is one of an earlier text.</Notice>}
      {view.branchedAt !== undefined && (
        <Notice>
          <span>
            You left the trace {view.branchedAt === 0 ? "at its beginning" : `after step ${view.branchedAt}`}.
          </span>
          {canReturn.value && <Button onClick={returnToTrace}>Back to the trace</Button>}
        </Notice>
      )}
      <div class="explorer">
        <Steps view={view} />
        <div class="explorer-main">
          <div class="segments" role="group" aria-label="What to show">
            <Button pressed={part.value === "state"} onClick={() => (part.value = "state")}>
              State
            </Button>
            <Button pressed={part.value === "chart"} onClick={() => (part.value = "chart")}>
              Sequence chart
            </Button>
          </div>
          {part.value === "chart" ? <Chart view={view} /> : <Present view={view} />}
        </div>
      </div>
    </div>
  );
}

function Head({ view }: { readonly view: WalkView }): preact.JSX.Element {
  const { position, steps, origin } = view;
  return (
    <div class="actions trace-actions">
      <div class="trace-title">
        <h3>{origin}</h3>
        <span class="soft" role="status">
          {position === 0 ? "initial state" : `step ${position}`} of {steps.length}
        </span>
      </div>
      <div class="button-group" role="group" aria-label="Go to">
        <Button icon="first" label="Initial state (Home)" disabled={position === 0} onClick={() => goTo(0)} />
        <Button
          icon="back"
          label="One step back (Arrow up)"
          disabled={position === 0}
          onClick={() => goTo(position - 1)}
        />
        <Button
          icon="forward"
          label="One step forward (Arrow down)"
          disabled={position >= steps.length}
          onClick={() => goTo(position + 1)}
        />
        <Button
          icon="last"
          label="Last state (End)"
          disabled={position >= steps.length}
          onClick={() => goTo(steps.length)}
        />
      </div>
      <Button
        icon="dice"
        label="Ten random steps from here"
        disabled={view.enabledCount === 0}
        onClick={() => walkOn({ kind: "random", count: 10 })}
      />
      {view.hasOtherBeginnings && (
        <Button icon="loop" label="Another initial state" onClick={() => walkOn({ kind: "otherBeginning" })} />
      )}
      <Button label="Begin a walk of your own, in the initial state" onClick={beginWalk}>
        New walk
      </Button>
      <Exports />
    </div>
  );
}

function Exports(): preact.JSX.Element {
  const save = async (kind: "json" | "itf" | "svg"): Promise<void> => {
    const all = await exportWalk();
    const name = baseOf(shown.peek()?.model.name ?? "trace");
    if (!all) return;
    if (kind === "svg") download(`${name}.svg`, all.svg, "image/svg+xml");
    else download(`${name}.${kind === "itf" ? "itf.json" : "trace.json"}`, all[kind], "application/json");
  };
  return (
    <div class="button-group" role="group" aria-label="Save the trace as">
      <Button icon="download" label="Save the trace as JSON" onClick={() => void save("json")}>
        JSON
      </Button>
      <Button label="Save the trace in the Informal Trace Format" onClick={() => void save("itf")}>
        ITF
      </Button>
      <Button label="Save the sequence chart as SVG" onClick={() => void save("svg")}>
        SVG
      </Button>
    </div>
  );
}

/** Keys that go from step to step. */
function keyTarget(key: string, { steps }: WalkView): number | undefined {
  const position = aimedPosition();
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: position + 1,
    j: position + 1,
    ArrowUp: position - 1,
    k: position - 1,
    PageDown: position + 10,
    PageUp: position - 10,
    Home: 0,
    End: steps.length,
  };
  return targets[key];
}

function Steps({ view }: { readonly view: WalkView }): preact.JSX.Element {
  const { steps, position, loop } = view;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children[position] as HTMLElement | undefined;
    if (!item || !list.current) return;
    const { offsetTop, offsetHeight } = item;
    const { scrollTop, clientHeight } = list.current;
    const bottom = offsetTop + offsetHeight;
    if (offsetTop < scrollTop + 30) list.current.scrollTop = Math.max(0, offsetTop - 30);
    else if (bottom > scrollTop + clientHeight) list.current.scrollTop = bottom - clientHeight;
  }, [position, steps.length]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : keyTarget(event.key, view);
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  };
  const isLoop = loop !== undefined && loop < steps.length;
  return (
    <ol
      class="steps"
      role="listbox"
      tabIndex={0}
      aria-label="Steps of the trace"
      aria-activedescendant={`step-${position}`}
      ref={list}
      onKeyDown={onKeyDown}
    >
      <li
        id="step-0"
        role="option"
        aria-selected={position === 0}
        class={position === 0 ? "chosen" : ""}
        onClick={() => goTo(0)}
      >
        <span class="number">0</span>
        <span class="soft">initial state</span>
      </li>
      {steps.map((step, i) => (
        <StepItem
          key={i}
          step={step}
          number={i + 1}
          isChosen={position === i + 1}
          isAhead={i + 1 > position}
          loop={isLoop && i >= loop ? (i === loop ? "first" : i === steps.length - 1 ? "last" : "inside") : undefined}
        />
      ))}
      {isLoop && (
        <li class="loop-note" role="presentation">
          <Icon name="loop" /> back to {loop === 0 ? "the initial state" : `the state after step ${loop}`}, forever
        </li>
      )}
    </ol>
  );
}

interface StepItemProps {
  readonly step: StepView;
  readonly number: number;
  readonly isChosen: boolean;
  readonly isAhead: boolean;
  readonly loop: "first" | "inside" | "last" | undefined;
}

function StepItem({ step, number, isChosen, isAhead, loop }: StepItemProps): preact.JSX.Element {
  const classes = [
    isChosen && "chosen",
    isAhead && "ahead",
    step.failures.length > 0 && "failed",
    loop !== undefined && `loop ${loop}`,
  ];
  return (
    <li
      id={`step-${number}`}
      role="option"
      aria-selected={isChosen}
      class={classes.filter(Boolean).join(" ")}
      onClick={() => goTo(number)}
    >
      <span class="number">{number}</span>
      <span class="label">{step.label}</span>
      {step.owner !== undefined && <span class="owner">{step.owner}</span>}
    </li>
  );
}

/** The state, what violates it, and what may happen. */
function Present({ view }: { readonly view: WalkView }): preact.JSX.Element {
  const { position, steps, state, before, violation, properties } = view;
  const step = position === 0 ? undefined : steps[position - 1];
  return (
    <div class="present">
      {violation !== undefined && <Notice kind="bad">{violation}</Notice>}
      {step?.failures.map((failure) => (
        <Notice key={failure} kind="bad">
          {failure}
        </Notice>
      ))}
      <StateTable state={state} before={before} />
      <Enabled view={view} />
      {properties.length > 0 && (
        <section>
          <h4>Properties here</h4>
          <dl class="property-values">
            {properties.map(({ name, value }) => (
              <div key={name}>
                <dt class="mono">{name}</dt>
                <dd class={value === "violated" ? "bad" : "soft"}>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function Enabled({ view }: { readonly view: WalkView }): preact.JSX.Element {
  const { enabled, enabledCount, position, steps } = view;
  const isAtEnd = position === steps.length;
  return (
    <section>
      <h4>
        Enabled now <span class="count">{enabledCount}</span>
        {!isAtEnd && <span class="hint">choose another step to see what if</span>}
      </h4>
      {enabledCount === 0 && <p class="soft">No step is enabled: the run ends here.</p>}
      <ul class="enabled">
        {enabled.map((step, i) => (
          <li key={i}>
            <button type="button" class={step.isNext ? "next" : ""} onClick={() => walkOn({ kind: "take", index: i })}>
              <span class="label">
                {step.label}
                {step.owner !== undefined && <span class="owner">{step.owner}</span>}
                {step.isNext && <span class="tag">next in the trace</span>}
              </span>
              <Effect step={step} />
            </button>
          </li>
        ))}
      </ul>
      {enabledCount > enabled.length && <p class="soft">and {enabledCount - enabled.length} more</p>}
    </section>
  );
}

/** What a step would change. */
function Effect({ step: { changes, failures } }: { readonly step: StepView }): preact.JSX.Element {
  const texts = [...changes.map(({ place, before, after }) => `${place}: ${before} → ${after}`), ...failures];
  return (
    <span class="effect">
      {(texts.length === 0 ? ["nothing changes"] : texts).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}
