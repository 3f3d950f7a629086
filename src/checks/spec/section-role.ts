import { isOpenListTitle } from "../../documents/spec/open-list.ts";
import type { SectionRole } from "./section.ts";

const OPEN_WORD =
  /\b(?:open|unresolved|outstanding|pending|undecided|unanswered|unclear|remaining|questions?|to be|tbd|unknowns?)\b/;
const NEEDED =
  /\b(?:clarifications?|decisions?|input|answers?|feedback) (?:are |is )?(?:still )?(?:needed|required|pending)\b/;

const ROLE_WORDS: readonly (readonly [SectionRole, RegExp])[] = [
  ["contents", /^(?:table of contents|contents|toc|index|in this document|on this page)$/],
  [
    "guidance",
    /\b(?:execution flow|quick guidelines|section requirements|for ai generation|template (?:notes|usage|guidance|instructions)|how to (?:use|fill|read) this|instructions for (?:authors?|ai|agents?)|writing guidelines)\b/,
  ],
  [
    "checklist",
    /\b(?:check ?lists?|execution status|sign-?off|definition of (?:done|ready)|constitution (?:check|compliance)|review & acceptance)\b/,
  ],
  [
    "log",
    /^(?:clarifications?|q ?& ?a|questions (?:and|&) answers|faq|frequently asked questions|history|review notes|meeting notes|release notes|session log)\b|\bchange ?log\b|\b(?:revision|version|change|document|implementation|amendment|edit) (?:history|log)\b|\bdecisions? log\b|\b(?:resolved|answered|closed) (?:questions|issues|points)\b/,
  ],
  [
    "later",
    /^future\b|\bfuture (?:work|extensions?|enhancements?|considerations?|improvements?|scope|phases?|ideas|plans?|possibilities|directions?)\b|\b(?:out[- ]of[- ]scope|not in (?:the )?scope|non-?goals?|not goals|deferred|backlog|nice[- ]to[- ]haves?|possible extensions|later versions?|post[- ]mvp|parking lot|roadmap)\b|\balternatives\b|\balternative \w+\b|\b(?:considered|rejected|discarded) (?:options|alternatives|ideas|approaches)\b|\b(?:excluded|exclusions)\b/,
  ],
  ["glossary", /\bglossary\b|^(?:definitions?|terminology|vocabulary|acronyms|abbreviations|(?:key )?terms)\b/],
  ["edge", /\b(?:edge|corner|boundary) cases?\b/],
  ["example", /\b(?:examples?|sample (?:session|output|requests?|responses?|data))\b/],
];

/** What a section is for, by the words of its title; else what the one above it is for. */
export function roleOf(title: string, above: SectionRole | undefined): SectionRole {
  const lower = title.toLowerCase();
  if (NEEDED.test(lower) || (OPEN_WORD.test(lower) && isOpenListTitle(title))) return "open";
  for (const [role, words] of ROLE_WORDS) if (words.test(lower)) return role;
  return above ?? "text";
}

const SILENT: ReadonlySet<SectionRole> = new Set(["contents", "guidance", "checklist", "log", "later"]);

/** Nothing in such a section is the author's claim about the system. */
export function isSilent(role: SectionRole): boolean {
  return SILENT.has(role);
}

/** Not even an id of the author's own is stated there; what is left for later may well name one. */
export function isPassedOver(role: SectionRole): boolean {
  return role !== "later" && SILENT.has(role);
}

const NUMBER = /^(?:§\s*)?(?:(?:section|chapter|part)\s+)?((?:\d+|[A-Z](?=\.\d))(?:\.\d+)*)[.:)]?(?=\s|$)/i;

/** `## 3.1 Create a payment` is number 3.1; a heading of words alone has none. */
export function headingNumber(text: string): string | undefined {
  return NUMBER.exec(text)?.[1];
}

export function headingTitle(text: string): string {
  return text
    .replace(NUMBER, "")
    .replace(/^[^\p{L}\p{N}"(`]+/u, "")
    .trim();
}
