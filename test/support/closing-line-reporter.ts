import type { Reporter, TestModule } from "vitest/node";
import { SKIPPED } from "../browser/find-chromium.ts";

/** Prints how many statements of the contract matrix were driven, whether the page was left out, then `N passed, N failed, N skipped` alone on the last line, for programs. */
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
    const matrix = modules.filter(({ moduleId }) => moduleId.includes("/contract-matrix/"));
    if (matrix.length > 0) {
      const statements = matrix.flatMap(({ children }) => [...children.allTests("passed")]);
      process.stdout.write(`\ncontract matrix: ${statements.length} statements hold\n`);
    }
    if (modules.some(({ moduleId }) => moduleId.includes("/browser/")) && SKIPPED !== "")
      process.stdout.write(`\nThe page is not tested${SKIPPED}.\n`);
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}
