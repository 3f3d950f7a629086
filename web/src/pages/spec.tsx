import { useEffect, useState } from "preact/hooks";
import type { AssembledSpec } from "../../../src/documents/spec/assemble.ts";
import { getDraft } from "../api.ts";
import { Markdown } from "../parts/markdown.tsx";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** The spec as it is or would be now, and where each resolution went. */
export function SpecPage({ live }: { live: LiveSession }) {
  const [spec, setSpec] = useState<AssembledSpec>();
  const closed = live.view.records.length;
  useEffect(() => {
    void getDraft(live.key).then(setSpec, () => undefined);
  }, [live.key, closed, live.view.stop.type]);
  if (!spec) return <p class="quiet">Loading …</p>;
  const ended = live.view.stop.type === "ended";
  return (
    <>
      <h1>{live.view.session.name}</h1>
      <p>
        {ended ? "The finished spec." : "The spec as it would be now: what is accepted so far, in its place."}{" "}
        <button type="button" onClick={() => download(`${live.view.session.name}.md`, spec.text)}>
          Download
        </button>
      </p>
      <div class="columns wide">
        <Markdown text={spec.text} />
        <aside aria-label="Resolutions">
          <h2>Resolutions</h2>
          <ul>
            {spec.placements.map((placement) => (
              <li key={`${placement.gap}${placement.line}`}>
                <a href={href("s", live.key, "gap", placement.gap)}>{placement.gap}</a>{" "}
                <span class="quiet">
                  {placement.heading}, line {placement.line}
                </span>
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
