import type { GapTurn } from "../../../src/server/gap-history.ts";
import type { LiveSession } from "../use-session.ts";
import { linesOf } from "./bounded.ts";
import { Markdown } from "./markdown.tsx";
import { SpecDiff } from "./spec-diff.tsx";
import { useFile } from "./use-file.ts";
import { Where } from "./where.tsx";

type ProposalTurn = Extract<GapTurn, { type: "proposed" }>;

interface ProposalsProps {
  readonly live: LiveSession;
  readonly id: string;
  readonly history: readonly GapTurn[];
}

/** The proposals for a gap, newest first, each with a diff to the previous one. */
export function Proposals({ live, id, history }: ProposalsProps) {
  const proposals = history.filter((turn) => turn.type === "proposed");
  const current = live.view.proposals.find((proposal) => proposal.id === id);
  return (
    <section aria-labelledby="proposals">
      <h2 id="proposals">Proposals</h2>
      {proposals.length === 0 ? <p class="quiet">No proposals yet.</p> : null}
      {proposals
        .map((proposal, index) => (
          <ProposalItem
            key={`${proposal.path}${proposal.line}`}
            live={live}
            proposal={proposal}
            before={proposals[index - 1]}
            isLast={index === proposals.length - 1}
            isReviewed={current?.round !== proposal.round || current.reviewed}
          />
        ))
        .reverse()}
    </section>
  );
}

interface ItemProps {
  readonly live: LiveSession;
  readonly proposal: ProposalTurn;
  readonly before: ProposalTurn | undefined;
  readonly isLast: boolean;
  readonly isReviewed: boolean;
}

function ProposalItem({ live, proposal, before, isLast, isReviewed }: ItemProps) {
  const text = useProposal(live, proposal);
  const old = useProposal(live, before);
  return (
    <article class="card">
      <h3>
        Round {proposal.round}
        {proposal.confidence === undefined ? "" : ` · ${proposal.confidence.toLowerCase()} confidence`}
        {isReviewed ? "" : " · not reviewed yet"}{" "}
        <span class="id">
          <Where live={live} place={`${proposal.path}:${proposal.line}`} />
        </span>
      </h3>
      {text === undefined ? <p class="quiet">Loading …</p> : null}
      {text === null ? <p class="quiet">The document no longer exists.</p> : null}
      {typeof text === "string" && typeof old === "string" && before ? (
        <details open={isLast}>
          <summary>What changed since round {before.round}</summary>
          <SpecDiff before={old} after={text} label={`What changed from round ${before.round} to ${proposal.round}`} />
        </details>
      ) : null}
      {typeof text === "string" ? (
        <details open={isLast}>
          <summary>Full proposal</summary>
          <Markdown text={text} />
        </details>
      ) : null}
    </article>
  );
}

function useProposal(live: LiveSession, proposal: ProposalTurn | undefined): string | null | undefined {
  const text = useFile(live, proposal?.path, live.view.records.length);
  return typeof text === "string" && proposal ? linesOf(text, proposal.line, proposal.endLine) : text;
}
