import type { RollbackRecord } from "../../../src/mediator/state.ts";
import { analysisName } from "../../../src/model/analysis-name.ts";
import type { RollbackMode } from "../../../src/model/config-modes.ts";
import { inWords } from "../../../src/model/in-words.ts";
import { plural } from "../../../src/model/plural.ts";
import type { RollbackView, TargetView } from "../../../src/server/session-view.ts";
import { StateBadge } from "../parts/badges.tsx";
import { DecisionCard } from "../parts/decision-card.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { ApplyAgain, CancelRollback, GoBack, KeepArchive, SetMode } from "../parts/rollback-actions.tsx";
import { Title } from "../parts/title.tsx";
import { useFile } from "../parts/use-file.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { GapLink, RoundLink, Time } from "../parts/where.tsx";
import type { LiveSession } from "../use-session.ts";

/** The rounds that can be undone with the effects, earlier rollbacks, and the decisions they archived. */
export function RollbackPage({ live }: { live: LiveSession }) {
  const { view } = live;
  const version = `${view.records.length} ${view.rollbacks.length} ${view.decisions.length} ${view.round?.number}`;
  const loaded = useLoaded(() => live.source.rollback(), [live.source, version]);
  return (
    <>
      <Title window={`Rollback · ${view.session.name}`}>Rollback</Title>
      <Waiting live={live} />
      {typeof loaded === "string" ? <p role="alert">{loaded}</p> : null}
      {loaded === undefined ? <p class="quiet">Loading …</p> : null}
      {typeof loaded === "object" ? (
        <>
          {view.stop.type === "ended" || live.source.readOnly ? null : <Targets live={live} rollback={loaded} />}
          <Earlier live={live} />
          <Archived live={live} rollback={loaded} />
        </>
      ) : null}
    </>
  );
}

function Targets({ live, rollback }: { live: LiveSession; rollback: RollbackView }) {
  const { mode } = live.view.config.rollback;
  const { engineer, reviewer } = live.view.session;
  if (engineer === "interview" && reviewer === "interview")
    return <p>An interview has no rounds to undo. Reopen a gap on its own page to be asked about it again.</p>;
  return (
    <section aria-labelledby="targets">
      <h2 id="targets">Go back</h2>
      <p>
        Undone rounds are archived; nothing is lost. {plural(rollback.left, "rollback")} left in this session.{" "}
        {MODES[mode]}
      </p>
      <SetMode live={live} mode={mode} />
      {live.view.rollback ? <CancelRollback live={live} to={live.view.rollback.to} /> : null}
      {rollback.targets.length === 0 ? <p class="quiet">No round to undo yet.</p> : null}
      {rollback.targets.map((target) => (
        <Target key={target.to} live={live} target={target} />
      ))}
    </section>
  );
}

const MODES: Readonly<Record<RollbackMode, string>> = {
  INTERACTIVE: "After a failed round you are asked what to do.",
  AUTO_RETRY: "The first failed attempt of a round is undone and retried without asking you.",
  STRICT: "After a failed round you are asked what to do, with its root cause.",
};

function Target({ live, target }: { live: LiveSession; target: TargetView }) {
  const { to, rounds, openThere, gaps, decisions } = target;
  const last = to + rounds;
  return (
    <article class="card">
      <h3>{to === 0 ? "Back to the beginning" : `Back to the end of round ${to}`}</h3>
      <p>
        {rounds === 1 ? `Undoes round ${last}` : `Undoes rounds ${to + 1} to ${last}`}. {openThere}{" "}
        {openThere === 1 ? "gap was" : "gaps were"} open then.
        {decisions.length === 0
          ? ""
          : ` ${decisions.length === 1 ? "1 decision is" : `${decisions.length} decisions are`} archived.`}
      </p>
      <details>
        <summary>{gaps.length === 1 ? "1 gap changes" : `${gaps.length} gaps change`}</summary>
        <ul>
          {gaps.slice(0, MOST_GAPS).map((gap) => (
            <li key={gap.id}>
              <GapLink live={live} id={gap.id} /> <StateBadge state={gap.now} />{" "}
              {gap.back === undefined ? (
                "is removed"
              ) : (
                <>
                  → <StateBadge state={gap.back} />
                </>
              )}{" "}
              <span class="quiet">{gap.title.slice(0, 200)}</span>
            </li>
          ))}
        </ul>
        {gaps.length > MOST_GAPS ? <p class="quiet">… and {gaps.length - MOST_GAPS} more</p> : null}
        {decisions.map((decision) => (
          <DecisionCard key={decision.id} decision={decision} />
        ))}
      </details>
      <GoBack live={live} target={target} />
    </article>
  );
}

const MOST_GAPS = 100;

function Earlier({ live }: { live: LiveSession }) {
  const { rollbacks } = live.view;
  if (rollbacks.length === 0) return <p class="quiet">No rounds have been undone.</p>;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">Undone rounds</h2>
      {rollbacks.map((rollback, index) => <Undone key={index} live={live} rollback={rollback} />).reverse()}
    </section>
  );
}

function Undone({ live, rollback }: { live: LiveSession; rollback: RollbackRecord }) {
  return (
    <article class="card">
      <h3>
        Back to the end of <RoundLink live={live} round={rollback.to} />
      </h3>
      <p>{rollback.reason}</p>
      <p class="quiet">
        {rollback.by === "user" ? "By you" : "Automatically"}, <Time at={rollback.at} />; then: {wayWords(rollback.way)}
        {rollback.rootCauses.map((cause) => ` · root cause: ${inWords(cause.cause)}`).join("")}
      </p>
      {rollback.archives.map((archive) => (
        <div key={archive.path}>
          <Analysis live={live} path={analysisName(archive.round, archive.attempt)} />
          <KeepArchive live={live} path={archive.path} />
        </div>
      ))}
    </article>
  );
}

const WAYS: Readonly<Record<string, string>> = {
  same: "run again with the same prompts",
  adjusted: "run again with adjusted prompts",
  narrow: "run again with fewer gaps",
  context: "run again with more context",
  next: "other gaps first",
};

function wayWords(way: string): string {
  return WAYS[way] ?? way.replaceAll("-", " ");
}

function Analysis({ live, path }: { live: LiveSession; path: string }) {
  const text = useFile(live, path, live.view.rollbacks.length);
  return (
    <details>
      <summary>The analysis: {path}</summary>
      {typeof text === "string" ? <Markdown text={text} /> : <p class="quiet">Not found.</p>}
    </details>
  );
}

function Archived({ live, rollback }: { live: LiveSession; rollback: RollbackView }) {
  if (rollback.archived.length === 0) return null;
  return (
    <section aria-labelledby="archived">
      <h2 id="archived">Archived decisions</h2>
      {rollback.archived.map((archived) => (
        <div key={`${archived.decision.id} ${archived.rolledBackAt}`}>
          <DecisionCard decision={archived.decision} />
          <p class="quiet">
            Undone <Time at={archived.rolledBackAt} />
            {archived.reapplied === undefined ? "" : `; reapplied as ${archived.reapplied}`}
            {archived.problem === undefined ? "" : `; cannot be reapplied: ${archived.problem}`}
          </p>
          <ApplyAgain live={live} archived={archived} />
        </div>
      ))}
    </section>
  );
}
