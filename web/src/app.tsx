/** The page: a bar, the model on the left, and what is known of it on the right. */

import { useEffect } from "preact/hooks";
import { runCheck } from "./state/check.ts";
import { file, save } from "./state/local.ts";
import { galleryIsOpen, helpIsOpen, remember, split, tab, tabs, toast } from "./state/view.ts";
import type { Tab } from "./state/view.ts";
import { CheckView } from "./views/check-view.tsx";
import { Gallery } from "./views/gallery.tsx";
import { GraphView } from "./views/graph-view.tsx";
import { Help } from "./views/help.tsx";
import { SourcePane } from "./views/source-pane.tsx";
import { SymmetryView } from "./views/symmetry-view.tsx";
import { TopBar } from "./views/top-bar.tsx";
import { TraceView } from "./views/trace-view.tsx";

const titles: Readonly<Record<Tab, string>> = { check: "Check", trace: "Trace", symmetry: "Symmetry", graph: "Graph" };
const views: Readonly<Record<Tab, () => preact.JSX.Element>> = {
  check: CheckView,
  trace: TraceView,
  symmetry: SymmetryView,
  graph: GraphView,
};

export function App(): preact.JSX.Element {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const View = views[tab.value];
  return (
    <div class="app">
      <TopBar />
      <main class="split" style={{ "--split": `${split.value}%` }}>
        <SourcePane />
        <Splitter />
        <section class="pane result-pane" aria-label="Results">
          <Tabs />
          <div class="tab-panel" role="tabpanel" id="panel" aria-labelledby={`tab-${tab.value}`}>
            <View />
          </div>
        </section>
      </main>
      {galleryIsOpen.value && <Gallery />}
      {helpIsOpen.value && <Help />}
      <div class={`toast${toast.value === undefined ? "" : " shown"}`} role="status">
        {toast.value}
      </div>
    </div>
  );
}

function onKey(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key === "Enter") {
    tab.value = "check";
    void runCheck();
  } else if (isCommand && event.key === "s" && file.peek()) void save();
  else if (event.altKey && /^[1-4]$/.test(event.key)) tab.value = tabs[Number(event.key) - 1]!;
  else return;
  event.preventDefault();
}

function Tabs(): preact.JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    tab.value = tabs[(tabs.indexOf(tab.value) + by + tabs.length) % tabs.length]!;
    document.getElementById(`tab-${tab.value}`)?.focus();
    event.preventDefault();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab.value === name}
          aria-controls="panel"
          tabIndex={tab.value === name ? 0 : -1}
          onClick={() => (tab.value = name)}
        >
          {titles[name]}
        </button>
      ))}
    </div>
  );
}

/** The line between the halves: dragged, or moved by the arrow keys. */
function Splitter(): preact.JSX.Element {
  const set = (percent: number): void => {
    split.value = Math.min(75, Math.max(20, percent));
    remember("noether-split", String(Math.round(split.value)));
  };
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the editor"
      aria-valuenow={Math.round(split.value)}
      aria-valuemin={20}
      aria-valuemax={75}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set((100 * event.clientX) / innerWidth);
      }}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") set(split.value - 2);
        else if (event.key === "ArrowRight") set(split.value + 2);
      }}
    />
  );
}
