import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { randomRuns } from "./test/support/random-runs.ts";
import { SummaryReporter } from "./test/support/summary-reporter.ts";

/** What the long run has more of: random tests, and those that ask whether it is one. */
function longTests(): string[] {
  const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  const isLong = (file: string): boolean => /fast-check|random-runs\.ts/.test(readFileSync(`test/${file}`, "utf8"));
  return files.filter(isLong).map((file) => `test/${file}`);
}

export default defineConfig(({ mode }) => {
  const isLong = mode === "long";
  const { seed, factor } = randomRuns(isLong, process.env);
  if (isLong) console.log(`Random tests run ${factor} times as long as they say. To repeat: NOETHER_SEED=${seed}`);
  return {
    test: {
      // No test fails by the clock: a slow machine is not a bug.
      testTimeout: 0,
      hookTimeout: 0,
      // One core less, the default, is half of a machine with two.
      maxWorkers: "100%",
      include: isLong ? longTests() : ["test/**/*.test.ts"],
      setupFiles: ["test/support/random-runs.ts"],
      env: { NOETHER_SEED: String(seed), NOETHER_RUNS: String(factor) },
      reporters: ["default", new SummaryReporter()],
      coverage: { include: ["src/**/*.ts"], reporter: ["text", "html"] },
    },
  };
});
