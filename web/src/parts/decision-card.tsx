import type { Decision } from "../../../src/model/decision.ts";
import { Markdown } from "./markdown.tsx";

export function DecisionCard({ decision }: { decision: Decision }) {
  return (
    <article class="card" id={decision.id}>
      <h3>
        {decision.id}: {decision.title}
      </h3>
      <DecisionFacts decision={decision} />
    </article>
  );
}

/** What holds, and all that was said with it. */
export function DecisionFacts({ decision }: { decision: Decision }) {
  return (
    <>
      <Markdown text={decision.decision} />
      {(
        [
          ["Asked", decision.question],
          ["Why", decision.rationale],
          ["The Engineer must", decision.action],
          ["The gap", decision.outcome],
          ["Constraints", decision.constraints?.join("; ")],
          ["Applies again", decision.origin],
        ] as const
      ).map(([label, text]) =>
        text === undefined || text === "" ? null : (
          <p key={label}>
            <strong>{label}:</strong> {text}
          </p>
        ),
      )}
      <p class="quiet">
        {decision.type}, by the {decision.by}, {decision.at}
      </p>
    </>
  );
}
