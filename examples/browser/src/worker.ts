/** The worker: reads a model, checks it, and answers with the text that the command line would print. */

import { check, checkText, formatDiagnostic, parse, progressText } from "noether";
import { threads } from "noether/browser";

export interface Answer {
  readonly kind: "progress" | "result" | "error";
  readonly text: string;
}

const answer = (kind: Answer["kind"], text: string): void => self.postMessage({ kind, text } satisfies Answer);

self.addEventListener("message", async ({ data }: MessageEvent<string>) => {
  try {
    const { model, diagnostics } = parse(data, { name: "model.seq" });
    if (!model) {
      answer("error", diagnostics.map(formatDiagnostic).join("\n"));
      return;
    }
    const result = await check(model, {
      threads: threads(() => new Worker(new URL("./thread.ts", import.meta.url), { type: "module" })),
      onProgress: (progress) => answer("progress", progressText(progress)),
    });
    answer("result", checkText(result));
  } catch (error) {
    answer("error", error instanceof Error ? error.message : String(error));
  }
});
