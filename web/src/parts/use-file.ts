import { useEffect, useState } from "preact/hooks";
import type { LiveSession } from "../use-session.ts";

/** A document of the session: `undefined` while it loads, `null` if it does not exist. Loaded again when `version` changes. */
export function useFile(live: LiveSession, path: string | undefined, version: number): string | null | undefined {
  const [text, setText] = useState<{ readonly path: string; readonly text: string | null }>();
  useEffect(() => {
    let ended = false;
    if (path !== undefined) {
      live.source.file(path).then(
        (content) => ended || setText({ path, text: content ?? null }),
        () => ended || setText({ path, text: null }),
      );
    }
    return () => {
      ended = true;
    };
  }, [live.source, path, version]);
  return text?.path === path ? text?.text : undefined;
}
