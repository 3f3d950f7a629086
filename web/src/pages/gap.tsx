import type { Gap } from "../../../src/model/gap.ts";
import { inWords } from "../../../src/model/in-words.ts";
import { wordsAsked } from "../../../src/model/passage-answer.ts";
import type { GapTurn } from "../../../src/server/gap-history.ts";
import { SeverityBadge, StateBadge } from "../parts/badges.tsx";
import { DecisionCard } from "../parts/decision-card.tsx";
import { GapActions } from "../parts/gap-actions.tsx";
import { IssueCard } from "../parts/issue-card.tsx";
import { Markdown, Raw } from "../parts/markdown.tsx";
import { Proposals } from "../parts/proposals.tsx";
import { Title } from "../parts/title.tsx";
import { useFile } from "../parts/use-file.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { GapLink, RoundLink } from "../parts/where.tsx";
import type { LiveSession } from "../use-session.ts";

/** One gap: its place in the spec, proposals, issues with replies, decisions and state changes. */
export function GapPage({ live, id }: { live: LiveSession; id: string }) {
  const { view } = live;
  const gap = view.gaps.find((candidate) => candidate.id === id);
  const version = `${gap?.state} ${view.records.length} ${view.round?.engineerDocument?.chars} ${view.round?.reviewerDocument?.chars} ${view.decisions.length}`;
  const loaded = useLoaded(() => live.source.history(id), [live.source, id, version]);
  const history = typeof loaded === "object" ? loaded : [];
  if (!gap) return <p role="alert">No gap {id}.</p>;
  const issues = view.issues.filter((issue) => issue.gap === id);
  const decisions = view.decisions.filter((decision) => decision.gaps.some((gapId) => gapId === id));
  return (
    <>
      <div class="eyebrow">
        <strong>{gap.id}</strong>
        <span>
          <SeverityBadge severity={gap.severity} /> <StateBadge state={gap.state} />
        </span>
      </div>
      <Title window={`${gap.id} · ${view.session.name}`}>{gap.title}</Title>
      {hasMoreText(gap) ? <Markdown text={gap.text} /> : null}
      <Relations live={live} gap={gap} />
      {live.source.readOnly ? null : <GapActions live={live} gap={gap} />}
      <Places live={live} gap={gap} />
      <Proposals live={live} id={id} history={history} />
      <section aria-labelledby="issues">
        <h2 id="issues">Issues</h2>
        {issues.length === 0 ? <p class="quiet">No issues.</p> : null}
        {issues.map((issue) => (
          <IssueCard key={issue.id} issue={issue} live={live} history={history} />
        ))}
      </section>
      <section aria-labelledby="decisions">
        <h2 id="decisions">Decisions</h2>
        {decisions.length === 0 ? <p class="quiet">No decisions.</p> : null}
        {decisions.map((decision) => (
          <DecisionCard key={decision.id} decision={decision} gaps={[gap]} />
        ))}
      </section>
      <Changes live={live} history={history} />
    </>
  );
}

/** Whether the text has more than the title; a source's text may be `(HIGH): ` and the title with a full stop. */
function hasMoreText({ title, text }: Gap): boolean {
  const body = text.replace(/^\s*\([A-Z]+\):\s*/, "").trim();
  return body !== title.trim() && body !== `${title.trim()}.`;
}

const FOUND: Readonly<Record<Gap["origin"], string>> = {
  source: "Written in the spec",
  check: "Found by the checks",
  survey: "Found by the survey",
  reviewer: "Found by the Reviewer",
  engineer: "Found by the Engineer",
  "final-review": "Found by the final review",
  split: "Split from another gap",
  user: "Added by you",
};

/** Where the gap came from, and its relations to other gaps. */
function Relations({ live, gap }: { live: LiveSession; gap: Gap }) {
  const blocked = gap.state === "BLOCKED" ? gap.blocker : undefined;
  return (
    <ul class="facts">
      <li>
        {FOUND[gap.origin]}
        {gap.round === 0 ? "" : ` in round ${gap.round}`} · severity set by the {gap.severityBy}
      </li>
      {gap.label === undefined ? null : <li>Named {gap.label} in the spec</li>}
      {gap.partOf === undefined ? null : (
        <li>
          Part of <GapLink live={live} id={gap.partOf} />
        </li>
      )}
      <GapList live={live} words="Split into" ids={gap.parts} />
      <GapList live={live} words="Duplicate of" ids={gap.duplicateOf === undefined ? [] : [gap.duplicateOf]} />
      <GapList live={live} words="Depends on" ids={gap.dependsOn} />
      {blocked === undefined ? null : blocked.type === "DEPENDENCY" ? (
        <GapList live={live} words="Blocked by" ids={blocked.gaps} />
      ) : (
        <li>
          Blocked ({inWords(blocked.type)}): {wordsAsked(blocked.reason)}
        </li>
      )}
    </ul>
  );
}

function GapList({ live, words, ids }: { live: LiveSession; words: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <li>
      {words}{" "}
      {ids.map((id, index) => (
        <span key={id}>
          {index === 0 ? "" : ", "}
          <GapLink live={live} id={id} />
        </span>
      ))}
    </li>
  );
}

const AROUND = 2;

function Places({ live, gap }: { live: LiveSession; gap: Gap }) {
  const source = useFile(live, gap.places.length > 0 ? "source.md" : undefined, 0);
  if (typeof source !== "string") return null;
  const lines = source.split("\n");
  return (
    <section aria-labelledby="place">
      <h2 id="place">In your text</h2>
      {gap.places.slice(0, 5).map((place) => {
        const first = Math.max(1, place.line - AROUND);
        const text = lines.slice(first - 1, place.endLine + AROUND).join("\n");
        const marked = new Set(
          Array.from({ length: place.endLine - place.line + 1 }, (_, index) => place.line + index),
        );
        return (
          <div key={place.line}>
            <p class="quiet">
              {place.heading}, line {place.line}
            </p>
            <Raw text={text} label={`Your text at line ${place.line}`} first={first} marked={marked} />
          </div>
        );
      })}
    </section>
  );
}

function Changes({ live, history }: { live: LiveSession; history: readonly GapTurn[] }) {
  const changes = history.filter((turn) => turn.type === "gap_changed");
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>State changes ({changes.length})</summary>
      <ol class="turns">
        {changes.map((change, index) => (
          <li key={index}>
            <RoundLink live={live} round={change.round} /> <StateBadge state={change.to} /> {change.why}{" "}
            <span class="quiet">({change.actor})</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
