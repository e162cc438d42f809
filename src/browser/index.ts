export { serve, threads } from "./threads.ts";
export type { ThreadOptions, ThreadWorker } from "./threads.ts";
