import { useMemo } from "preact/hooks";
import type { SpecFileView, SpecView } from "../../../src/server/spec-view.ts";
import { SeverityBadge } from "../parts/badges.tsx";
import { download } from "../parts/download.ts";
import { Rendered } from "../parts/markdown.tsx";
import { type SpecBlock, specBlocks } from "../parts/spec-blocks.ts";
import { SpecDiff } from "../parts/spec-diff.tsx";
import { Title } from "../parts/title.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { GapLink, RoundLink } from "../parts/where.tsx";
import type { LiveSession } from "../use-session.ts";

/** The working spec: whose words it holds, what changed, and what the checks still find, beside the words. */
export function SpecPage({ live }: { live: LiveSession }) {
  const { view } = live;
  const spec = useLoaded(() => live.source.spec(), [live.source, view.seq, view.stop.type]);
  const ended = view.stop.type === "ended" ? view.stop : undefined;
  return (
    <>
      <Title window={`Spec · ${view.session.name}`}>{view.session.name}</Title>
      {typeof spec === "string" ? <p role="alert">{spec}</p> : null}
      {spec === undefined ? <p class="quiet">Loading …</p> : null}
      {typeof spec === "object" ? (
        <>
          <p>
            {ended ? `The finished spec${ended.specPath === undefined ? "" : `, in ${ended.specPath}`}. ` : ""}
            {ended ? "" : "The spec as it is now: your text with every change that is accepted so far. "}
          </p>
          <Counts spec={spec} />
          <Changes spec={spec} />
          {spec.files.map((file) => (
            <SpecFile key={file.path} live={live} file={file} isOnly={spec.files.length === 1} />
          ))}
        </>
      ) : null}
    </>
  );
}

function Counts({ spec }: { spec: SpecView }) {
  const changes = spec.hunks.length;
  const findings = spec.files.flatMap((file) => file.findings).length;
  return (
    <p class="quiet">
      {changes === 1 ? "1 passage differs" : `${changes} passages differ`} from your text, marked at the side.{" "}
      {findings === 0
        ? "The checks find nothing."
        : `The checks find ${findings === 1 ? "1 place" : `${findings} places`} to look at.`}
    </p>
  );
}

/** From the author's text to the spec as it is now. */
function Changes({ spec: { hunks, files } }: { spec: SpecView }) {
  if (hunks.length === 0) return null;
  return (
    <details>
      <summary>What changed</summary>
      {hunks.map((hunk, index) => (
        <section key={index}>
          <h3>
            {files.length > 1 ? `${hunk.file}: ` : ""}
            {hunk.heading || "Beginning"}, line {hunk.afterLine}
          </h3>
          <SpecDiff
            before={hunk.before.join("\n")}
            after={hunk.after.join("\n")}
            label={`What changed at line ${hunk.afterLine}`}
          />
        </section>
      ))}
    </details>
  );
}

function SpecFile({ live, file, isOnly }: { live: LiveSession; file: SpecFileView; isOnly: boolean }) {
  const blocks = useMemo(() => specBlocks(file), [file]);
  const name = isOnly ? `${live.view.session.name}.md` : (file.path.split("/").at(-1) ?? file.path);
  return (
    <>
      {isOnly ? null : <h2>{file.path}</h2>}
      <p>
        <button type="button" onClick={() => download(name, "text/markdown", file.text)}>
          Download
        </button>
      </p>
      <div class="annotated">
        {blocks.map((block) => (
          <div key={block.line} class={block.isWritten ? "block resolved" : "block"}>
            <Rendered html={block.html} />
            <Margin live={live} block={block} />
          </div>
        ))}
      </div>
    </>
  );
}

function Margin({ live, block }: { live: LiveSession; block: SpecBlock }) {
  if (block.marks.length === 0 && block.findings.length === 0) return null;
  return (
    <aside aria-label={`Line ${block.line}`}>
      {block.marks.map((by, index) => (
        <Origin key={index} live={live} by={by} />
      ))}
      {block.findings.map((finding, index) => (
        <details key={index} class="finding">
          <summary>
            <SeverityBadge severity={finding.severity} /> {finding.rule}
          </summary>
          <p>
            Line {finding.line}: {finding.message}
          </p>
          <p class="quiet">{finding.fix}</p>
        </details>
      ))}
    </aside>
  );
}

/** Whose words they are. */
function Origin({ live, by: { gap, round, decision } }: { live: LiveSession; by: SpecBlock["marks"][number] }) {
  return (
    <p class="origin">
      {gap === undefined ? "by hand" : <GapLink live={live} id={gap} />}
      {" · "}
      <RoundLink live={live} round={round} />
      {decision === undefined ? "" : ` · ${decision}`}
    </p>
  );
}
