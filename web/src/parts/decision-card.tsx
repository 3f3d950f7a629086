import type { Decision } from "../../../src/model/decision.ts";
import type { Gap } from "../../../src/model/gap.ts";
import { capitalised } from "../../../src/model/in-words.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { Markdown } from "./markdown.tsx";
import { Time } from "./where.tsx";

interface CardProps {
  readonly decision: Decision;
  /** The gaps whose titles may be shown. */
  readonly gaps?: readonly Pick<Gap, "id" | "title">[];
}

/** The prefix `ISSUE-R1-001 (HIGH): ` in the title of a conflict's decision. */
const ISSUE = /^ISSUE-\S{1,20} \([A-Za-z, ]{1,40}\): (?=\S)/;

/** The decision's title; for an answer to a question, the gap's title and the answer. */
export function decisionTitle({ decision: { title, gaps: ids, decision }, gaps = [] }: CardProps): string {
  if (!/^(?:Input|Assumption) on GAP-\S+$/.test(title)) return title.replace(ISSUE, "");
  const subject = gaps.find(({ id }) => ids.includes(id))?.title ?? title;
  return `${visibleLine(subject, 100)}: ${visibleLine(decision, 80)}`;
}

export function DecisionCard({ decision, gaps = [] }: CardProps) {
  return (
    <article class="card" id={decision.id}>
      <h3>
        {decisionTitle({ decision, gaps })} <span class="id">{decision.id}</span>
      </h3>
      <DecisionFacts decision={decision} />
    </article>
  );
}

export function DecisionFacts({ decision }: { decision: Decision }) {
  return (
    <>
      <Markdown text={decision.decision} />
      {(
        [
          ["Question", decision.question],
          ["Not chosen", decision.alternatives?.join("; ")],
          ["Why", decision.rationale],
          ["For the Engineer", decision.action],
          ["Effect on the gap", decision.outcome],
          ["Constraints", decision.constraints?.join("; ")],
          ["Reapplies", decision.origin],
        ] as const
      ).map(([label, text]) =>
        text === undefined || text === "" ? null : (
          <p key={label}>
            <strong>{label}:</strong> {text}
          </p>
        ),
      )}
      <p class="quiet">
        {capitalised(decision.type.replaceAll("-", " "))},{" "}
        {decision.by === "user" ? "decided by you" : `by the ${decision.by}`}, <Time at={decision.at} />
      </p>
    </>
  );
}
