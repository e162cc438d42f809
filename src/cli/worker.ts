/** `noether worker` */

import type { Command } from "commander";
import { printable } from "../util/printable.ts";
import { byteCount } from "./arguments.ts";
import { requiredAddress, secretOf, takeRedis } from "./cluster-arguments.ts";
import type { RedisFlags } from "./cluster-arguments.ts";
import { exitCode } from "./exit-code.ts";
import { complain, endWith, setting } from "./host.ts";

interface WorkerFlags extends RedisFlags {
  readonly run?: string;
  readonly once?: boolean;
  readonly quiet?: boolean;
  readonly maxMemory?: number;
  readonly maxModel?: number;
  readonly storage?: string;
}

export function addWorker(program: Command): void {
  takeRedis(
    program
      .command("worker")
      .summary("explore states for runs that `cluster check` starts")
      .description(
        "Waits for runs, and takes part in one after the other, until it is ended. Start as many as there are cores, on any machine. Models, constants and options come from whoever starts a run.",
      ),
  )
    .option("--run <name>", "take part in this run only")
    .option("--once", "end after one run")
    .option("--quiet", "say nothing but errors")
    .option("--max-memory <bytes>", "the most memory for states, e.g. 2G (default: 4G)", byteCount)
    .option("--max-model <bytes>", "refuse models with more text than this (default: 16M)", byteCount)
    .option(
      "--storage <folder>",
      "keep states in a folder that all workers share: after a loss the search goes on from there",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  noether worker --redis redis://localhost:6379\n  NOETHER_REDIS_URL=rediss://user:password@redis.example.org noether worker --redis-ca ca.pem --once",
    )
    .action((flags: WorkerFlags) => run(flags));
}

async function run(flags: WorkerFlags): Promise<void> {
  const { runWorker } = await import("../cluster/worker.ts");
  await runWorker({
    address: requiredAddress(flags),
    version: setting.version,
    prefix: flags.prefix,
    secret: secretOf(process.env),
    run: flags.run,
    once: flags.once,
    maxMemoryBytes: flags.maxMemory,
    maxModelBytes: flags.maxModel,
    storage: flags.storage,
    isInterrupted: () => Atomics.load(setting.flags, 0) !== 0,
    onEvent: flags.quiet === true ? undefined : (text) => complain(`${printable(text)}\n`),
  });
  endWith(exitCode.holds);
}
