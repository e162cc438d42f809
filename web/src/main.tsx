/** Starts the page. */

import { render } from "preact";
import { App } from "./app.tsx";
import { desk, searcher } from "./state/engines.ts";
import { startLocal } from "./state/local.ts";
import { openFirst, openShared } from "./state/open.ts";
import { startReading } from "./state/source.ts";
import { startTheme } from "./state/view.ts";

startTheme();
desk.start();
startReading();
render(<App />, document.getElementById("app")!);
if (!(await openShared()) && !(await startLocal())) await openFirst();
addEventListener("hashchange", () => void openShared());
// Checks need it; by now the page can be used.
setTimeout(() => searcher.start(), 300);
