import type { UserConsoleLog } from "vitest";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { skipMark } from "./skipped.ts";

/**
 * Ends a run with the reasons for skipped tests, and one plain line: `12 passed, 0 failed, 1 skipped`.
 *
 * A file that fails outside its tests (it does not load, a hook throws) and an unhandled error count as one failure
 * each: a run that failed never reports `0 failed`.
 */
export class SummaryReporter implements Reporter {
  private readonly reasons = new Set<string>();

  onUserConsoleLog({ content }: UserConsoleLog): void {
    for (const line of content.split("\n")) if (line.startsWith(skipMark)) this.reasons.add(line);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      if (module.errors().length > 0) counts.failed += 1;
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed += 1;
    }
    // A test that did not finish, because the run was interrupted, did not pass.
    counts.failed += counts.pending;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    for (const reason of [...this.reasons].sort()) console.log(reason);
    console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  }
}
