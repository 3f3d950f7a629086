import type { AgentDocument, EngineerDocument, ReviewerDocument } from "../../documents/agent-document.ts";
import { type GapId, sortGapIds } from "../../model/ids.ts";
import { at, type Failure, failureFor, type GateContext, issueMeant, list, places } from "./gate-context.ts";

/** Tier 1: there is no document (SPEC 5). */
export function fileMissing(path: string | undefined): Failure {
  const where = path === undefined ? "where it must be" : `at ${path}`;
  const message = `There is no document ${where}, and none was returned. The whole document must be written there, or be the whole answer.`;
  return { type: "FILE_MISSING", message };
}

/** Tier 1: the bytes cannot be decoded (SPEC 5). */
export function notText(reason: string): Failure {
  return wrongFormat(`Nothing of the document can be read: ${reason}. Write it as plain markdown in UTF-8.`, ["UTF-8"]);
}

export function emptyOutput({ role }: AgentDocument): Failure {
  const least =
    role === "engineer"
      ? "a heading `## Gap Resolution: GAP-…` with `**Confidence:**` and a concrete resolution below it"
      : "a heading `## Review: GAP-…` with the issues by severity, or the NO_ISSUES_FOUND statement";
  return { type: "EMPTY_OUTPUT", message: `The document is empty. The least that is expected is ${least}.` };
}

/** Tier 1: the document has the form of its role, and all of it could be read (SPEC 5). */
export function formFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  const missing = document.role === "engineer" ? engineerForm(document, context) : reviewerForm(document);
  const unread = unreadFailure(document);
  // The unread lines are quoted too: one of them may be meant as the heading that is missing.
  if (missing === undefined || unread?.details === undefined) return missing ?? unread;
  return { ...missing, details: unread.details };
}

function wrongFormat(message: string, offending: readonly string[]): Failure {
  return { type: "WRONG_FORMAT", message, offending };
}

const MOST_UNREAD = 12;

/** Nothing of a document is ignored: if a part cannot be read, the document is sent back (SPEC 5). */
function unreadFailure({ unread }: AgentDocument): Failure | undefined {
  if (unread.length === 0) return undefined;
  const shown = unread.slice(0, MOST_UNREAD);
  const what = list(shown.map(({ expected, line }) => at(expected, line)));
  return {
    ...wrongFormat(`Parts of the document could not be read. Expected: ${what}. Write them in the form.`, [
      ...new Set(shown.map(({ expected }) => expected)),
    ]),
    details: shown.map(({ line, text }) => `Line ${line}:\n${text.slice(0, 600)}`),
  };
}

/** Gaps for which the document asks for input or says "out of scope": they need no resolution (SPEC 3.5a, 7). */
export function gapsAskedAbout({ blocked, outOfScope }: EngineerDocument): ReadonlySet<GapId | undefined> {
  return new Set([...blocked, ...outOfScope].map(({ gap }) => gap));
}

function engineerForm(document: EngineerDocument, { polishing }: GateContext): Failure | undefined {
  const { resolutions } = document;
  const asked = gapsAskedAbout(document);
  const answers = polishing ? document.responses.length : 0;
  if (resolutions.length + asked.size + answers === 0) {
    return wrongFormat(
      "No heading says which gap is resolved. Begin each resolution with `## Gap Resolution: GAP-…` and `**Confidence:** HIGH`, MEDIUM or LOW below it.",
      ["## Gap Resolution: GAP-…"],
    );
  }
  const without = resolutions.filter(({ gap, confidence }) => confidence === undefined && !asked.has(gap));
  const words = `No confidence is stated for ${places(without)}. Write \`**Confidence:** HIGH\`, MEDIUM or LOW on a line of its own below the heading of each resolution.`;
  return without.length === 0 ? undefined : wrongFormat(words, ["**Confidence:**"]);
}

const SEVERITY_SECTIONS = ["### Critical Issues", "### High Priority", "### Medium Priority", "### Low Priority"];

function reviewerForm({ reviewed, severitySections, noIssuesFound, outOfScope }: ReviewerDocument) {
  const hasFindings = severitySections + noIssuesFound.length + outOfScope.length > 0;
  const missing = [...(reviewed.length > 0 ? [] : ["## Review: GAP-…"]), ...(hasFindings ? [] : SEVERITY_SECTIONS)];
  if (missing.length === 0) return undefined;
  const names = missing.map((name) => `\`${name}\``).join(", ");
  const instead = hasFindings ? "" : "; `NO_ISSUES_FOUND` with the scope examined stands for the severity sections";
  return wrongFormat(`The review has no ${names}${instead}.`, missing);
}

/** The gaps of this run that the document addresses, sorted; if the run is unknown, all it names (SPEC 5). */
export function gapsAddressed(document: AgentDocument, context: GateContext): GapId[] {
  const { gaps } = context;
  const isEngineer = document.role === "engineer";
  const named: readonly { readonly gap?: GapId }[] = isEngineer
    ? engineerNames(document, context)
    : [...document.reviewed, ...document.verdicts, ...document.issues, ...document.outOfScope];
  const onlyGap = isEngineer && gaps?.length === 1 ? gaps : [];
  const meant = named.flatMap(({ gap }) => gap ?? onlyGap);
  return sortGapIds(meant.filter((gap) => gaps?.includes(gap) ?? true));
}

function engineerNames(document: EngineerDocument, context: GateContext) {
  const answers = context.polishing ? document.responses : [];
  const answered = answers.flatMap((response) => issueMeant(response, context) ?? []);
  return [...document.resolutions, ...document.blocked, ...document.outOfScope, ...answered];
}

/** Tier 2: the document addresses at least one gap of the run (SPEC 5). */
export function addressedFailure(
  document: AgentDocument,
  { gaps = [] }: GateContext,
  addressed: readonly GapId[],
): Failure | undefined {
  const offending = sortGapIds(gaps);
  const [first] = offending;
  if (addressed.length > 0 || first === undefined) return undefined;
  const isEngineer = document.role === "engineer";
  const others = isEngineer ? document.resolutions : document.reviewed;
  const found =
    others.length > 0 ? ` The document ${isEngineer ? "resolves" : "reviews"} ${places(others)} instead.` : "";
  const message = isEngineer
    ? `No assigned gap is resolved: ${list(offending)}.${found} Begin with \`## Gap Resolution: ${first}\`, or write \`BLOCKED_NEEDS_INPUT: ${first}\` with what you need to know.`
    : `No proposal of this round is reviewed: ${list(offending)}.${found} Begin with \`## Review: ${first}\`.`;
  return { type: "NO_GAPS_ADDRESSED", message, offending };
}

/** Tier 2: every gap that the document refers to exists or is declared in it (SPEC 5, 19.9). */
export function referenceFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  const { inventory, gaps = [] } = context;
  if (inventory === undefined) return undefined;
  const known = new Set<GapId>([...gaps, ...document.newGaps.flatMap((gap) => gap.id ?? [])]);
  const headings = document.role === "engineer" ? [...document.resolutions, ...document.blocked] : document.reviewed;
  const firstLine = new Map<GapId, number>();
  for (const { gap, line } of [...document.references, ...headings]) {
    if (gap === undefined || inventory.has(gap) || known.has(gap)) continue;
    firstLine.set(gap, Math.min(line, firstLine.get(gap) ?? line));
  }
  const wrong = sortGapIds(firstLine.keys()).map((gap) => ({ gap, line: firstLine.get(gap) }));
  const declare = document.role === "engineer" ? "### New Gaps Introduced" : "### New Gaps";
  return (
    failureFor(wrong, "INCONSISTENT_REFS", (named) => {
      return `These gaps do not exist: ${named}. Refer to existing gaps only, or declare a new one under \`${declare}\`.`;
    }) ?? issueFailure(document, context)
  );
}

/** An answer to an unknown issue, or a NOT_FIXED about one, would be lost (SPEC 5). */
function issueFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  const named =
    document.role === "engineer"
      ? document.responses
      : document.rechecks.filter(({ status }) => status === "NOT_FIXED" || status === "PARTLY");
  const wrong = context.issues ? named.filter((answer) => issueMeant(answer, context) === undefined) : [];
  return failureFor(wrong, "INCONSISTENT_REFS", (names) => {
    return `These issues do not exist: ${names}. Name the issues of the task by their ids.`;
  });
}
