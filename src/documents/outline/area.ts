import type { Severity } from "../../model/severity.ts";
import { anyOf } from "../words/any-of.ts";
import { severitySection } from "../words/severity-words.ts";
import { VERDICT_NAMES } from "../words/verdict-names.ts";

/** What a part of a review is about, told by its heading. */
export type Area =
  | "issues" // raised here
  | "observations" // remarks that the author does not hold for issues
  | "concerns" // worries without a severity
  | "recheck" // the fate of earlier issues
  | "new-gaps"
  | "verdict"
  | "actions" // what should be done about issues raised elsewhere
  | "summary"
  | "aside"; // praise, checks, history: nothing is raised here

export interface Place {
  readonly area?: Area;
  readonly severity?: Severity;
  readonly severityAsWritten?: string;
  readonly mixedSeverity: boolean;
}

const RECHECK = anyOf(
  /^follow-?ups? (?:on|from|to|of)\b/u,
  /^what was asked\b/u,
  /\b(?:ticked|checked) off\b/u,
  /^carried (?:over|forward)\b/u,
  /^(?:resolved|addressed|fixed|closed|verified|still open|open|done)\b[^:]{0,20}\b(?:from|since|of|in) (?:the )?(?:last|previous|prior|earlier|round)\b/u,
  /^regression checks?\b/u,
  /^from (?:the )?(?:last|previous|prior|earlier)\b/u,
  /^(?:last|previous) (?:round|time|review)$/u,
  /\b(?:issues?|concerns?|findings?|comments?|points?|feedback)\b[^:]{0,30}\b(?:of|from|in|since)\s+(?:the\s+)?(?:last|previous|prior|earlier|round \d+)\b/u,
  /^what became of\b/u,
  /^where\b[^:]{0,60}\bstands?$/u,
  /\b(?:previous|prior|earlier|past|last|old|round[\s_-]?\d+|r\d+|v\d+)\b[^:]{0,40}\b(?:issues?|concerns?|findings?|feedback|comments?|review)\b/u,
  /\bissues?\b[^:]{0,30}\b(?:resolution|resolved|addressed|verification|verified|status|fixed|closed|tracking|follow-?up)\b/u,
  /\b(?:resolution|fix(?:es)?|revisions?|changes?)\b[^:]{0,20}\b(?:verification|assessment|status|check)\b/u,
  /\bverif(?:ication|y|ied|ying)\b[^:]{0,30}\b(?:fix(?:es)?|issues?|of|against|changes?|revisions?)\b/u,
  /\bre-?check(?:s|ed)?\b/u,
  /\bre-?verification\b/u,
  /\bearlier issues\b/u,
  /^(?:partially |fully |not |still )*(?:un)?(?:resolved|addressed|fixed|closed|verified)(?: issues?| items?| concerns?| findings?| fixes)?$/u,
  /\bstatus of\b[^:]{0,30}\b(?:issues?|findings?)\b/u,
  /\bresponse (?:assessment|verification|check)\b/u,
);
const LAST_TIME =
  /^(?:previous|prior|earlier)\b|\b(?:of|from|in|since) (?:the )?(?:last|previous|prior|earlier|round \d+)\b/u;
const NEW_ISSUES = anyOf(
  /\bnew(?:ly)?\b[^:]{0,20}\b(?:issues?|findings?|concerns?|problems?)\b/u,
  /\bissues?\b[^:]{0,12}\b(?:introduced|found|identified|raised|discovered)\b/u,
);
const NEW_GAPS = anyOf(
  /^(?:\w+ )?new gaps?\b/u,
  /^gaps? (?:(?:that )?(?:this|it) )?(?:introduce[sd]?|identified|discovered|found|raise[sd]|open(?:s|ed)|create[sd])\b/u,
  /^(?:additional|follow-?up|further|spawned) gaps?\b/u,
);
const ASSESSED =
  /\b(?:validation|assessments?|status|acknowledge?ments?|acknowledged|review|evaluation|checks?|validity|analysis)\b/u;
const CONCERNS = anyOf(
  /\bconcerns?\b/u,
  /\bworries\b/u,
  /^weakness(?:es)?\b/u,
  /\bopen questions?\b/u,
  /^questions?\b/u,
  /\bquestions? for\b/u,
);
const OBSERVATIONS = anyOf(
  /\bobservations?\b/u,
  /\bnot issues?\b/u,
  /^(?:minor |general |additional |other |side |non-?blocking |optional |small )*(?:notes?|remarks?|comments?|suggestions?)\b/u,
  /\bnice[\s-]to[\s-]have\b/u,
  /\bcompression\b/u,
  /\bfor (?:your )?(?:information|awareness)\b/u,
  /^fyi\b/u,
  /^optional\b/u,
);
const ACTIONS = anyOf(
  /\b(?:required|recommended|requested|suggested|necessary|proposed|needed)\b[^:]{0,20}\b(?:changes?|actions?|fix(?:es)?|updates?|next|steps?|revisions?|resolutions?)\b/u,
  /\bnext (?:steps?|round|focus)\b/u,
  /\baction items?\b/u,
  /\b(?:must|may|should|to) (?:be )?address(?:ed)?\b/u,
  /\bbefore (?:approval|acceptance|the next|next|final|implementation|merg|integration)/u,
  /\bpriorit(?:y|ies|ize)\b[^:]{0,20}\b(?:round|order|list)\b/u,
  /^recommendations?(?: for\b.*| to\b.*)?$/u,
  /^(?:to ?do|follow-?ups?|remaining work|conditions?)\b/u,
  /\bchanges (?:required|requested|needed)\b/u,
);
const VERDICT = new RegExp(
  `\\bverdicts?\\b|^(?:overall |final |review |reviewer )?(?:${VERDICT_NAMES.join("|")})\\b|^(?:overall|final) (?:status|assessment|result)\\b|\\bapproval status\\b`,
  "u",
);
const ISSUES = anyOf(
  /^(?:open|remaining|outstanding|new|further|unresolved) points?\b/u,
  /^(?:the |key |main |specific |detailed |identified |raised |open |remaining |outstanding |unresolved |all |review |further |additional )*(?:issues?|findings?|problems?|defects?|bugs?|flaws?)\b/u,
  /\bissues? (?:details?|list|log|register)\b/u,
  /\bdetailed (?:issues?|findings?|review comments)\b/u,
  /^(?:detailed )?(?:feedback|critique|criticisms?)\b/u,
);
const SUMMARY = /\b(?:summary|overview|at a glance|statistics|counts?|metrics|scorecard|totals?|executive)\b/u;
const ASIDE =
  /\b(?:strengths?|positives?|praise|highlights|merits|what works|works well|well done|good|approved proposals?|check(?:s|list)?|validat(?:ion|ed)|consistency|completeness|alignment|coverage|compliance|criteria|integration|cross-cutting|assessment|analysis|verification|history|changelog|metadata|references|appendix|scope|background|sign-?off|notes for|methodology|examined|net progress|trade-?offs?)\b|^revisions?$/u;

/** Headings that name a place and nothing else, also where titles of issues are expected. */
const BARE_PLACE =
  /^(?:executive |issue |review )?(?:summary|overview|conclusions?|verdict|recommendations?|strengths|positives|notes?|observations?|next steps|action items|sign-?off|references|appendix|new gaps?(?: \w+)?|revision history|validation checklist|checklist)$/u;

/** Whether a heading can only be a place, even below a severity, where any heading may be the title of an issue. */
export function isBarePlace(folded: string): boolean {
  return BARE_PLACE.test(folded);
}

/** `Review: GAP-FLOW-001 (Validation of names)`: what follows the gap is its topic, and seldom says what stands below. */
const TOPIC =
  /^(?:[a-z -]{1,24}:? )?gap-[a-z]{2,10}-\d{3}[a-z]?(?: (?:re-?)?review)?\s*(?:[:–—]|-\s|\()\s*(\S.*?)\)?$/u;
const SAID_OF_GAP: readonly (Area | undefined)[] = ["issues", "observations", "recheck", "new-gaps", "verdict"];

/** Reads a heading. Nothing is known of one that fits no kind: it belongs to what it stands in. */
export function placeOfFolded(text: string, headingText: string): Place {
  const topic = text.includes("gap-") ? TOPIC.exec(text)?.[1] : undefined;
  if (topic === undefined || /^verdict\b/u.test(text)) return placeOf(text, headingText);
  const place = placeOf(topic, headingText);
  return SAID_OF_GAP.includes(place.area) ? place : { mixedSeverity: false };
}

function placeOf(text: string, headingText: string): Place {
  const severity = severitySection(text.replace(/^new /, ""));
  const area = areaOf(text, severity !== undefined);
  if (severity === undefined) return { mixedSeverity: false, ...(area === undefined ? {} : { area }) };
  return {
    area: area ?? "issues",
    severity: severity.severity,
    severityAsWritten: headingText.replace(/[*_]+/g, "").trim(),
    mixedSeverity: severity.mixed,
  };
}

function areaOf(text: string, severe: boolean): Area | undefined {
  if (NEW_GAPS.test(text)) return ASSESSED.test(text) ? "aside" : "new-gaps";
  if (OBSERVATIONS.test(text)) return LAST_TIME.test(text) ? "recheck" : "observations";
  if (severe) return RECHECK.test(text) && !/\bnew\b/u.test(text) ? "recheck" : "issues";
  if (/\bsummary\b/u.test(text)) return "summary";
  if (NEW_ISSUES.test(text)) return "issues";
  if (RECHECK.test(text)) return "recheck";
  if (VERDICT.test(text) && !/^recommendations? (?:for|to)\b/u.test(text)) return "verdict";
  if (ACTIONS.test(text)) return "actions";
  if (ISSUES.test(text)) return "issues";
  if (CONCERNS.test(text)) return "concerns";
  if (SUMMARY.test(text)) return "summary";
  return ASIDE.test(text) && !/^(?:re-?)?review(?: of\b|:)/u.test(text) ? "aside" : undefined;
}
