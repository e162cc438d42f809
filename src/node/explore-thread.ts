/** A thread of a check (`threads.ts`). */

import { parentPort } from "node:worker_threads";
import { serveThread } from "../check/thread.ts";

parentPort!.on(
  "message",
  serveThread((message) => parentPort!.postMessage(message)),
);
