const WHAT_HAPPENS =
  /^(?:and )?what (?:happens|should happen|is done|will happen|must happen) (when|if|while|after|before|to|with) (.{3,300}?)\s*\?*$/i;
const HOW_HANDLED =
  /^how (?:does|do|should|will|must|shall) ([\w -]{2,40}?) (?:handle|deal with|treat|react to|behave (?:for|with|on)|cope with) (.{3,300}?)\s*\?*$/i;

/** A question about a case: "What happens when the disk is full?" */
export interface CaseQuestion {
  /** What the answer begins with: "If the disk is full". */
  readonly lead: string;
  /** Who acts, where the question says so. */
  readonly actor?: string;
}

/** The case that a question asks about; `undefined` for any other question. */
export function caseOf(question: string): CaseQuestion | undefined {
  const text = question.trim().replace(/\s+/g, " ");
  const [, word = "", happens] = WHAT_HAPPENS.exec(text) ?? [];
  if (happens !== undefined) return { lead: `${leadWord(word.toLowerCase())} ${happens}` };
  const [, actor, handled] = HOW_HANDLED.exec(text) ?? [];
  if (actor === undefined || handled === undefined) return undefined;
  return { lead: `For ${handled}`, actor: /^(?:we|it|you)$/i.test(actor) ? "the system" : actor };
}

function leadWord(word: string): string {
  switch (word) {
    case "when":
    case "if":
      return "If";
    case "to":
    case "with":
      return "For";
    default:
      return word.replace(/^./, (letter) => letter.toUpperCase());
  }
}

/** The answer with the case that it is about; one that names a case itself stands as it is. */
export function answeredCase({ lead }: CaseQuestion, sentence: string): string {
  if (/^(?:if|when|while|for|after|before|where)\b/i.test(sentence)) return sentence;
  const clause = sentence.replace(/^(?:The|A|An|It|They|Each|Every|This|These|No|All|Only|Its|Their)\b/, (word) =>
    word.toLowerCase(),
  );
  return `${lead}, ${clause}`;
}
