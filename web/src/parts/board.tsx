import { useMemo, useRef, useState } from "preact/hooks";
import type { Gap, GapState } from "../../../src/model/gap.ts";
import { SEVERITIES } from "../../../src/model/severity.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { SeverityBadge } from "./badges.tsx";

const COLUMNS: readonly { readonly title: string; readonly states: readonly GapState[] }[] = [
  { title: "Open", states: ["OPEN", "NEEDS_REVISION"] },
  { title: "In work", states: ["IN_PROGRESS"] },
  { title: "Proposed", states: ["PROPOSED"] },
  { title: "Blocked", states: ["BLOCKED", "USER_DEFERRED"] },
  { title: "Done", states: ["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED"] },
];

/** Gaps by where they stand, worst first. Only what is in sight is drawn: a session may have thousands. */
export function Board({ live }: { live: LiveSession }) {
  const round = live.view.round?.number ?? live.view.records.length;
  const columns = useMemo(
    () =>
      COLUMNS.map(({ title, states }) => ({
        title,
        gaps: live.view.gaps.filter((gap) => states.includes(gap.state)).sort(worstFirst),
      })),
    [live.view.gaps],
  );
  return (
    <div class="board">
      {columns.map(({ title, gaps }) => (
        <Column key={title} title={title} gaps={gaps} session={live.key} round={round} />
      ))}
    </div>
  );
}

const CARD = 76;
const AROUND = 6;

function Column({
  title,
  gaps,
  session,
  round,
}: {
  title: string;
  gaps: readonly Gap[];
  session: string;
  round: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = box.current?.clientHeight ?? 420;
  const first = Math.max(0, Math.floor(top / CARD) - AROUND);
  const last = Math.min(gaps.length, Math.ceil((top + height) / CARD) + AROUND);
  return (
    <section class="column" aria-label={`${title}: ${gaps.length}`}>
      <h3>
        {title} <span class="quiet">{gaps.length}</span>
      </h3>
      <div class="scroll" ref={box} tabIndex={0} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <div class="space" style={{ height: `${gaps.length * CARD}px` }}>
          {gaps.slice(first, last).map((gap, index) => (
            <a
              key={gap.id}
              class="gap"
              style={{ top: `${(first + index) * CARD}px` }}
              href={href("s", session, "gap", gap.id)}
            >
              <span class="row">
                <strong>{gap.id}</strong> <SeverityBadge severity={gap.severity} />
              </span>
              <span class="title">{gap.title}</span>
              <span class="quiet">
                {gap.state.replaceAll("_", " ").toLowerCase()} · {age(gap, round)}
              </span>
            </a>
          ))}
        </div>
      </div>
    </section>
  );
}

function age(gap: Gap, round: number): string {
  const rounds = round - gap.round;
  return rounds <= 0 ? "new" : rounds === 1 ? "1 round old" : `${rounds} rounds old`;
}

function worstFirst(a: Gap, b: Gap): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.round - b.round || (a.id < b.id ? -1 : 1);
}
