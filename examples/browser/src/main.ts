/** The page: a worker checks the model, so that the page stays awake. Ending the worker ends the check at once. */

import type { Answer } from "./worker.ts";

const text = document.querySelector<HTMLTextAreaElement>("#model")!;
const result = document.querySelector<HTMLElement>("#result")!;
let worker: Worker | undefined;

function stop(): void {
  worker?.terminate();
  worker = undefined;
}

document.querySelector("#check")!.addEventListener("click", () => {
  stop();
  result.textContent = "...";
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
    result.textContent = data.text;
    if (data.kind !== "progress") stop();
  });
  worker.postMessage(text.value);
});

document.querySelector("#stop")!.addEventListener("click", () => {
  stop();
  result.textContent = "stopped";
});
