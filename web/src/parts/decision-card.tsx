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

/** A decision with more gaps than this names them by their ids. */
const MOST_TITLES = 2;

/** The decision's title with gaps by their titles; for an answer to a question, the gap's title alone. */
export function decisionTitle({ decision: { type, title, gaps: ids }, gaps = [] }: CardProps): string {
  const named = gaps.filter(({ id }) => ids.includes(id));
  if (type === "input" || type === "assumption") return named[0]?.title ?? title;
  if (ids.length > MOST_TITLES) return title;
  return named.reduce((words, gap) => words.replace(gap.id, () => quoted(gap.title)), title.replace(ISSUE, ""));
}

function quoted(title: string): string {
  const words = visibleLine(title, 80);
  return words.includes('"') ? words : `"${words}"`;
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
