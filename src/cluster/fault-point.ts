/**
 * Points at which tests kill or stop a process: `NOETHER_FAULT=kill:reported:3` kills it when it comes to the point
 * `reported` for the third time, `pause:...` stops it as Ctrl-Z does. Without this variable nothing happens.
 */

const [action, point, times] = (process.env["NOETHER_FAULT"] ?? "").split(":");
let left = Number(times ?? 1);

export type FaultPoint = (typeof faultPoints)[number];

/** The steps of a worker, in the order of a run. */
export const faultPoints = [
  "joined",
  "formed",
  "loading",
  "loaded",
  "adopting",
  "adopted",
  "settled",
  "expanding",
  "slice",
  "waiting",
  "sent",
  "logging",
  "logged",
  "reported",
  "pending",
  "seeking",
  "reading",
  "copying",
] as const;

export function passFaultPoint(name: FaultPoint): void {
  if (point !== name || --left !== 0) return;
  process.kill(process.pid, action === "pause" ? "SIGSTOP" : "SIGKILL");
}
