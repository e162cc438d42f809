/** The examples, by language, each with a line about it. */

import { useSignal } from "@preact/signals";
import { catalog } from "noether";
import { useEffect } from "preact/hooks";
import { openExample } from "../state/open.ts";
import type { Example } from "../state/open.ts";
import { languageOfFile } from "../state/source.ts";
import { galleryIsOpen } from "../state/view.ts";
import { Dialog } from "./dialog.tsx";

export function Gallery(): preact.JSX.Element {
  const all = useSignal<readonly Example[]>([]);
  const filter = useSignal("");
  useEffect(() => {
    void import("virtual:gallery").then(({ examples }) => (all.value = examples));
  }, []);
  const wanted = filter.value.toLowerCase().trim();
  const shown = all.value.filter(({ path, about }) => `${path} ${about}`.toLowerCase().includes(wanted));
  const groups = new Map<string, Example[]>();
  for (const example of shown) {
    const id = languageOfFile(example.path)!;
    groups.set(id, [...(groups.get(id) ?? []), example]);
  }
  return (
    <Dialog title="Examples" onClose={() => (galleryIsOpen.value = false)}>
      <input
        class="filter"
        type="search"
        aria-label="Filter the examples"
        placeholder={`Filter ${all.value.length} examples`}
        value={filter.value}
        onInput={({ currentTarget }) => (filter.value = currentTarget.value)}
      />
      {[...groups].map(([id, examples]) => (
        <section key={id}>
          <h3>
            {catalog[id as keyof typeof catalog].name}
            <span class="soft">{catalog[id as keyof typeof catalog].description}</span>
          </h3>
          <ul class="cards">
            {examples.map((example) => (
              <li key={example.path}>
                <button
                  type="button"
                  class="card"
                  onClick={() => {
                    openExample(example);
                    galleryIsOpen.value = false;
                  }}
                >
                  <strong>{example.title}</strong>
                  <span>{example.about}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {all.value.length > 0 && shown.length === 0 && <p class="soft">No example has these words.</p>}
    </Dialog>
  );
}
