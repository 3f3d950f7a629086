import { useMemo } from "preact/hooks";
import { ChangesPage } from "./pages/changes.tsx";
import { ConvergencePage } from "./pages/convergence.tsx";
import { DecidePage } from "./pages/decide.tsx";
import { DocumentPage } from "./pages/document.tsx";
import { GapPage } from "./pages/gap.tsx";
import { RollbackPage } from "./pages/rollback.tsx";
import { RoundPage, RoundsPage } from "./pages/round.tsx";
import { SessionsPage } from "./pages/sessions.tsx";
import { StartPage } from "./pages/start.tsx";
import { href, useRoute } from "./route.ts";
import { liveSource } from "./source/live-source.ts";
import type { SessionSource } from "./source/source.ts";
import { type LiveSession, useSession } from "./use-session.ts";

/** Chooses the page for the address. Pages of a session are below `#/s/KEY`; a report has one session and no list. */
export function Page({ report }: { report?: SessionSource }) {
  const [first, key, ...rest] = useRoute();
  const named = first === "s" ? key : undefined;
  const source = useMemo(() => report ?? (named === undefined ? undefined : liveSource(named)), [report, named]);
  if (source) return <SessionFrame source={source} route={rest} />;
  return (
    <Frame links={first === "start" ? <a href={href()}>All sessions</a> : undefined}>
      {first === "start" ? <StartPage spec={key} /> : <SessionsPage />}
    </Frame>
  );
}

interface FrameProps {
  readonly session?: string | undefined;
  readonly links?: preact.ComponentChildren;
  readonly children: preact.ComponentChildren;
}

function Frame({ session, links, children }: FrameProps) {
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <a class="brand" href={href()}>
          Whetstone
        </a>
        {session === undefined ? null : <span class="session">{session}</span>}
        {links}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function SessionFrame({ source, route }: { source: SessionSource; route: readonly string[] }) {
  const live = useSession(source);
  const [what, id, line] = route;
  const session = typeof live === "object" ? live : undefined;
  return (
    <Frame session={session?.view.session.name} links={<SessionLinks source={source} live={session} what={what} />}>
      {session?.connected === false ? <p role="alert">Disconnected. Is `whetstone ui` still running?</p> : null}
      {source.about === undefined ? null : <p class="quiet">{source.about}</p>}
      {typeof live === "string" ? <p role="alert">Cannot show this session: {live}</p> : null}
      {live === undefined ? <p class="quiet">Loading …</p> : null}
      {session ? <Shown key={keyOf(route)} live={session} what={what} id={id} line={line} /> : null}
    </Frame>
  );
}

/** All questions share one key, so that going to the next question does not reset DecidePage. */
function keyOf([what = "", ...rest]: readonly string[]): string {
  return what === "decide" ? what : [what, ...rest].join("/");
}

interface LinksProps {
  readonly source: SessionSource;
  readonly live: LiveSession | undefined;
  readonly what: string | undefined;
}

const ROUNDS = [
  ["convergence", "Convergence"],
  ["round", "Rounds"],
  ["rollback", "Rollback"],
] as const;

function SessionLinks({ source, live, what = "" }: LinksProps) {
  const waiting = live?.view.questions.length ?? 0;
  const links = [
    ["", "Changes"],
    ...(source.readOnly && waiting === 0
      ? []
      : [["decide", waiting > 0 ? `Decide (${waiting} left)` : "Decide"] as const]),
    // In an interview rounds are an internal detail, so their tabs are left out.
    ...(live?.view.session.engineer === "interview" ? [] : ROUNDS),
  ] as const;
  return (
    <nav aria-label="Session">
      {links.map(([path, label]) => (
        <a
          key={path}
          class={path === "decide" && waiting > 0 ? "waits" : undefined}
          href={path === "" ? href("s", source.key) : href("s", source.key, path)}
          aria-current={what === path ? "page" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

interface ShownProps {
  readonly live: LiveSession;
  readonly what: string | undefined;
  readonly id: string | undefined;
  readonly line: string | undefined;
}

function Shown({ live, what, id, line }: ShownProps) {
  switch (what) {
    case "gap":
      return <GapPage live={live} id={id ?? ""} />;
    case "round":
      return id === undefined ? <RoundsPage live={live} /> : <RoundPage live={live} round={Number(id) || 1} />;
    case "convergence":
      return <ConvergencePage live={live} />;
    case "decide":
      return <DecidePage live={live} id={id} />;
    case "rollback":
      return <RollbackPage live={live} />;
    case "file":
      return <DocumentPage live={live} path={id ?? ""} line={line === undefined ? undefined : Number(line)} />;
    default:
      return <ChangesPage live={live} />;
  }
}
