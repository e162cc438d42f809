/**
 * The script of the page: it shows the step that is chosen in the list of a trace. Its hash is in the content security
 * policy, so it has no variable parts; what it shows is in a block of JSON. It sets texts only, never markup.
 */

export const script = `
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const make = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
for (const [k, trace] of data.traces.entries()) {
  const root = document.getElementById("trace-" + k);
  const list = root.querySelector(".steps");
  const view = root.querySelector(".view");
  const items = [...list.children];
  let chosen = 0;
  const show = (i) => {
    chosen = Math.max(0, Math.min(items.length - 1, i));
    items.forEach((item, j) => item.setAttribute("aria-selected", String(j === chosen)));
    list.setAttribute("aria-activedescendant", items[chosen].id);
    const top = items[chosen].offsetTop - list.offsetTop;
    const bottom = top + items[chosen].offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    const state = trace.states[chosen];
    const before = new Map(chosen === 0 ? state.values : trace.states[chosen - 1].values);
    view.replaceChildren(make("h3", "", chosen === 0 ? "initial state" : "after step " + chosen));
    const changes = make("ul", "changes mono");
    for (const text of state.changes) changes.append(make("li", "", text));
    for (const text of state.failures) changes.append(make("li", "bad", text));
    if (changes.children.length > 0) view.append(changes);
    const table = make("table");
    const rows = new Map(state.values);
    const names = [...new Set([...before.keys(), ...rows.keys()])];
    for (const name of names) {
      const [old, now] = [before.get(name), rows.get(name)];
      const row = make("tr", old === now ? "" : "changed");
      row.append(make("td", "name", name));
      const cell = make("td", "value");
      if (old !== now && old !== undefined) cell.append(make("del", "", old), " ");
      cell.append(make("span", "", now === undefined ? "-" : now));
      row.append(cell);
      table.append(row);
    }
    view.append(table);
    showSource(state);
  };
  const showSource = (state) => {
    if (state.source === undefined) return;
    const box = make("div", "source");
    box.append(make("div", "soft", data.sources[state.source].name + ":" + state.from));
    const pre = make("pre");
    data.sources[state.source].text.split("\\n").forEach((text, i) => {
      const isHere = i + 1 >= state.from && i + 1 <= state.to;
      pre.append(make("span", isHere ? "line here" : "line", String(i + 1).padStart(4) + "  " + text));
    });
    box.append(pre);
    view.append(box);
    const here = pre.querySelector(".here");
    if (here) box.scrollTop = here.offsetTop - box.offsetTop - 60;
  };
  items.forEach((item, i) => item.addEventListener("click", () => show(i)));
  list.addEventListener("keydown", (event) => {
    const to = { ArrowDown: chosen + 1, j: chosen + 1, ArrowUp: chosen - 1, k: chosen - 1, Home: 0, End: items.length - 1,
      PageDown: chosen + 10, PageUp: chosen - 10 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(to);
  });
  show(items.length - 1);
}
`;
