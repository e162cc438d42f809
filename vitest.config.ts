import { defineConfig } from "vitest/config";
import { SummaryReporter } from "./test/support/summary-reporter.ts";

export default defineConfig({
  test: {
    testTimeout: 300_000,
    // One core less, the default, is half of a machine with two.
    maxWorkers: "100%",
    include: ["test/**/*.test.ts"],
    reporters: ["default", new SummaryReporter()],
    coverage: { include: ["src/**/*.ts"], reporter: ["text", "html"] },
  },
});
