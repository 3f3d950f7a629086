import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Gap, GapState } from "../../../src/model/gap.ts";
import { inWords } from "../../../src/model/in-words.ts";
import { SEVERITIES } from "../../../src/model/severity.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { SeverityBadge } from "./badges.tsx";
import { FilterBox } from "./filter-box.tsx";
import { answeredGaps } from "./given-answers.tsx";

interface ColumnKind {
  readonly title: string;
  readonly states: readonly GapState[];
  /** Only gaps that wait for the person (true) or only the others (false). */
  readonly yours?: boolean;
  /** This column takes the gaps whose answer is not in the spec yet; they are in no other column. */
  readonly answered?: true;
}

const UNWRITTEN: ColumnKind = {
  title: "Answered, not in the spec yet",
  states: ["OPEN", "IN_PROGRESS", "BLOCKED"],
  answered: true,
};

const COLUMNS: readonly ColumnKind[] = [
  { title: "Waiting for your answer", states: ["BLOCKED"], yours: true },
  UNWRITTEN,
  { title: "Open", states: ["OPEN", "NEEDS_REVISION"] },
  { title: "In progress", states: ["IN_PROGRESS"] },
  { title: "Proposed", states: ["PROPOSED"] },
  { title: "Blocked or deferred", states: ["BLOCKED", "USER_DEFERRED"], yours: false },
];

const SETTLED: typeof COLUMNS = [
  { title: "Parked", states: ["PARKED"] },
  { title: "Done", states: ["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED"] },
];

function noneOpen(parked: number): string {
  return parked === 0 ? "No open gaps." : `No open gaps; ${parked} parked.`;
}

/** Open gaps in columns by state, worst first; settled ones are collapsed below. */
export function Board({ live }: { live: LiveSession }) {
  const [words, setWords] = useState("");
  const [settled, setSettled] = useState(false);
  const { gaps } = live.view;
  const { given, questions, stop } = live.view;
  const answered = useMemo(() => answeredGaps(live.view), [gaps, given, questions, stop]);
  const columns = useMemo(() => columnsOf(COLUMNS, gaps, words, answered), [gaps, words, answered]);
  const others = useMemo(() => columnsOf(SETTLED, gaps, words, answered), [gaps, words, answered]);
  const isEmpty = columns.every((column) => column.gaps.length === 0);
  const count = others.reduce((sum, column) => sum + column.gaps.length, 0);
  return (
    <>
      <FilterBox
        label="Filter gaps"
        placeholder="an id, a severity or words"
        count={settled || words !== "" ? gaps.length : gaps.length - count}
        words={words}
        onWords={setWords}
      />
      {isEmpty ? (
        <p class="quiet">{words === "" ? noneOpen(live.view.derived.parked) : "No open gap matches."}</p>
      ) : (
        <Columns live={live} columns={columns} />
      )}
      {count === 0 ? null : (
        <details onToggle={(event) => setSettled(event.currentTarget.open)}>
          <summary>Done, dropped and parked ({count})</summary>
          {settled ? <Columns live={live} columns={others} /> : null}
        </details>
      )}
    </>
  );
}

interface ColumnGaps {
  readonly title: string;
  readonly gaps: readonly Gap[];
}

function Columns({ live, columns }: { live: LiveSession; columns: readonly ColumnGaps[] }) {
  const { session, round: now, records } = live.view;
  const round = session.engineer === "interview" ? undefined : (now?.number ?? records.length);
  return (
    <div class="board">
      {columns
        .filter(({ gaps }) => gaps.length > 0)
        .map(({ title, gaps }) => (
          <Column key={title} title={title} gaps={gaps} session={live.key} round={round} />
        ))}
    </div>
  );
}

function columnsOf(
  columns: typeof COLUMNS,
  gaps: readonly Gap[],
  words: string,
  answered: ReadonlySet<string>,
): ColumnGaps[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (gap: Gap) => {
    const text = `${gap.id} ${gap.severity} ${gap.state} ${gap.title}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const shown = wanted.length === 0 ? gaps : gaps.filter(has);
  const isAnswered = (gap: Gap) => answered.has(gap.id) && UNWRITTEN.states.includes(gap.state);
  return columns.map(({ title, states, yours, answered: isTheirs = false }) => ({
    title,
    gaps: shown
      .filter((gap) => states.includes(gap.state) && isAnswered(gap) === isTheirs)
      .filter((gap) => yours === undefined || yours === isYours(gap))
      .sort(worstFirst),
  }));
}

const CARD = 78;
/** Cards rendered beyond the visible ones, so that none is missing while scrolling. */
const AROUND = 30;
const STEP = 10;
const HEIGHT = 480;

/** A column of cards. Only those near the viewport are rendered, because a session may have thousands of gaps. */
function Column({ title, gaps, session, round }: ColumnProps) {
  const box = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState(0);
  const follow = () => setFrom(Math.floor((box.current?.scrollTop ?? 0) / (CARD * STEP)) * STEP);
  useLayoutEffect(follow, [gaps.length]);
  const first = Math.max(0, from - AROUND);
  const last = Math.min(gaps.length, from + Math.ceil(HEIGHT / CARD) + STEP + AROUND);
  return (
    <section class="column" aria-label={`${title}: ${gaps.length}`}>
      <h3>
        {title} <span class="quiet">{gaps.length}</span>
      </h3>
      <div class="scroll" ref={box} tabIndex={gaps.length > 5 ? 0 : -1} onScroll={follow}>
        <ul class="space" style={{ height: `${gaps.length * CARD}px` }}>
          {gaps.slice(first, last).map((gap, index) => (
            <li key={gap.id} style={{ transform: `translateY(${(first + index) * CARD}px)` }}>
              <Card gap={gap} state={stateBeside(title, gap)} session={session} round={round} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface ColumnProps extends ColumnGaps {
  readonly session: string;
  /** The current round; absent in an interview, which does not show rounds. */
  readonly round: number | undefined;
}

type CardProps = { gap: Gap; state: string } & Pick<ColumnProps, "session" | "round">;

function Card({ gap, state, session, round }: CardProps) {
  return (
    <a class="gap" href={href("s", session, "gap", gap.id)} title={gap.title.slice(0, 300)}>
      <span class="title">{gap.title.slice(0, 200)}</span>
      <span class="row">
        <span class="quiet">
          {[gap.id, gap.origin === "user" ? "added by you" : "", state, round === undefined ? "" : age(gap, round)]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <SeverityBadge severity={gap.severity} />
      </span>
    </a>
  );
}

function isYours(gap: Gap): boolean {
  return gap.state === "BLOCKED" && gap.blocker?.type === "USER_INPUT";
}

/** The state of a gap in words; empty where the title of its column already says it. */
function stateBeside(title: string, gap: Gap): string {
  if (title === UNWRITTEN.title) return "answered";
  const words = isYours(gap) ? "waiting for your answer" : inWords(gap.state);
  return words === title.toLowerCase() ? "" : words;
}

function age(gap: Gap, round: number): string {
  const rounds = round - gap.round;
  return rounds <= 0 ? "new" : rounds === 1 ? "1 round old" : `${rounds} rounds old`;
}

function worstFirst(a: Gap, b: Gap): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.round - b.round || (a.id < b.id ? -1 : 1);
}
