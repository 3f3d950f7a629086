import { readFile, writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { UsageError } from "../../errors/whetstone-error.ts";
import { builtPage, REPORT_MARK, readReport, reportPage } from "../../server/report.ts";
import type { CliContext } from "../cli-context.ts";
import { locateSession } from "./locate-session.ts";
import { storeParts } from "./session-parts.ts";

/** Writes a session as one HTML file; overwrites only an earlier report. */
export async function writeReport(
  word: string | undefined,
  { output }: { readonly output?: string },
  context: CliContext,
): Promise<void> {
  const folder = await locateSession(word, context);
  const report = await readReport(storeParts(folder).files);
  if (!report) throw new UsageError("no session here", { target: folder });
  const { leftOut, view } = report.data;
  const path = resolve(context.cwd, output ?? `${view.session.name}_report.html`);
  await refuseForeign(path, relative(context.cwd, path));
  const text = reportPage(report, await builtPage());
  await writeFile(path, text);
  const bytes = Buffer.byteLength(text);
  if (context.json) return context.output.json({ report: path, bytes, leftOut });
  context.output.note(
    `Written: ${relative(context.cwd, path)} (${Math.ceil(bytes / 1024)} KB). It opens in any browser, offline.`,
  );
  if (leftOut.length > 0) {
    const example = `${leftOut[0]}${leftOut.length > 1 ? " …" : ""}`;
    context.output.note(`${leftOut.length} documents did not fit and were left out: ${example}`);
  }
}

async function refuseForeign(path: string, shown: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => REPORT_MARK);
  if (text.startsWith(REPORT_MARK)) return;
  throw new UsageError("that file is not a Whetstone report", {
    target: shown,
    fix: "Choose another file with --output.",
  });
}
