import type { Reporter, TestModule } from "vitest/node";
import { SKIPPED } from "../browser/find-chromium.ts";
import { matrixCount } from "../contract-matrix/support/statements.ts";

/** Prints the size of the contract matrix, whether the page was left out, then `N passed, N failed, N skipped` alone on the last line, for programs. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state !== "pending") counts[state] += 1;
      }
    }
    if (modules.some(({ moduleId }) => moduleId.includes("/contract-matrix/")))
      process.stdout.write(`\n${matrixCount()}\n`);
    if (modules.some(({ moduleId }) => moduleId.includes("/browser/")) && SKIPPED !== "")
      process.stdout.write(`\nThe page is not tested${SKIPPED}.\n`);
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}
