import { useMemo, useRef, useState } from "preact/hooks";
import { plural } from "../../../src/model/plural.ts";
import type { SpecFileView, SpecView } from "../../../src/server/spec-view.ts";
import type { LiveSession } from "../use-session.ts";
import { type Comment, commentsOf, UnplacedComments } from "./comments.tsx";
import { download } from "./download.ts";
import { FileLines } from "./file-lines.tsx";
import { RenderedSpec } from "./rendered-spec.tsx";
import { Segments } from "./segments.tsx";

type Form = "changed" | "every" | "rendered";

const FORMS: readonly (readonly [Form, string])[] = [
  ["changed", "Diff"],
  ["every", "Every line"],
  ["rendered", "Rendered"],
];

/** The spec as a diff against the author's text, in full, or rendered, with origins, comments and findings. */
export function SpecChanges({ live, spec }: { live: LiveSession; spec: SpecView }) {
  const [chosen, setForm] = useState<Form>();
  const form = chosen ?? (spec.hunks.length === 0 ? "every" : "changed");
  const comments = useComments(spec, live.view);
  const only = spec.files.length === 1 ? spec.files[0] : undefined;
  const canComment = !live.source.readOnly && live.view.stop.type !== "ended" && form !== "rendered";
  return (
    <>
      <Finished live={live} />
      <Counts spec={spec} appendix={live.view.derived.appendix} />
      <div class="row spec-forms">
        <Segments name="form" label="Show" choices={FORMS} chosen={form} choose={(value) => setForm(value)} />
        {canComment ? <span class="quiet">Click a line number to comment.</span> : null}
        {only === undefined ? null : <DownloadSpec live={live} file={only} isOnly />}
      </div>
      <UnplacedComments live={live} comments={comments} />
      {spec.files.map((file) => (
        <SpecFile key={file.path} live={live} spec={spec} file={file} form={form} comments={comments} />
      ))}
    </>
  );
}

/** Returns the same array while no comment changes, so that other events do not render the lines again. */
function useComments(spec: SpecView, { gaps, issues }: LiveSession["view"]): readonly Comment[] {
  const last = useRef<readonly Comment[]>([]);
  return useMemo(() => {
    const now = commentsOf(spec, { gaps, issues });
    const isSame =
      now.length === last.current.length && now.every((comment, index) => isSameComment(comment, last.current[index]));
    if (!isSame) last.current = now;
    return last.current;
  }, [spec, gaps, issues]);
}

function isSameComment(a: Comment, b: Comment | undefined): boolean {
  return a.subject === b?.subject && a.at?.file === b.at?.file && a.at?.line === b.at?.line;
}

/** The finished spec: of a framework it is in the session folder, because its tools read every file in theirs. */
function Finished({ live: { source, view } }: { live: LiveSession }) {
  const { stop, session, config } = view;
  if (stop.type !== "ended" || stop.specPath === undefined) return null;
  const isApart = session.framework && !config.inPlace && !source.readOnly;
  return (
    <p class="wide">
      The finished spec is {stop.specPath}
      {isApart ? " in the session folder" : ""}.
      {isApart ? (
        <span class="quiet">
          {" "}
          To write it into your files: <code>whetstone export {projectPath(session.specPath)} --in-place</code>
        </span>
      ) : null}
    </p>
  );
}

/** The path of a spec from the folder that it shares with its session, which is the project's. */
function projectPath(specPath: string): string {
  return specPath.replace(/^(?:\.\.\/)+/, "");
}

/** A summary of the changes and findings. */
function Counts({ spec, appendix }: { spec: SpecView; appendix: string | undefined }) {
  return (
    <p class="wide quiet">
      {spec.hunks.length === 0 ? "Nothing has changed." : `${plural(spec.changes, "change")}.`} {findingsText(spec)}
      {appendix === undefined ? "" : ` ${appendix}`}
    </p>
  );
}

/** Most line numbers listed; the margin shows all findings. */
const MOST_LINES = 8;

/** `2 findings from the checks: lines 12, 40.`, or `a.md:12` where there are several files. */
function findingsText({ files, settled }: SpecView): string {
  const kept = settled === 0 ? "" : ` You kept or answered ${settled === 1 ? "one" : String(settled)}.`;
  const places = files.flatMap(({ path, findings }) =>
    findings.map(({ line }) => (files.length === 1 ? String(line) : `${path}:${line}`)),
  );
  if (places.length === 0) return `No ${settled === 0 ? "" : "other "}findings from the checks.${kept}`;
  const named = [...new Set(places)];
  const more = named.length - MOST_LINES;
  const shown = `${named.slice(0, MOST_LINES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const where = files.length > 1 ? shown : `${named.length === 1 ? "line" : "lines"} ${shown}`;
  return `${plural(places.length, "finding")} from the checks: ${where}.${kept}`;
}

interface SpecFileProps {
  readonly live: LiveSession;
  readonly spec: SpecView;
  readonly file: SpecFileView;
  readonly form: Form;
  readonly comments: readonly Comment[];
}

function SpecFile({ live, spec, file, form, comments }: SpecFileProps) {
  return (
    <>
      {spec.files.length === 1 ? null : (
        <div class="row spec-forms">
          <h3>{file.path}</h3>
          <DownloadSpec live={live} file={file} />
        </div>
      )}
      {form === "rendered" ? (
        <RenderedSpec live={live} file={file} />
      ) : (
        <FileLines key={form} live={live} spec={spec} file={file} all={form === "every"} comments={comments} />
      )}
    </>
  );
}

function DownloadSpec({ live, file, isOnly = false }: Pick<SpecFileProps, "live" | "file"> & { isOnly?: boolean }) {
  const name = isOnly ? `${live.view.session.name}.md` : (file.path.split("/").at(-1) ?? file.path);
  return (
    <button type="button" onClick={() => download(name, "text/markdown", file.text)}>
      Download {isOnly ? "spec" : name}
    </button>
  );
}
