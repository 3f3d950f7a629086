import { openList } from "../../documents/stated/open-list.ts";

/** The role of a section; guidance, checklists, tables of contents, logs and later work are not checked (SPEC 16.2). */
export type SectionRole =
  | "text"
  | "open"
  | "edge"
  | "glossary"
  | "example"
  | "contents"
  | "guidance"
  | "checklist"
  | "log"
  | "later";

/** Titles by the role of their section; the first match decides. */
const TITLES: readonly (readonly [SectionRole, RegExp])[] = [
  ["contents", /^(?:table of )?contents\b|^toc\b/],
  [
    "guidance",
    /\b(?:execution flow|quick guidelines|section requirements|for ai generation|template (?:notes|usage|guidance|instructions)|how to (?:use|read) this|how to fill|instructions for (?:author|ai\b|agent)|writing guidelines)/,
  ],
  [
    "checklist",
    /\bcheck ?lists?$|\b(?:execution status|sign ?off|definition of (?:done|ready)|constitution (?:check|compliance)|review acceptance)/,
  ],
  [
    "log",
    /^(?:clarification|q a\b|questions (?:and )?answers|faq|frequently asked|history|(?:review|meeting|release) notes|session log\b)|\b(?:change ?log\b|(?:revision|version|implementation|decisions?) log\b|(?:change|revision|version|document|implementation|amendment|edit) history|(?:resolved|answered|closed) (?:questions|issues|points))/,
  ],
  [
    "later",
    /^future|\b(?:future (?:work|ext|enh|consid|improv|scope|phase|idea|plan|possib|direction)|(?:out of|not in(?: the)?) scope|non ?goal|not goals|deferred|backlog|nice to have|possible extension|later version|post mvp|parking lot|roadmap|alternative|(?:considered|rejected|discarded) (?:options|approaches|ideas)|excluded|exclusions)/,
  ],
  ["glossary", /\bglossary|^(?:definition|terminology|vocabulary|acronyms|abbreviations|(?:key )?terms\b)/],
  [
    "edge",
    /\b(?:edge|corner|boundary) case|cas limites|casos (?:l[ií]mite|extremos|borde)|grenzfälle|randfälle|casi limite|(?:по)?граничные случаи|边界情况|边缘情况|エッジケース|엣지 케이스/,
  ],
  ["example", /\b(?:example|sample (?:session|output|request|response|data))/],
];

/** A title such as "Goals / Non-Goals" also covers what is in scope. */
const BOTH = /^(?:goals|in scope|scope) (?:and |or |vs )?(?:non ?goals|out of scope)$/;

/** The role of a section by its title, else that of its parent. */
export function roleOf(title: string, above: SectionRole | undefined): SectionRole {
  const bare = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (openList(title) !== undefined) return "open";
  const known = BOTH.test(bare) ? undefined : TITLES.find(([, words]) => words.test(bare));
  return known?.[0] ?? above ?? "text";
}

const SILENT: ReadonlySet<SectionRole> = new Set(["contents", "guidance", "checklist", "log", "later"]);

/** Whether a section makes no claims about the system. */
export function isSilent(role: SectionRole): boolean {
  return SILENT.has(role);
}

/** Whether not even ids count there; a section about later work may define one. */
export function isPassedOver(role: SectionRole): boolean {
  return role !== "later" && SILENT.has(role);
}

const NUMBER = /^(?:§\s*)?(?:(?:section|chapter|part)\s+)?((?:\d+|[A-Z](?=\.\d))(?:\.\d+)*)[.:)]?(?=\s|$)/i;

/** The number of a heading: `3.1` of `## 3.1 Create a payment`. */
export function headingNumber(text: string): string | undefined {
  return NUMBER.exec(text)?.[1];
}

export function headingTitle(text: string): string {
  return text
    .replace(NUMBER, "")
    .replace(/^[^\p{L}\p{N}"(`]+/u, "")
    .trim();
}
