export { checkInThread } from "./check-in-thread.ts";
export { threads } from "./threads.ts";
export { loadModel } from "./load.ts";
export type { LoadOptions } from "./load.ts";
export type { Loaded } from "./load-in.ts";
