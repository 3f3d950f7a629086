import type { VerdictValue } from "../values.ts";

const REVISE =
  /\b(?:needs?[\s_-]+(?:major[\s_-]+|minor[\s_-]+|further[\s_-]+|another[\s_-]+|more[\s_-]+|some[\s_-]+)?(?:revisions?|work|changes?|fix(?:es)?|improvements?|rework|another\s+round)|requires?[\s_-]+(?:major[\s_-]+|minor[\s_-]+)?(?:revisions?|changes?|rework|fix(?:es)?)|request(?:ing|s|ed)?[\s_-]+(?:changes?|revisions?)|(?:changes?|revisions?)[\s_-]+(?:requested|required|needed)|(?:major|minor)[\s_-]+revisions?|revise(?:[\s_-]+and[\s_-]+resubmit)?|rework|reject(?:ed|ion)?|not[\s_-]+(?:yet[\s_-]+)?(?:approved?|accept(?:ed|able)?|ready|acceptable)|not_ready|(?:do|can)[\s_-]?not[\s_-]+(?:be[\s_-]+)?(?:approved?|accept(?:ed)?|merged?|proceed)|block(?:ed|ing)?|return(?:ed)?[\s_-]+to[\s_-]+(?:the[\s_-]+)?engineer|incomplete|inadequate|insufficient|fail(?:ed|s)?|no[\s_-]?go|resubmit|hold)\b/iu;
const APPROVE =
  /\b(?:approv(?:e|ed|al|es|ing)|accept(?:ed|able|ance|s|ing)?|lgtm|looks[\s_-]+good(?:[\s_-]+to[\s_-]+me)?|ship[\s_-]?it|shippable|ready(?:[\s_-]+(?:for|to)\b)?|pass(?:ed|es)?|good[\s_-]+to[\s_-]+go|sign(?:ed)?[\s_-]?off|satisfactory|ready_for_termination|merge|go)\b/iu;
const NOTES =
  /\b(?:with(?!out)[\s_-]+(?:the[\s_-]+|some[\s_-]+|a[\s_-]+few[\s_-]+|noted[\s_-]+|required[\s_-]+|suggested[\s_-]+|small[\s_-]+)*(?:minor|notes?|comments?|modifications?|changes?|suggestions?|conditions?|reservations?|caveats?|nits?|observations?|issues?|revisions?|concerns?|fixes|edits|recommendations?|remarks?|amendments?|clarifications?|corrections?)|conditional(?:ly)?|subject[\s_-]+to|pending|provided[\s_-]+that|contingent|after[\s_-]+(?:minor|the|these|addressing)|once[\s_-]+(?:the|these)|but[\s_-]+(?:with|address|see)|minor[\s_-]+(?:issues?|notes?|changes?|revisions?|comments?|modifications?))\b|\*\s*$/iu;

/** Reads a verdict out of the words that state it; `undefined` when they state none. */
export function verdictOf(phrase: string): Exclude<VerdictValue, "NONE"> | undefined {
  const text = phrase.slice(0, 160).replaceAll("_", " ");
  const revise = REVISE.exec(text);
  const approve = APPROVE.exec(text);
  if (approve && (!revise || approve.index < revise.index)) {
    return NOTES.test(text) ? "APPROVED_WITH_NOTES" : "APPROVED";
  }
  return revise ? "NEEDS_REVISION" : undefined;
}

/** Where a text begins with a verdict: `APPROVED. All five issues are resolved.` */
export function leadingVerdict(text: string): { readonly value: VerdictValue; readonly asWritten: string } | undefined {
  const start = text.replace(/^(?:[\s\p{P}\p{S}]|\u200d|\ufe0f)+/u, "");
  const sentence = /^[^.;!?\n(—–]{0,120}/u.exec(start)?.[0].trim() ?? "";
  const clause = /^.{0,80}?(?=\s-\s|:\s|,\s(?:but\s)?(?!with)|$)/u.exec(sentence)?.[0] ?? sentence;
  const lead = clause.split(/\s+/u).slice(0, 7).join(" ");
  const value = verdictOf(lead);
  if (value === undefined || !startsWithVerdict(lead)) return undefined;
  const starred =
    value === "APPROVED" && start.slice(lead.length).startsWith("*") && !start.slice(lead.length).startsWith("**");
  return { value: starred ? "APPROVED_WITH_NOTES" : value, asWritten: lead };
}

/** The verdict is what the text begins with, not something it mentions later. */
function startsWithVerdict(phrase: string): boolean {
  const lead = phrase.replaceAll("_", " ");
  const found = [REVISE.exec(lead)?.index, APPROVE.exec(lead)?.index].filter((index) => index !== undefined);
  const before = lead.slice(0, Math.min(...found)).trim();
  return (
    before === "" ||
    /^(?:i |we |it |this |the |is |be |to |a |an |recommend(?:ed|s)?|proposal|resolution|document|review|overall|conditionally|conditional|status|should|gap|fully|strong|strongly|provisionally|tentatively|therefore|and|:|-)+$/iu.test(
      `${before} `,
    )
  );
}
