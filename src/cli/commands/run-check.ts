import { resolve } from "node:path";
import { byFile } from "../../checks/by-file.ts";
import { byList, byPlace, check } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import { RULES, survey } from "../../checks/registry.ts";
import { type RuleSwitches, resolveSwitches, switchProblem } from "../../checks/rule-switches.ts";
import { openQuestion } from "../../checks/rules/open-question.ts";
import { findConfigFile } from "../../config/config-file.ts";
import { foldedWords } from "../../documents/changes/occurs.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { blankAppendix } from "../../documents/stated/appendix.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import { groupBy } from "../../model/group-by.ts";
import { plural } from "../../model/plural.ts";
import { compareSeverity, SEVERITIES, type Severity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { CliContext } from "../cli-context.ts";
import { sessionsOn } from "../session/spec-place.ts";
import { typedChoice } from "../typed-word.ts";
import { printWrapped } from "../wrap-line.ts";
import { againstBaseline, type Baseline, emptyBaseline, readBaseline, writeBaseline } from "./baseline.ts";
import {
  countFindings,
  countPoints,
  findingLines,
  passedOverLine,
  passedWords,
  ruleLines,
  summaryLine,
  surveyLines,
} from "./check-human.ts";
import { type CheckedSpec, type CheckFlags, readSpecs, type SpecInput } from "./check-input.ts";

export async function runCheck(paths: readonly string[], flags: CheckFlags, context: CliContext): Promise<void> {
  const failOn = typedChoice(flags.failOn ?? "HIGH", "--fail-on", [...SEVERITIES, "NONE"]);
  const configured = await configuration(flags.config, context.cwd);
  const switches = readSwitches(flags, configured?.checks);
  if (flags.listRules) return listRules(switches, flags, context);
  if (flags.json && flags.sarif)
    throw new UsageError("--json and --sarif cannot be combined", { target: "--sarif", fix: "Use one of them." });
  if (paths.length === 0)
    throw new UsageError("no spec to check", {
      fix: "Name files or folders: `whetstone check specs/`, or `-` for standard input.",
    });
  if (flags.agent === undefined && (flags.max ?? flags.cache) !== undefined)
    throw new UsageError("--max and --cache need --agent", { fix: "Name one with --agent." });
  const sessions = configured?.sessionFolder ?? "sessions";
  const { specs, passedOver } = await readSpecs(paths, context.cwd, sessions);
  const structural = await checkStructure(specs, switches, sessions, context);
  const reading = readBaseline(flags.baseline, context.cwd);
  const baseline = await (flags.updateBaseline
    ? reading.catch(() => emptyBaseline(flags.baseline, context.cwd))
    : reading);
  const found = await withSurvey(structural, { switches, baseline }, flags, context);
  if (flags.updateBaseline) {
    const count = await writeBaseline(found, baseline);
    return context.output.note(`${baseline.name} accepts ${plural(count, "finding")}.`);
  }
  const left = await againstBaseline(found, baseline);
  const checked = await withoutSettled(left, switches, sessions, context);
  const empty = checked.filter(({ text }) => text.trim() === "");
  const [first] = empty.map(({ file }) => (file === "-" ? "standard input" : file));
  if (first !== undefined && empty.length === checked.length)
    throw new UsageError(`${first} is empty`, { fix: "Describe what it should do." });
  for (const { file } of empty) context.output.note(`${file} is empty.`);
  const failing = countFrom(checked, failOn);
  if (flags.sarif) context.output.json((await import("./sarif-log.ts")).sarifLog(checked, context.version));
  else if (flags.json) context.output.json({ ...jsonResult(checked), passedOver, failOn, failed: failing > 0 });
  else print(checked, failing === 0 ? failOn : undefined, context);
  for (const { file } of checked.filter(({ since }) => since !== undefined)) {
    const anew = commandLine("refine", "--new", file);
    context.output.note(
      `${file} was edited after its session: what is new is checked. ${anew} begins again with your text.`,
    );
  }
  if (passedOver.length > 0) context.output.note(passedOverLine(passedOver));
  if (failing === 0) return;
  // The document may go to a file, so the reason for failing is shown as well.
  if (flags.sarif || flags.json) {
    context.output.note(summaryLine(checked, `, ${failing} at or above ${failOn}`));
  }
  context.exitWith(EXIT_CODES.failed);
}

/** Findings of the rules, and what a final spec lists as open; files of one spec are checked together. */
async function checkStructure(specs: readonly SpecInput[], rules: RuleSwitches, sessions: string, context: CliContext) {
  const isAsked = resolveSwitches(rules).some(({ rule }) => rule.id === "open-question");
  const checked: CheckedSpec[] = [];
  for (const [folder, group] of groupBy(specs, (spec) => spec.folder)) {
    if (folder === undefined) {
      for (const spec of group) {
        const findings = newIn(spec, check(spec.text, { rules }));
        const left = isAsked ? leftOpenBelow(spec.text, findings) : [];
        checked.push({ ...spec, findings: [...findings, ...left].sort(byPlace), known: [] });
      }
      continue;
    }
    const text = joinFiles(group.map(({ file: path, text }) => ({ path, text })));
    const whole = { file: group[0]?.file ?? "", text, findings: check(text, { rules }), known: [] };
    const [found] = await withoutSettled([whole], rules, sessions, context);
    const inFile = byFile(text);
    for (const spec of group) {
      const [findings, settled] = [found?.findings ?? [], found?.settled ?? []].map((all) => inFile(spec.file, all));
      checked.push({ ...spec, findings: findings ?? [], settled: settled ?? [], known: [] });
    }
  }
  return checked;
}

/** For an edited source whose version is checked as well: only findings that touch new lines. */
function newIn({ text, since }: SpecInput, findings: readonly Finding[]): readonly Finding[] {
  if (since === undefined) return findings;
  const [lines, known] = [splitLines(text), new Set(splitLines(since))];
  return findings.filter(({ line, endLine }) => lines.slice(line - 1, endLine).some((content) => !known.has(content)));
}

/** Adds the survey of `--agent` unless the rule is off; its code is loaded only then. */
async function withSurvey(
  specs: readonly CheckedSpec[],
  known: { readonly switches: RuleSwitches; readonly baseline: Baseline },
  flags: CheckFlags,
  context: CliContext,
): Promise<readonly CheckedSpec[]> {
  const isOn = resolveSwitches(known.switches).some(({ rule }) => rule.id === survey.id);
  if (flags.agent === undefined || !isOn) return specs;
  const { addSurveys } = await import("./add-surveys.ts");
  return addSurveys(specs, known, flags, context);
}

/** Removes findings settled in sessions, which are read only if there is something to remove. */
async function withoutSettled(
  specs: readonly CheckedSpec[],
  rules: RuleSwitches,
  sessions: string,
  { cwd }: CliContext,
): Promise<readonly CheckedSpec[]> {
  return Promise.all(
    specs.map(async (spec) => {
      if (spec.file === "-" || spec.findings.length === 0 || spec.settled !== undefined) return spec;
      const folders = sessionsOn(resolve(cwd, spec.file), sessions);
      if (folders.length === 0) return spec;
      const { dropSettledIn } = await import("../../engine/drop-settled.ts");
      const { countsStill } = await import("../session/earlier-sessions.ts");
      return dropSettledIn(spec, folders, rules, countsStill);
    }),
  );
}

/** `passed` is the --fail-on severity if no finding reaches it. */
function print(checked: readonly CheckedSpec[], passed: Severity | "NONE" | undefined, { output }: CliContext): void {
  printWrapped(
    checked.flatMap((spec) => findingLines({ ...spec, findings: byList(spec.findings) }, output.paint)),
    output,
  );
  for (const line of surveyLines(checked)) output.note(line);
  output.note(summaryLine(checked, passedWords(passed)));
  const [open, ...others] = checked.filter(({ findings }) => findings.length > 0);
  // Only on a screen: the log of a CI job needs no next step.
  if (open !== undefined && open.file !== "-" && others.length === 0 && output.onScreen)
    output.note(`Settle what is open: ${commandLine("refine", open.file)}`);
}

function jsonResult(checked: readonly CheckedSpec[]) {
  const findings = checked.flatMap(({ file, findings }) => findings.map((finding) => ({ file, ...finding })));
  const known = checked.reduce((sum, spec) => sum + spec.known.length, 0);
  const surveys = checked.flatMap(({ file, survey }) => (survey === undefined ? [] : [{ file, ...survey }]));
  return {
    files: checked.map(({ file }) => file),
    findings,
    counts: countFindings(findings),
    openPoints: countPoints(findings),
    known,
    settled: checked.reduce((sum, { settled }) => sum + (settled?.length ?? 0), 0),
    ...(surveys.length === 0 ? {} : { surveys }),
  };
}

function countFrom(checked: readonly CheckedSpec[], failOn: Severity | "NONE"): number {
  if (failOn === "NONE") return 0;
  const findings = checked.flatMap((spec) => spec.findings);
  return findings.filter(({ severity }) => compareSeverity(severity, failOn) <= 0).length;
}

/** The rules from the configuration, then the flags in order: the last one wins. */
function readSwitches(flags: CheckFlags, checks: RuleSwitches = {}): RuleSwitches {
  const switches: Record<string, boolean | Severity> = flags.style ? { vague: true } : {};
  for (const [name, value] of Object.entries(checks)) setSwitch(switches, name, value, "the configuration");
  for (const { name, value } of flags.rule ?? []) {
    const wanted = typeof value === "string" ? (value.toUpperCase() as Severity) : value;
    setSwitch(switches, name, wanted, value === false ? "--no-rule" : "--rule");
  }
  return switches;
}

/** Without a configuration file its schema is not loaded: that would cost as much as the check. */
async function configuration(file: string | undefined, folder: string): Promise<Config | undefined> {
  if (file === undefined && findConfigFile(folder) === undefined) return undefined;
  const { loadConfig } = await import("../../config/resolve-config.ts");
  return (await loadConfig({ folder, file })).config;
}

function setSwitch(
  switches: Record<string, boolean | Severity>,
  name: string,
  value: boolean | Severity,
  target: string,
): void {
  const problem = switchProblem(name, value);
  if (problem !== undefined) throw new UsageError(problem, { target, fix: "See `whetstone check --list-rules`." });
  // Setting a type overrides earlier settings of its rules.
  for (const rule of RULES) if (rule.type === name && rule.id !== name) delete switches[rule.id];
  switches[name] = value;
}

function listRules(switches: RuleSwitches, { json }: CheckFlags, { output }: CliContext): void {
  const active = new Map(resolveSwitches(switches).map(({ rule, severity }) => [rule.id, severity]));
  const rules = RULES.map(({ id, type, summary }) => {
    return { id, type, on: active.has(id), severity: active.get(id) ?? null, summary };
  });
  if (json) output.json({ rules });
  else for (const line of ruleLines(rules, output.paint)) output.result(line);
}

/** `- GAP-A-001 (MEDIUM, deferred): …`, `- HIGH, final review: …`; parked and assumed items are not open. */
const LISTED = /^- (?:\S+ \()?(CRITICAL|HIGH|MEDIUM|LOW), (?!parked\))(?:[^:]*\)|final review): (.+)$/;

/** What the appendix of a final spec lists as open is a finding even if no rule finds it in the text (SPEC 12). */
function leftOpenBelow(text: string, findings: readonly Finding[]): Finding[] {
  const blanked = blankAppendix(text);
  if (blanked === text) return [];
  const [lines, body] = [splitLines(text), splitLines(blanked).map(foldedWords)];
  return lines.flatMap((line, index) => {
    const [, severity, text = ""] = body[index] === "" ? (LISTED.exec(line) ?? []) : [];
    if (severity === undefined) return [];
    const subject = text.replace(/ \((?:the User|asked): .*\)$/, "").replace(/\.$/, "");
    const words = foldedWords(subject);
    const lineInBody = body.findIndex((bodyLine) => bodyLine.includes(words)) + 1;
    const isReported = ({ line: from, endLine, related, message }: Finding) =>
      [{ line: from, endLine }, ...related].some((place) => place.line <= lineInBody && lineInBody <= place.endLine) ||
      foldedWords(message).includes(words);
    if (findings.some(isReported)) return [];
    const at = lineInBody || index + 1;
    return {
      ...{ rule: openQuestion.id, type: openQuestion.type, severity: severity as Severity, subject, related: [] },
      ...{ line: at, column: 1, endLine: at, endColumn: (lines[at - 1]?.length ?? 0) + 1 },
      message: `"${subject}" was left open by the session that wrote this version.`,
      fix: "Settle it with `whetstone refine`, or write the answer and remove the line from the appendix.",
    };
  });
}
