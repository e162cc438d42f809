/** What a thread of the platform does for a check (`Threads`): it is a member of a search, or does a part of the check. */

import { serveMember } from "../explicit/thread-members.ts";
import type { MemberMessage } from "../explicit/thread-members.ts";
import type { PartTask } from "./part-thread.ts";

/** What to do with each message that arrives in the thread. */
export function serveThread(answer: (message: unknown) => void): (message: unknown) => void {
  const obey = serveMember(answer);
  return (given) => {
    const message = given as PartTask | MemberMessage;
    if (message.kind !== "part") obey(message);
    else void import("./part-thread.ts").then(({ servePart }) => servePart(message, answer));
  };
}
