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
  // Not as a script tag: the page's own policy forbids that.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(AXE);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await run(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...dark.map((one) => `dark: ${one}`), ...(await run(page, {}))];
}

async function run(page: Page, options: object): Promise<string[]> {
  const call = `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })})`;
  const { violations } = (await page.evaluate(call)) as { violations: readonly Violation[] };
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
