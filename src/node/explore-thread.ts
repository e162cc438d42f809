/** The thread of a member of a search (`threads.ts`). */

import { parentPort } from "node:worker_threads";
import { serveMember } from "../explicit/thread-members.ts";

parentPort!.on(
  "message",
  serveMember((report) => parentPort!.postMessage(report)),
);
