// The real documents and what a careful reader says is in them, from ../shared; nothing of them is kept here.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./load-sources.mjs";

const shared = join(root, "..", "shared");

/** The labelled documents with their texts, or `undefined` where they are not at hand. */
export function labelledDocuments(corpus = join(shared, "corpus"), labels = join(shared, "labels", "documents.json")) {
  if (!existsSync(labels)) return undefined;
  return JSON.parse(readFileSync(labels, "utf8")).map((label) => ({
    ...label,
    session: label.path.split("/")[0],
    round: Number(/round_(\d+)/.exec(label.path)?.[1] ?? 1),
    bytes: readFileSync(join(corpus, label.path)),
  }));
}
