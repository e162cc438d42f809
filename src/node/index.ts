export { checkInThread } from "./check-in-thread.ts";
export { diskIn } from "./disk.ts";
export { checkpointsIn } from "./checkpoint.ts";
export { threads } from "./threads.ts";
export type { ThreadOptions } from "./threads.ts";
export { loadModel } from "./load.ts";
export type { LoadOptions } from "./load.ts";
export type { Loaded } from "./load-in.ts";
