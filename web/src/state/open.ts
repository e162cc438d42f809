/** Opens a model of another origin, and forgets what was known of the one before. */

import type { ModelText } from "../engine/protocol.ts";
import { forget } from "./check.ts";
import { forgetGraphs } from "./graph.ts";
import { conflict, file } from "./local.ts";
import { sharedIn } from "./share.ts";
import { openModel } from "./source.ts";
import { forgetSymmetries } from "./symmetry.ts";
import { say, tab } from "./view.ts";
import { forgetWalk, loadTrace } from "./walk.ts";

export interface Example extends Pick<ModelText, "text" | "files" | "defines"> {
  readonly path: string;
  readonly title: string;
  readonly about: string;
}

export function openAfresh(model: ModelText): void {
  forget();
  forgetWalk();
  forgetSymmetries();
  forgetGraphs();
  tab.value = "check";
  openModel(model);
}

export function openExample({ path, text, files, defines }: Example): void {
  file.value = undefined;
  conflict.value = undefined;
  if (location.hash !== "") history.replaceState(undefined, "", location.href.split("#", 1)[0]);
  openAfresh({ name: path.replace(/^.*\//, ""), text, files, defines });
}

/** What the page shows at first if nothing else is asked for. */
const firstExample = "csp/dining-philosophers.csp";

export async function openFirst(): Promise<void> {
  const { examples } = await import("virtual:gallery");
  const example = examples.find(({ path }) => path === firstExample)!;
  openExample({ ...example, defines: { N: "5" } });
}

/** Whether the address shares a model, which is then open. */
export async function openShared(): Promise<boolean> {
  try {
    const shared = await sharedIn(location.hash);
    if (!shared) return false;
    openAfresh(shared.model);
    if (shared.trace) {
      const { text, origin, position } = shared.trace;
      await loadTrace(shared.model, text, origin, position);
    }
    return true;
  } catch {
    say("The link is damaged: a part of it may be missing.");
    return false;
  }
}
