import type { Evidence } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";
import { Markdown } from "./markdown.tsx";
import { Where } from "./where.tsx";

/** What speaks for or against it; more than two pieces are folded. */
export function EvidenceList({ live, evidence }: { live: LiveSession; evidence: readonly Evidence[] }) {
  return (
    <>
      {evidence.map(({ title, where, body }, index) => (
        <details key={index} class="evidence" open={evidence.length <= 2}>
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
