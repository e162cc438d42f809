/** Checks by workers on many machines. */

export { clusterCheck } from "./cluster-check.ts";
export type { ClusterOptions, ClusterOutcome } from "./cluster-check.ts";
export type { Address } from "./address.ts";
export type { ModelFile } from "./recorded-model.ts";
export { cancelRun, runStatus } from "./run-status.ts";
export type { RunStatus } from "./run-status.ts";
export { ClusterStopped } from "./session.ts";
export { runWorker } from "./worker.ts";
export type { WorkerOptions } from "./worker.ts";
