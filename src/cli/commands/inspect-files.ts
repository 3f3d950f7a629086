import { readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { decode } from "../../documents/decode.ts";
import { inferRole } from "../../documents/infer-role.ts";
import type { AgentDocument } from "../../documents/values.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { admit } from "../../mediator/gate/admit.ts";
import { anchoring } from "../../mediator/gate/anchored.ts";
import type { GateContext } from "../../mediator/gate/gate-context.ts";
import type { GapId } from "../../model/ids.ts";
import type { CliContext } from "../context.ts";
import type { InspectOptions } from "./inspect.ts";
import { type Inspection, type InspectReport, inspectReport } from "./inspect-report.ts";
import { roleFromName, roundFromPath } from "./inspect-role.ts";
import { type InspectSettings, readSettings } from "./inspect-settings.ts";
import { inspectLines } from "./inspect-text.ts";

type Host = Pick<CliContext, "cwd" | "output" | "exitWith">;

/** Inspects the files in their order and ends with 1 when the gate refuses one of them. */
export async function inspectFiles(files: readonly string[], options: InspectOptions, host: Host): Promise<void> {
  if (options.fix && (options.json || files.length > 1)) {
    throw new UsageError("--fix prints one document and nothing else", {
      fix: "Name one file, and leave out --json.",
    });
  }
  const settings = readSettings(options, host.cwd);
  const inspections: Inspection[] = [];
  for (const file of files) inspections.push(await inspectFile(file, settings, host.cwd));
  show(inspections, options, host);
  if (inspections.some(({ result }) => !result.success)) host.exitWith(EXIT_CODES.failed);
}

function show(inspections: readonly Inspection[], { json, fix }: InspectOptions, { output }: Host): void {
  const reports = inspections.map(inspectReport);
  const [first] = inspections;
  if (json) output.json(reports.length === 1 ? reports[0] : reports);
  else if (fix && first) showFixed(first, output);
  else showReports(reports, output);
}

function showReports(reports: readonly InspectReport[], output: Host["output"]): void {
  for (const [index, report] of reports.entries()) {
    if (index > 0) output.result("");
    for (const line of inspectLines(report, output.paint, output.columns)) output.result(line);
  }
}

/** The document is the result; what became of it is prose. */
function showFixed({ file, text, repairs, result }: Inspection, output: Host["output"]): void {
  output.document(text);
  const count = repairs.length === 1 ? "1 repair" : `${repairs.length} repairs`;
  output.note(`${file}: ${count}; the gate ${result.success ? "lets it pass" : `says ${result.failureType}`}`);
}

async function inspectFile(file: string, settings: InspectSettings, cwd: string): Promise<Inspection> {
  const bytes = await readIfThere(file, cwd);
  const role = settings.role ?? roleFromName(file) ?? roleFromBytes(bytes) ?? "engineer";
  const round = settings.round ?? roundFromPath(file);
  const reviewedText = role === "reviewer" ? (settings.reviewedText ?? (await siblingText(file, cwd))) : undefined;
  const context = {
    role,
    path: file,
    ...(round !== undefined && { round }),
    ...(settings.inventory && { inventory: settings.inventory }),
    ...givenGaps(settings.assigned, role),
    ...(reviewedText !== undefined && { reviewedText }),
  };
  const isAnchored = reviewedText === undefined ? undefined : anchoring(reviewedText);
  const { text, asItCame, repairs, result } = admit(bytes, context);
  return {
    file,
    context,
    text,
    repairs,
    result,
    ...(asItCame && { document: asItCame }),
    ...(isAnchored && { isAnchored }),
  };
}

/** `--assigned` names what the document had to be about: the Engineer's gaps, or the proposals under review. */
function givenGaps(gaps: readonly GapId[] | undefined, role: AgentDocument["role"]): Partial<GateContext> {
  if (gaps === undefined) return {};
  return role === "engineer" ? { assigned: gaps.map((id) => ({ id, text: "" })) } : { proposals: gaps };
}

async function readIfThere(file: string, cwd: string): Promise<Uint8Array | undefined> {
  if (file === "-") return (await import("node:stream/consumers")).buffer(process.stdin);
  try {
    // At once and not by promise: there is nothing else to do meanwhile, and it halves the time of a small file.
    return readFileSync(resolve(cwd, file));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    // Reading a folder fails without its name.
    throw error instanceof Error ? Object.assign(error, { path: resolve(cwd, file) }) : error;
  }
}

function roleFromBytes(bytes: Uint8Array | undefined): AgentDocument["role"] | undefined {
  const decoded = bytes && decode(bytes);
  return decoded === undefined || decoded.undecodable ? undefined : inferRole(decoded.text);
}

/** What `reviewer.md` reviews is the `engineer.md` beside it, where there is one. */
async function siblingText(file: string, cwd: string): Promise<string | undefined> {
  const name = basename(file);
  if (!name.includes("reviewer")) return undefined;
  const bytes = await readIfThere(join(dirname(file), name.replace("reviewer", "engineer")), cwd);
  return bytes && Buffer.from(bytes).toString("utf8");
}
