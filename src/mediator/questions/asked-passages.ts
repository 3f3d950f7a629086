import type { SourcePlace } from "../../model/gap.ts";

/** What the interview asks: one sentence, and the passages of the spec that it is about (SPEC 16.4). */
export interface Asked {
  /** Begins with the section: `section "Limits": …`. */
  readonly question: string;
  readonly passages: readonly AskedPassage[];
  /** Words of the passage that stand alone, whose place an answer takes verbatim. */
  readonly fill?: string;
  /** Words of the passage inside a sentence, in whose place words are shown that are typed without choosing. */
  readonly replaces?: string;
  /** The marker that is asked about: an edit may not leave it as it is. */
  readonly marker?: string;
  /** A term that one line of the glossary would explain. */
  readonly term?: string;
  /** What is asked for goes below the passage, which stays as it is. */
  readonly add?: true;
  /** The passage is a heading with nothing below it. */
  readonly empty?: true;
  /** The passage stands in a block of code. */
  readonly code?: true;
  /** More hangs on the passage than is shown: it cannot be struck. */
  readonly whole?: false;
}

export interface AskedPassage {
  /** Letter for letter. */
  readonly text: string;
  readonly marks: readonly string[];
  /** In the author's file, where it is not the first place of the gap. */
  readonly place?: SourcePlace;
}

/** The question as it stands in the Engineer's document, below BLOCKED_NEEDS_INPUT. */
export function renderAsked({ question, ...facts }: Asked): string {
  return `${question}\n\n\`\`\`asked\n${JSON.stringify(facts)}\n\`\`\``;
}

/** The same back; `undefined` for a question of any other Engineer. */
export function readAsked(reason: string): Asked | undefined {
  const [question = "", json = ""] = reason.split(/^```asked\n/m);
  try {
    const facts = JSON.parse(json.split("\n", 1)[0] ?? "") as Omit<Asked, "question">;
    return Array.isArray(facts.passages) ? { ...facts, question: question.trim() } : undefined;
  } catch {
    return undefined;
  }
}
