import { DecidePage } from "./pages/decide.tsx";
import { GapPage } from "./pages/gap.tsx";
import { RoundPage } from "./pages/round.tsx";
import { SessionPage } from "./pages/session.tsx";
import { SessionsPage } from "./pages/sessions.tsx";
import { SpecPage } from "./pages/spec.tsx";
import { href, useRoute } from "./route.ts";
import { type LiveSession, useSession } from "./use-session.ts";

/** One page at a time; everything about a session stands below its own address. */
export function Page() {
  const [first, key, what, id] = useRoute();
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={href()}>
          Whetstone
        </a>
        {first === "s" && key !== undefined ? <SessionLinks session={key} what={what} /> : null}
      </header>
      <main id="main" tabIndex={-1}>
        {first === "s" && key !== undefined ? <SessionRoute session={key} what={what} id={id} /> : <SessionsPage />}
      </main>
    </>
  );
}

function SessionLinks({ session, what }: { session: string; what: string | undefined }) {
  const links = [
    ["", "Session"],
    ["decide", "Decide"],
    ["round", "Rounds"],
    ["spec", "Spec"],
  ] as const;
  return (
    <nav aria-label="Session">
      {links.map(([path, label]) => (
        <a
          key={path}
          href={path === "" ? href("s", session) : href("s", session, path)}
          aria-current={(what ?? "") === path ? "page" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

function SessionRoute({ session, what, id }: { session: string; what: string | undefined; id: string | undefined }) {
  const live = useSession(session);
  if (typeof live === "string") return <p role="alert">This session cannot be shown: {live}</p>;
  if (!live) return <p class="quiet">Loading …</p>;
  return <Shown live={live} what={what} id={id} />;
}

function Shown({ live, what, id }: { live: LiveSession; what: string | undefined; id: string | undefined }) {
  switch (what) {
    case "gap":
      return <GapPage live={live} id={id ?? ""} />;
    case "round":
      return <RoundPage live={live} round={id === undefined ? undefined : Number(id)} />;
    case "decide":
      return <DecidePage live={live} id={id} />;
    case "spec":
      return <SpecPage live={live} />;
    default:
      return <SessionPage live={live} />;
  }
}
