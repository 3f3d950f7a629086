import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { AgentDocument, Repair } from "../../documents/agent-document.ts";
import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { GateContext } from "../../mediator/gate/gate-context.ts";
import { type Admission, admit } from "../../mediator/gate/judge.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import { defined } from "../../model/defined.ts";
import { type GapId, gapIdsIn, isGapId, listedWords } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { CliContext } from "../cli-context.ts";
import type { Paint } from "../paint.ts";
import { readSource, specPlace } from "../session/spec-place.ts";
import { typedChoice, typedNumber } from "../typed-word.ts";
import { aligned, printWrapped } from "../wrap-line.ts";

type Host = Pick<CliContext, "cwd" | "output" | "exitWith">;
type Role = AgentDocument["role"];

interface InspectOptions {
  readonly role?: string;
  readonly inventory?: string;
  readonly assigned?: string;
  readonly spec?: string;
  readonly round?: string;
  readonly fix?: true;
  readonly json?: true;
}

interface Inspection extends Admission {
  readonly file: string;
  readonly role: Role;
}

/** Inspects the files in order; exits with 1 if the gate refuses one of them. */
export async function inspectFiles(files: readonly string[], options: InspectOptions, host: Host): Promise<void> {
  if (options.fix && (options.json || files.length > 1))
    throw new UsageError("--fix prints exactly one document", { fix: "Name one file, and leave out --json." });
  const known = knownFacts(options, host.cwd);
  const inspections: Inspection[] = [];
  for (const file of files) inspections.push(await inspectFile(file, known, host.cwd));
  show(inspections, options, host);
  if (inspections.some(({ result }) => !result.success)) host.exitWith(EXIT_CODES.failed);
}

async function inspectFile(file: string, known: Partial<GateContext>, cwd: string): Promise<Inspection> {
  const bytes = await readIfExists(file, cwd);
  const role = known.role ?? roleOf(file, bytes);
  const round = known.round ?? Number(/(?:^|[\\/])round_(\d{3,6})[\\/][^\\/]*$/.exec(file)?.[1] ?? 0);
  return { file, role, ...admit(bytes, { ...known, role, path: file, ...(round > 0 && { round }) }) };
}

async function readIfExists(file: string, cwd: string): Promise<Uint8Array | undefined> {
  if (file === "-") return (await import("node:stream/consumers")).buffer(process.stdin);
  try {
    return readFileSync(resolve(cwd, file));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    // The error for reading a folder lacks its path.
    throw error instanceof Error ? Object.assign(error, { path: resolve(cwd, file) }) : error;
  }
}

/** The role in the name, otherwise the one whose form leaves less of the document unread. */
function roleOf(file: string, bytes: Uint8Array | undefined): Role {
  const named = /^(?:engineer|reviewer)/.exec(basename(file))?.[0];
  const decoded = bytes && decode(bytes);
  if (named !== undefined || decoded === undefined || decoded.undecodable) return (named ?? "engineer") as Role;
  const unread = (role: Role) => readForm(decoded.text, role).document.unread.length;
  return unread("reviewer") < unread("engineer") ? "reviewer" : "engineer";
}

function knownFacts({ role, round, inventory, assigned, spec }: InspectOptions, cwd: string): Partial<GateContext> {
  return defined({
    role: role === undefined ? undefined : typedChoice<Role>(role, "--role", ["engineer", "reviewer"]),
    round: round === undefined ? undefined : typedNumber(round, "--round", 1, 999_999),
    // What the document had to be about: the Engineer's gaps, or the proposals under review.
    gaps: assigned === undefined ? undefined : listedWords(assigned).map(gapNamed),
    inventory: inventory === undefined ? undefined : readInventory(inventory, cwd),
    spec: spec === undefined ? undefined : readSource(specPlace(cwd, spec, DEFAULT_CONFIG.sessionFolder)),
  });
}

function gapNamed(word: string): GapId {
  if (isGapId(word)) return word;
  throw new UsageError(`--assigned: ${JSON.stringify(word)} is not a gap id`, {
    fix: "Separate ids with commas: --assigned GAP-FLOW-001,GAP-API-002.",
  });
}

/** The gap ids in a list or table with any punctuation. A longer token that contains an id does not count. */
function readInventory(path: string, cwd: string): ReadonlySet<GapId> {
  const text = readFileSync(resolve(cwd, path), "utf8");
  const ids = gapIdsIn(text.replace(/[|()[\]{}"'`*~<>]/g, " ").replace(/[.:!?](?=[\s,;]|$)/g, " "));
  if (ids.length > 0) return new Set(ids);
  throw new UsageError("the inventory lists no gaps", {
    target: path,
    fix: "Give a status.md, or a file with gap ids such as GAP-FLOW-001.",
  });
}

function show(inspections: readonly Inspection[], { json, fix }: InspectOptions, { output }: Host): void {
  const [first] = inspections;
  if (json) {
    const reports = inspections.map(inspectReport);
    output.json(reports.length === 1 ? reports[0] : reports);
  } else if (fix && first) {
    // The document goes to standard output, the summary to standard error.
    output.document(first.text);
    const gate = first.result.success ? "passes the gate" : `fails the gate: ${first.result.failureType}`;
    output.note(`${first.file}: ${plural(first.repairs.length, "repair")}; ${gate}`);
  } else
    printWrapped(
      inspections.flatMap((inspection) => inspectLines(inspection, output.paint)),
      output,
    );
}

/** The document of `inspect --json`: what was read, by the names of the model, the repairs, and the gate's result. */
export function inspectReport({ file, role, document, repairs, result }: Omit<Inspection, "text">) {
  return { file, role, ...document, repairs, gate: { failureType: null, ...result } };
}

/** The report for a person: what was read with its lines, what was not, then the gate's result. */
function inspectLines({ file, role, document, repairs, result }: Inspection, paint: Paint): string[] {
  const rows = [
    ...(document ? rowsOf(document) : []),
    ...repairs.map(({ kind, line, from, to }: Repair): Row => [line, `repair: ${kind}`, `${from} -> ${to}`]),
    ...result.warnings.map(({ type, message, line }): Row => [line, `warning ${type}`, message]),
    ...(document?.unread ?? []).map(
      ({ line, text, expected }): Row => [line, "UNREAD", `${text} (expected: ${expected})`],
    ),
  ];
  const cells = rows.map(([line, what, words]) => [
    line === undefined ? "" : `line ${line}`,
    visibleLine(what, 60),
    visibleLine(words, 300),
  ]);
  const gate = result.success ? paint.green("passes") : paint.red(result.failureType ?? "fails");
  return [
    `${paint.bold(file)} ${paint.dim(`(${role})`)}`,
    ...aligned(cells).map((row) => `  ${row.join("  ")}`.trimEnd()),
    `${paint.bold("Gate:")} ${gate}. ${visibleLine(result.message)}`,
    "",
  ];
}

type Row = readonly [line: number | undefined, what: string, words: string];

function rowsOf(document: AgentDocument): Row[] {
  const common = [
    ...document.newGaps.map(({ line, id, label, title, severity = "MEDIUM" }): Row => {
      return [line, `new gap, ${severity}`, `${id ?? label ?? ""}: ${title}`];
    }),
    ...document.outOfScope.map(({ line, gap, reason }): Row => [line, "out of scope", `${gap}: ${reason}`]),
  ];
  if (document.role === "reviewer")
    return [
      ...document.issues.map(({ line, kind, severity, id, label, gap, title }): Row => {
        return [line, `issue ${kind}, ${severity}`, `${id ?? label ?? ""} on ${gap ?? "no gap"}: ${title}`];
      }),
      ...document.rechecks.map(({ line, issue, status, why }): Row => [line, status, `${issue}: ${why}`]),
      ...document.verdicts.map(({ line, gap, value }): Row => [line, "verdict", `${gap}: ${value}`]),
      ...common,
    ];
  return [
    ...document.resolutions.flatMap(({ line, gap, confidence, chars, changes }): Row[] => [
      [line, "resolution", `${gap}, confidence ${confidence ?? "not stated"}, ${chars} characters`],
      ...changes.map(({ line, number, kind, place }): Row => [line, `change ${number}`, `${kind} in "${place}"`]),
    ]),
    ...document.responses.map(({ line, issue, changedIn, alreadyIn }): Row => {
      return [
        line,
        "answer",
        `${issue}: changed in ${changedIn.join(", ") || "nothing"}${alreadyIn ? `, already in "${alreadyIn}"` : ""}`,
      ];
    }),
    ...document.disagreements.map(({ line, issue, position = "" }): Row => [line, "DISAGREE", `${issue}: ${position}`]),
    ...document.blocked.map(({ line, kind, gap, reason }): Row => [line, kind, `${gap ?? ""} ${reason}`]),
    ...common,
  ];
}
