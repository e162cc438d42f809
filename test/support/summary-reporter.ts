import type { Reporter, SerializedError, TestModule } from "vitest/node";

/**
 * Ends a run with one plain line: `12 passed, 0 failed, 1 skipped`.
 *
 * A file that fails outside its tests (it does not load, a hook throws) and an unhandled error count as one failure each:
 * a run that failed never reports `0 failed`.
 */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      if (module.errors().length > 0) counts.failed += 1;
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed += 1;
    }
    // A test that was never finished, because the run was cut off, did not pass.
    counts.failed += counts.pending;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  }
}
