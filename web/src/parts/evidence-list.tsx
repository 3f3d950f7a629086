import type { Evidence } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";
import { Markdown } from "./markdown.tsx";
import { Where } from "./where.tsx";

/** What a screen holds beside the question, in characters. */
const ROOM = 1500;

/** What speaks for or against it; what no longer fits on a screen is folded. */
export function EvidenceList({ live, evidence }: { live: LiveSession; evidence: readonly Evidence[] }) {
  const fits = (index: number) => evidence.slice(0, index + 1).reduce((sum, { body }) => sum + body.length, 0) <= ROOM;
  return (
    <>
      {evidence.map(({ title, where, body }, index) => (
        <details key={index} class="evidence" open={evidence.length <= 2 || fits(index)}>
          <summary>{title}</summary>
          {where === undefined ? null : (
            <p>
              <Where live={live} place={where} />
            </p>
          )}
          <Markdown text={body} />
        </details>
      ))}
    </>
  );
}
