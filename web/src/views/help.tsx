/** The keys, and what the page does with the model of the user. */

import { helpIsOpen } from "../state/view.ts";
import { Dialog } from "./dialog.tsx";

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["Ctrl", "Enter"], "check all properties"],
  [["Ctrl", "S"], "save the file, if the studio was opened with one"],
  [["Alt", "1 … 4"], "check, trace, symmetry, graph"],
  [["↓", "↑"], "next and previous step, in the list of steps (also j and k)"],
  [["Home", "End"], "first and last state of the trace"],
  [["← ↑ → ↓"], "another state, in a graph"],
  [["+", "−", "0"], "zoom in, zoom out and show all, in a graph"],
  [["Esc", "Tab"], "leave the editor"],
];

export function Help(): preact.JSX.Element {
  return (
    <Dialog title="Keyboard and help" isNarrow onClose={() => (helpIsOpen.value = false)}>
      <dl class="keys">
        {keys.map(([all, what]) => (
          <div key={what}>
            <dt>
              {all.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">
        Everything runs in this page: the model is read, checked and drawn by a worker of the browser, and nothing
        leaves it. A shared link has the model in itself.
      </p>
    </Dialog>
  );
}
