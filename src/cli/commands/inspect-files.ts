import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { AgentDocument } from "../../documents/agent-document.ts";
import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { GateContext } from "../../mediator/gate/gate-context.ts";
import { admit } from "../../mediator/gate/judge.ts";
import type { Spec } from "../../model/change.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import { defined } from "../../model/defined.ts";
import { type GapId, gapIdsIn, isGapId, listedWords, sortGapIds } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import type { CliContext } from "../cli-context.ts";
import { readSource, specPlace } from "../session/spec-place.ts";
import { typedChoice, typedNumber } from "../typed-word.ts";
import { printWrapped } from "../wrap-line.ts";
import { inspectLines } from "./inspect-lines.ts";
import { type Inspection, inspectReport } from "./inspect-report.ts";

export type Host = Pick<CliContext, "cwd" | "output" | "exitWith">;
type Role = AgentDocument["role"];

export interface InspectOptions {
  readonly role?: string;
  readonly inventory?: string;
  readonly assigned?: string;
  readonly spec?: string;
  readonly round?: string;
  readonly review?: string;
  readonly previous?: string;
  readonly fix?: true;
  readonly json?: true;
}

/** Inspects the files in order; exits with 1 if the gate refuses one of them. */
export async function inspectFiles(files: readonly string[], options: InspectOptions, host: Host): Promise<void> {
  if (options.previous !== undefined) throw new UsageError("--previous needs --review", { fix: "Add --review FILE." });
  if (options.fix && (options.json || files.length > 1))
    throw new UsageError("--fix prints exactly one document", { fix: "Name one file, and leave out --json." });
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
  else {
    const lines = reports.map((report) => inspectLines(report, output.paint));
    printWrapped(
      lines.flatMap((reportLines, index) => (index === 0 ? reportLines : ["", ...reportLines])),
      output,
    );
  }
}

/** The document goes to standard output, the summary to standard error. */
function showFixed({ file, text, repairs, result }: Inspection, output: Host["output"]): void {
  output.document(text);
  const count = plural(repairs.length, "repair");
  output.note(`${file}: ${count}; ${result.success ? "passes the gate" : `fails the gate: ${result.failureType}`}`);
}

async function inspectFile(file: string, settings: InspectSettings, cwd: string): Promise<Inspection> {
  const bytes = await readIfExists(file, cwd);
  const role = settings.role ?? roleFromName(file) ?? roleFromBytes(bytes);
  const round = settings.round ?? roundFromPath(file);
  const { inventory, spec, assigned: gaps } = settings;
  // `gaps` are what the document had to be about: the Engineer's gaps, or the proposals under review.
  const context: GateContext = { role, path: file, ...defined({ round, inventory, spec, gaps }) };
  return { file, context, ...admit(bytes, context) };
}

export async function readIfExists(file: string, cwd: string): Promise<Uint8Array | undefined> {
  if (file === "-") return (await import("node:stream/consumers")).buffer(process.stdin);
  try {
    // Synchronous: there is nothing else to do meanwhile, and it halves the time for a small file.
    return readFileSync(resolve(cwd, file));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    // The error for reading a folder lacks its path.
    throw error instanceof Error ? Object.assign(error, { path: resolve(cwd, file) }) : error;
  }
}

export function roleFromName(file: string): Role | undefined {
  const name = basename(file).toLowerCase();
  const engineer = /engineer|proposal|resolution/u.test(name);
  const reviewer = /review/u.test(name);
  if (engineer === reviewer) return undefined;
  return engineer ? "engineer" : "reviewer";
}

/** The role whose form leaves less of the document unread. */
function roleFromBytes(bytes: Uint8Array | undefined): Role {
  const decoded = bytes && decode(bytes);
  if (decoded === undefined || decoded.undecodable) return "engineer";
  const unread = (role: Role) => readForm(decoded.text, role).document.unread.length;
  return unread("reviewer") < unread("engineer") ? "reviewer" : "engineer";
}

/** The round in a path: `sessions/pathspec/round_003/reviewer.md`. */
export function roundFromPath(file: string): number | undefined {
  const rounds = [...file.matchAll(/(?:^|[\\/])round[_-](\d{1,6})(?=[\\/]|$)/gu)].map((match) => Number(match[1]));
  return rounds.findLast((round) => round > 0);
}

interface InspectSettings {
  readonly role?: Role;
  readonly round?: number;
  readonly inventory?: ReadonlySet<GapId>;
  readonly assigned?: readonly GapId[];
  readonly spec?: Spec;
}

export function readSettings(options: InspectOptions, cwd: string): InspectSettings {
  const { role, round, inventory, assigned, spec } = options;
  return defined({
    role: given(role, (text) => typedChoice<Role>(text, "--role", ["engineer", "reviewer"])),
    round: given(round, (text) => typedNumber(text, "--round", 1, 999_999)),
    assigned: given(assigned, readAssigned),
    inventory: given(inventory, (path) => readInventory(path, cwd)),
    spec: given(spec, (path) => readSource(specPlace(cwd, path, DEFAULT_CONFIG.sessionFolder))),
  });
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}

function readAssigned(text: string): readonly GapId[] {
  const wrong = listedWords(text).find((word) => !isGapId(word));
  const ids = gapIdsIn(text);
  if (ids.length > 0 && wrong === undefined) return sortGapIds(ids);
  throw new UsageError(
    wrong === undefined ? "--assigned lists no gaps" : `--assigned: ${JSON.stringify(wrong)} is not a gap id`,
    { fix: "Separate ids with commas: --assigned GAP-FLOW-001,GAP-API-002." },
  );
}

function readInventory(path: string, cwd: string): ReadonlySet<GapId> {
  const ids = inventoryIn(readFileSync(resolve(cwd, path), "utf8"));
  if (ids.size > 0) return ids;
  throw new UsageError("the inventory lists no gaps", {
    target: path,
    fix: "Give a status.md, or a file with gap ids such as GAP-FLOW-001.",
  });
}

/** The gap ids in a list or table with any punctuation. A longer token that contains an id does not count. */
export function inventoryIn(text: string): ReadonlySet<GapId> {
  return new Set(gapIdsIn(text.replace(/[|()[\]{}"'`*~<>]/g, " ").replace(/[.:!?](?=[\s,;]|$)/g, " ")));
}
