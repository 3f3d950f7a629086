import { useState } from "preact/hooks";
import { Markdown, Raw } from "../parts/markdown.tsx";
import { Title } from "../parts/title.tsx";
import { useFile } from "../parts/use-file.ts";
import type { LiveSession } from "../use-session.ts";

/** One document of the session, rendered, or as source when the address names a line. */
export function DocumentPage({ live, path, line }: { live: LiveSession; path: string; line: number | undefined }) {
  const text = useFile(live, path, live.view.records.length);
  const [raw, setRaw] = useState(line !== undefined);
  return (
    <>
      <Title window={path}>{path}</Title>
      <p>
        <label>
          <input type="checkbox" checked={raw} onChange={(event) => setRaw(event.currentTarget.checked)} /> Source, with
          line numbers
        </label>
      </p>
      {text === undefined ? <p class="quiet">Loading …</p> : null}
      {text === null ? <p>This document does not exist.</p> : null}
      {typeof text === "string" && raw ? (
        <Raw text={text} label={path} {...(line === undefined ? {} : { at: line })} />
      ) : null}
      {typeof text === "string" && !raw ? <Markdown text={text} /> : null}
    </>
  );
}
