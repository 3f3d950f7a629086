// Real documents and their content as labelled by a careful reader, from ../shared; nothing of them is kept here.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./load-sources.mjs";

const shared = join(root, "..", "shared");

/** The labelled documents with their bytes; undefined if they are not available. */
export function labelledDocuments() {
  const labels = join(shared, "labels", "documents.json");
  if (!existsSync(labels)) return undefined;
  return JSON.parse(readFileSync(labels, "utf8")).map((label) => ({
    ...label,
    round: Number(/round_(\d+)/.exec(label.path)?.[1] ?? 1),
    bytes: readFileSync(join(shared, "corpus", label.path)),
  }));
}
