/**
 * The number of runs and the seed of all random tests. Only this file decides them.
 *
 * `npm test` runs a share of them from a fixed seed, so that its result is the same everywhere. `npm run test:long`
 * runs all of them, from a seed that it draws and prints. NOETHER_SEED and the factor NOETHER_RUNS override this.
 */
import { randomInt } from "node:crypto";
import fc from "fast-check";
import { skipped } from "./skipped.ts";

const shortShare = 0.05;

export interface RandomRuns {
  readonly seed: number;
  readonly factor: number;
}

/** The settings of a test run. The main process of Vitest calls this once and passes the result to the workers. */
export function randomRuns(isLong: boolean, env: Readonly<Record<string, string | undefined>>): RandomRuns {
  const { NOETHER_SEED: seed, NOETHER_RUNS: factor } = env;
  return {
    seed: seed === undefined ? (isLong ? randomInt(2 ** 31) : 1) : numberIn("NOETHER_SEED", seed),
    factor: factor === undefined ? (isLong ? 1 : shortShare) : numberIn("NOETHER_RUNS", factor),
  };
}

function numberIn(name: string, text: string): number {
  const number = text.trim() === "" ? NaN : Number(text);
  if (!(number >= 0)) throw new Error(`expected a number for ${name}, found \`${text}\``);
  return number;
}

const { seed, factor } = randomRuns(false, process.env);

/** Whether all runs are requested. Long tests that are not random use this too. */
export const isLong: boolean = factor >= 1;

/** For `test.skipIf`. */
export const onlyInLongRun = (): boolean => skipped(!isLong, "some tests are part of `npm run test:long` only");

/** The number of runs of a test that has `count` in the long run. */
export function times(count: number): number {
  return Math.max(1, Math.ceil(count * factor));
}

/**
 * More interesting cases than this are expected, if `count` are usual in the long run: half of the share, since seeds
 * differ. A share of less than one case may have none.
 */
export function expected(count: number): number {
  const share = Math.floor((count * Math.min(1, factor)) / 2);
  return share === 0 ? -1 : share;
}

// For properties that do not set their number of runs.
fc.configureGlobal({ seed, numRuns: times(100) });
