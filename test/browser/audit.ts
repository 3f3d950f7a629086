import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** What axe finds on the page as it is now that is serious or worse, in light and in dark: rule and place. */
export async function audit(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    // Not as a script tag: the page's own policy forbids that.
    if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(AXE);
    const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
      violations: readonly Violation[];
    };
    for (const { id, impact, nodes } of violations) {
      if (impact !== "serious" && impact !== "critical") continue;
      found.push(`${colorScheme}: ${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    }
  }
  return found;
}
