/** A thread of a search (`threads.ts`): a member of one, or a part of a check. */

import { parentPort } from "node:worker_threads";
import type { PartTask } from "../check/part-thread.ts";
import { serveMember } from "../explicit/thread-members.ts";

const answer = (message: unknown): void => parentPort!.postMessage(message);
const obey = serveMember(answer);

parentPort!.on("message", (message: PartTask | { readonly kind: "setup" | "order" }) => {
  if (message.kind !== "part") obey(message);
  else void import("../check/part-thread.ts").then(({ servePart }) => servePart(message, answer));
});
