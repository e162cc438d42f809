import { defineConfig } from "vitest/config";
import { SummaryReporter } from "./test/support/summary-reporter.ts";

export default defineConfig({
  test: {
    testTimeout: 300_000,
    include: ["test/**/*.test.ts"],
    reporters: ["default", new SummaryReporter()],
    coverage: { include: ["src/**/*.ts"], reporter: ["text", "html"] },
  },
});
