import type { AgentDocument, EngineerDocument, ReviewerDocument } from "../../documents/values.ts";
import type { GapId } from "../../model/ids.ts";
import { at, type Failure, type GateContext, list, places } from "./gate-context.ts";

/** Tier 1, before all: there is no document (SPEC 5). */
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

/** Tier 1: has the document the form of its role, as far as the reader could tell (SPEC 5)? */
export function formFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  const missing = document.role === "engineer" ? engineerForm(document, context) : reviewerForm(document);
  const unread = unreadFailure(document);
  // What stands where the form was missed is quoted too: it may be the heading that is missing.
  if (missing === undefined || unread?.details === undefined) return missing ?? unread;
  return { ...missing, details: unread.details };
}

function wrongFormat(message: string, offending: readonly string[]): Failure {
  return { type: "WRONG_FORMAT", message, offending };
}

const MOST_UNREAD = 12;

/** Nothing is passed over: what was not read where a value belongs is sent back (SPEC 5). */
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

/** Gaps that are asked about or called out of scope: they need no resolution (SPEC 3.5a, 7). */
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
  if (without.length === 0) return undefined;
  return wrongFormat(
    `No confidence is stated for ${places(without)}. Write \`**Confidence:** HIGH\`, MEDIUM or LOW on a line of its own below the heading of each resolution.`,
    ["**Confidence:**"],
  );
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
