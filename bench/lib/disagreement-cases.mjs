// The labelled cases beside the project (../shared, or the folders of `--labels` and `--corpus`), as the detector takes
// them. Nothing of them is kept here.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { root } from "./load-sources.mjs";

const { values } = parseArgs({ options: { labels: { type: "string" }, corpus: { type: "string" } } });
const shared = join(root, "..", "shared");
const corpus = resolve(values.corpus ?? join(shared, "corpus"));
const labels = resolve(values.labels ?? join(shared, "labels"));

/** Whether the folder is one that the command named. */
export const named = values.labels !== undefined;
export const has = (name) => existsSync(join(labels, name));

const json = (name) => JSON.parse(readFileSync(join(labels, name), "utf8"));
const once = (make) => {
  const made = new Map();
  return (key, ...rest) => {
    if (!made.has(key)) made.set(key, make(key, ...rest));
    return made.get(key);
  };
};
const textOf = once((path) => readFileSync(join(corpus, path), "utf8"));

/** Everything that depends on the reader of the project. */
export function createCases(readDocument) {
  const engineer = once((text) => readDocument(text, "engineer"));
  const review = once((path, round) => readDocument(textOf(path), "reviewer", { round }));
  const proposal = (text, name) => ({ text, document: engineer(text), name });
  const named = (path) => proposal(textOf(path), path);
  const issueIn = (path, round, ref) => {
    const { issues } = review(path, round);
    const title = fold(ref);
    return (
      issues.find((issue) => issue.id === ref || issue.label === ref) ??
      issues.find((issue) => issue.label && ref.startsWith(`${issue.label}:`)) ??
      issues.find((issue) => title.length >= 12 && fold(issue.title).includes(title.slice(0, 40)))
    );
  };
  const openIssues = (path, round) =>
    review(path, round).issues.filter(({ kind, severity }) => kind === "raised" && /CRITICAL|HIGH/.test(severity));
  return { proposal, named, issueIn, openIssues };
}

function fold(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Ablations: one document and one issue each, with what the detector should say. */
export async function ablations({ proposal, named, issueIn, openIssues }, { earlier = true, relations = true } = {}) {
  const tools = has("apply-ablation.mjs") ? labels : join(shared, "labels");
  const { applyEdits } = await import(pathToFileURL(join(tools, "apply-ablation.mjs")).href);
  return json("ablations.json").map((label) => {
    const text = applyEdits(textOf(label.engineerDoc), label.edits ?? [], label.append);
    return {
      label,
      issue: issueIn(label.reviewerDoc, label.round, label.issueRef),
      input: {
        proposal: proposal(text, label.engineerDoc),
        issues: openIssues(label.reviewerDoc, label.round),
        ...(earlier && label.previousEngineerDoc ? { earlier: named(label.previousEngineerDoc) } : {}),
        // What a session knows of its gaps: which one came of which.
        successors: new Map(relations && label.crossGap ? [[label.gap, [label.crossGap]]] : []),
      },
    };
  });
}

/** Responses: an issue and every document of the Engineer after its review, in order, each with the proposal before. */
export function responses({ named, issueIn, openIssues }) {
  const documents = once((session) => documentsOf(session));
  return json("responses.json").map((label) => {
    const all = documents(label.session);
    const raised = all.indexOf(label.reviewerDoc);
    const proposes = (path) => named(path).document.resolutions.some(({ gap }) => gap === label.gap);
    const engineers = all.filter((path) => path.includes("/engineer"));
    const later = engineers.filter((path) => all.indexOf(path) > raised);
    const last = label.responseDoc === undefined ? later : later.slice(0, later.indexOf(label.responseDoc) + 1);
    const before = (path) => engineers.slice(0, engineers.indexOf(path)).filter(proposes).at(-1);
    return {
      label,
      issue: issueIn(label.reviewerDoc, label.round, label.issueRef),
      reproposed: later.some(proposes),
      steps: last.map((path) => ({
        path,
        input: {
          proposal: named(path),
          issues: openIssues(label.reviewerDoc, label.round),
          ...(before(path) ? { earlier: named(before(path)) } : {}),
          successors: new Map(label.crossGap ? [[label.gap, [label.crossGap]]] : []),
        },
      })),
    };
  });
}

/** A session's documents in the order in which they were written. */
function documentsOf(session) {
  const order = ["engineer.md", "reviewer.md", "engineer_v2.md", "reviewer_v2.md"];
  return readdirSync(join(corpus, session))
    .filter((name) => /^round_\d+$/.test(name))
    .sort()
    .flatMap((round) =>
      order
        .filter((file) => existsSync(join(corpus, session, round, file)))
        .map((file) => `${session}/${round}/${file}`),
    );
}
