import type { Evidence } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";
import { Markdown } from "./markdown.tsx";
import { Where } from "./where.tsx";

/** Characters of evidence that fit on a screen below the question. */
const ROOM = 1500;

/** The id before the text of an issue; the head of the question already names it. */
const ISSUE_ID = /^\*\*ISSUE-[\w-]{1,40}\*\*:\s+/;

/** The evidence of a question or an option; what would not fit on a screen is collapsed. */
export function EvidenceList({ live, evidence }: { live: LiveSession; evidence: readonly Evidence[] }) {
  const fits = (index: number) => evidence.slice(0, index + 1).reduce((sum, { body }) => sum + body.length, 0) <= ROOM;
  return (
    <>
      {evidence.map(({ title, where, body }, index) => (
        <details key={index} class="evidence" open={evidence.length <= 2 || fits(index)}>
          <summary>{title}</summary>
          <Markdown text={body.replace(ISSUE_ID, "")} />
          {where === undefined ? null : (
            <p>
              <Where live={live} place={where} />
            </p>
          )}
        </details>
      ))}
    </>
  );
}
