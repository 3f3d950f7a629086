import { isOpenListTitle } from "../../documents/spec/open-list.ts";
import type { SectionRole } from "./section.ts";

/** Words of a title that say what the section is for; with `^` those that it begins with. The first that fits decides. */
const TITLES: readonly (readonly [SectionRole, string])[] = [
  ["contents", "^table of contents,^contents ,^toc "],
  [
    "guidance",
    "execution flow,quick guidelines,section requirements,for ai generation,template notes,template usage,template guidance,template instructions,how to use this,how to fill,how to read this,instructions for author,instructions for ai ,instructions for agent,writing guidelines",
  ],
  [
    "checklist",
    "checklist,check list,execution status,sign off,signoff,definition of done,definition of ready,constitution check,constitution compliance,review acceptance",
  ],
  [
    "log",
    "^clarification,^q a ,^questions and answers,^questions answers,^faq,^frequently asked,^history,^review notes,^meeting notes,^release notes,^session log ,changelog,change log ,change history,revision history,revision log ,version history,version log ,document history,implementation history,implementation log ,amendment history,edit history,decision log ,decisions log ,resolved questions,resolved issues,resolved points,answered questions,closed questions,closed issues",
  ],
  [
    "later",
    "^future,future work,future ext,future enh,future consid,future improv,future scope,future phase,future idea,future plan,future possib,future direction,out of scope,not in scope,not in the scope,non goal,nongoal,not goals,deferred,backlog,nice to have,possible extension,later version,post mvp,parking lot,roadmap,alternative,considered options,considered approaches,considered ideas,rejected options,rejected approaches,rejected ideas,discarded options,discarded ideas,excluded,exclusions",
  ],
  ["glossary", "glossary,^definition,^terminology,^vocabulary,^acronyms,^abbreviations,^terms ,^key terms "],
  [
    "edge",
    "edge case,corner case,boundary case,cas limites,casos límite,casos limite,casos extremos,casos borde,grenzfälle,randfälle,casi limite,граничные случаи,пограничные случаи,边界情况,边缘情况,エッジケース,엣지 케이스",
  ],
  ["example", "example,sample session,sample output,sample request,sample response,sample data"],
];

const ROLES = TITLES.flatMap(([role, words]) =>
  words.split(",").map((each) => ({ role, isFirst: each.startsWith("^"), words: ` ${each.replace("^", "")}` })),
);

/** "Pending items" are work to do, "Pending decisions" are open. */
const OPEN =
  "open ,unresolved,undecided,unanswered,unclear,question,decision,tbd ,unknown,to be decided,to be determined,to be defined,to be clarified,to be resolved,to be specified"
    .split(",")
    .map((word) => ` ${word}`);
const NEEDED = /\b(?:clarifications?|decisions?|answers?) (?:are |is )?(?:still )?(?:needed|required|pending)\b/;

/** "Goals / Non-Goals" holds what is promised, too. */
const BOTH = /^ (?:goals|in scope|scope) (?:and |or |vs )?(?:non ?goals|out of scope) $/;

/** What a section is for, by the words of its title; else what the one above it is for. */
export function roleOf(title: string, above: SectionRole | undefined): SectionRole {
  const bare = ` ${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  if (NEEDED.test(bare) || (OPEN.some((word) => bare.includes(word)) && isOpenListTitle(title))) return "open";
  if (BOTH.test(bare)) return above ?? "text";
  const known = ROLES.find(({ isFirst, words }) => (isFirst ? bare.startsWith(words) : bare.includes(words)));
  return known?.role ?? above ?? "text";
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
