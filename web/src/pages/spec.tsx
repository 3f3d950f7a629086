import { useMemo } from "preact/hooks";
import type { SpecView } from "../../../src/server/spec-view.ts";
import { SeverityBadge } from "../parts/badges.tsx";
import { download } from "../parts/download.ts";
import { Rendered } from "../parts/markdown.tsx";
import { type SpecBlock, specBlocks } from "../parts/spec-blocks.ts";
import { Title } from "../parts/title.tsx";
import { useFile } from "../parts/use-file.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { GapLink, RoundLink } from "../parts/where.tsx";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** The spec as it is or would be now: what came from where, and what the checks still find, beside the words. */
export function SpecPage({ live }: { live: LiveSession }) {
  const { view } = live;
  const spec = useLoaded(() => live.source.spec(), [live.source, view.records.length, view.stop.type]);
  const source = useFile(live, "source.md", 0);
  const ended = view.stop.type === "ended" ? view.stop : undefined;
  return (
    <>
      <Title window={`Spec · ${view.session.name}`}>{view.session.name}</Title>
      {typeof spec === "string" ? <p role="alert">{spec}</p> : null}
      {spec === undefined || source === undefined ? <p class="quiet">Loading …</p> : null}
      {typeof spec === "object" && source !== undefined ? (
        <>
          <p>
            {ended ? `The finished spec${ended.specPath === undefined ? "" : `, in ${ended.specPath}`}. ` : ""}
            {ended ? "" : "The spec as it would be now: what is accepted so far, in its place. "}
            <button type="button" onClick={() => download(`${view.session.name}.md`, "text/markdown", spec.text)}>
              Download
            </button>
          </p>
          <Counts spec={spec} />
          <Annotated live={live} spec={spec} source={source ?? ""} />
        </>
      ) : null}
    </>
  );
}

function Counts({ spec }: { spec: SpecView }) {
  const gaps = new Set(spec.placements.map((placement) => placement.gap)).size;
  return (
    <p class="quiet">
      {gaps === 1 ? "1 resolution is" : `${gaps} resolutions are`} in it, marked at the side.{" "}
      {spec.findings.length === 0
        ? "The checks find nothing."
        : `The checks find ${spec.findings.length === 1 ? "1 place" : `${spec.findings.length} places`} to look at.`}
    </p>
  );
}

function Annotated({ live, spec, source }: { live: LiveSession; spec: SpecView; source: string }) {
  const blocks = useMemo(() => specBlocks(spec, source), [spec, source]);
  return (
    <div class="annotated">
      {blocks.map((block) => (
        <div key={block.line} class={block.resolutions.length > 0 ? "block resolved" : "block"}>
          <Rendered html={block.html} />
          <Margin live={live} block={block} />
        </div>
      ))}
    </div>
  );
}

function Margin({ live, block }: { live: LiveSession; block: SpecBlock }) {
  if (block.marks.length === 0 && block.findings.length === 0) return null;
  return (
    <aside aria-label={`Line ${block.line}`}>
      {block.marks.map((gap) => (
        <Origin key={gap} live={live} gap={gap} />
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

/** Where a resolution came from. */
function Origin({ live, gap }: { live: LiveSession; gap: string }) {
  const proposal = live.view.proposals.find((one) => one.id === gap);
  const decisions = live.view.decisions.filter((decision) => decision.gaps.some((one) => one === gap));
  return (
    <p class="origin">
      <GapLink live={live} id={gap} />
      {proposal ? (
        <>
          {" "}
          · <RoundLink live={live} round={proposal.round} />
        </>
      ) : null}
      {decisions.map((decision) => (
        <span key={decision.id}>
          {" "}
          · <a href={href("s", live.key, "gap", gap)}>{decision.id}</a>
        </span>
      ))}
    </p>
  );
}
