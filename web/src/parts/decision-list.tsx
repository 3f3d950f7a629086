import { useState } from "preact/hooks";
import type { Decision } from "../../../src/model/decision.ts";
import type { Gap } from "../../../src/model/gap.ts";
import { replacedDecisions } from "../../../src/model/replaced-decisions.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { href } from "../route.ts";
import { DecisionFacts, decisionTitle } from "./decision-card.tsx";

const FIRST = 20;

/** The decisions in force, newest first, collapsed. */
export function DecisionList({ decisions: made, gaps }: { decisions: readonly Decision[]; gaps: readonly Gap[] }) {
  const [all, setAll] = useState(false);
  const replaced = replacedDecisions(made);
  const decisions = made.filter(({ id }) => !replaced.has(id));
  if (decisions.length === 0) return <p class="quiet">No decisions yet.</p>;
  const shown = all ? decisions.toReversed() : decisions.slice(-FIRST).reverse();
  return (
    <>
      <div class="decisions">
        {shown.map((decision) => (
          <details key={decision.id} id={decision.id}>
            <summary>
              {decisionTitle({ decision, gaps })} <span class="id">{decision.id}</span>
              {decision.decision === decision.title ? null : (
                <span class="said">{visibleLine(decision.decision, 200)}</span>
              )}
            </summary>
            <DecisionFacts decision={decision} />
          </details>
        ))}
      </div>
      {shown.length === decisions.length ? null : (
        <button type="button" onClick={() => setAll(true)}>
          Show all {decisions.length} decisions
        </button>
      )}
    </>
  );
}

/** Opens a decision in the list and scrolls to it; one that is not in the list is shown in decisions.md. */
export function showDecision(session: string, id: string): void {
  const details = document.getElementById(id);
  if (!(details instanceof HTMLDetailsElement)) {
    location.hash = href("s", session, "file", "decisions.md");
    return;
  }
  details.open = true;
  details.scrollIntoView({ block: "center" });
  details.querySelector("summary")?.focus({ preventScroll: true });
}
