import { refuse } from "../../documents/form/context.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { textOfLines } from "../../documents/markdown/markdown.ts";
import { isBlocking } from "../../model/severity.ts";
import { type Finding, type ReadingProblem, readFindings, readingProblem, readParts } from "./read-findings.ts";

/** What a final review says (SPEC 12), or why it cannot be told. */
export type FinalReviewReading =
  | { readonly type: "review"; readonly ready: boolean; readonly blockers: readonly Finding[] }
  | ReadingProblem;

const NAMES = { checklist: /^checklist\b/, blockers: /^block(?:ers?|ing)\b/, verdict: /^verdict\b/ };

/** Strictly: READY over a serious blocker is not ready, and what cannot be told or is unread is a problem (SPEC 12). */
export function readFinalReview(text: string): FinalReviewReading {
  const { context, parts } = readParts(text, NAMES);
  const textOf = (name: keyof typeof NAMES) => {
    const { heading = "", blocks = [] } = parts.get(name) ?? {};
    const below = blocks.map(({ line, endLine }) => textOfLines(context.markdown, line, endLine));
    return plainText([heading, ...below].join("\n"));
  };
  const blockers = readFindings(context, parts.get("blockers")?.blocks ?? [], "HIGH");
  const verdict = verdictIn(textOf("verdict"));
  if (verdict === undefined)
    return readingProblem("The final review gives no verdict, or two: READY_FOR_TERMINATION or NOT_READY.", context);
  const beside = verdict.ready && verdict.rest !== "" ? (parts.get("verdict")?.blocks ?? []) : [];
  for (const block of beside) refuse(context, block, "READY_FOR_TERMINATION and nothing else");
  if (context.unread.length > 0) return readingProblem("Some lines of the final review could not be read.", context);
  const failed = /\bFAIL(?:ED|S)?\b/.test(textOf("checklist"));
  if (blockers.length === 0 && (!verdict.ready || failed))
    return readingProblem("The final review names no blocker under `### Blockers`, and does not pass the spec either.");
  const grave = blockers.filter(({ severity }) => isBlocking(severity));
  if (!verdict.ready) return { type: "review", ready: false, blockers };
  return { type: "review", ready: grave.length === 0, blockers: grave };
}

const VERDICT = /\b(NOT[ _-])?READY(?:[ _-]FOR[ _-]TERMINATION)?\b/gi;

/** Exactly one of the two, and what else is said there. */
function verdictIn(text: string): { readonly ready: boolean; readonly rest: string } | undefined {
  const said = new Set([...text.matchAll(VERDICT)].map(([, not]) => not === undefined));
  const [ready] = said;
  if (ready === undefined || said.size > 1) return undefined;
  const rest = text.replace(VERDICT, "").replace(/\bverdict\b/i, "");
  return { ready, rest: rest.replace(/[\s*_`~:.#-]+/g, "") };
}
