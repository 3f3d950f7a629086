import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

const PLACE =
  /^((?:source|spec|changes|traceability|status|decisions)\.md|round_\d{3,6}\/[A-Za-z0-9._+/-]+\.md)(?::(\d{1,9}))?$/;

/** A place such as `round_001/reviewer.md:7` as a link to that line; any other text stays text. */
export function Where({ live, place }: { live: LiveSession; place: string }) {
  const [, path, line] = PLACE.exec(place) ?? [];
  if (path === undefined) return <span class="quiet">{place}</span>;
  return (
    <a
      class="where"
      href={line === undefined ? href("s", live.key, "file", path) : href("s", live.key, "file", path, line)}
    >
      {place}
    </a>
  );
}

/** A time in the reader's time zone. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{timeWords(at)}</time>;
}

export function timeWords(at: string): string {
  return new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}

export function GapLink({ live, id }: { live: LiveSession; id: string }) {
  return <a href={href("s", live.key, "gap", id)}>{id}</a>;
}

export function RoundLink({ live, round }: { live: LiveSession; round: number }) {
  return <a href={href("s", live.key, "round", round)}>round {round}</a>;
}
