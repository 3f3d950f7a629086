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

/** Every gap id that the labels of a session name up to a round. */
export function inventoryUpTo(documents, session, round) {
  const ids = new Set();
  for (const document of documents) {
    if (document.session !== session || document.round > round) continue;
    const named = [
      ...document.proposedGaps,
      ...document.newGaps.map((gap) => gap.id),
      ...document.issues.map((issue) => issue.gap),
      ...(document.carriedOverGaps ?? []),
      ...(document.resolvedGaps ?? []),
      ...(document.blockedGaps ?? []),
      ...(document.renamedGaps ?? []).flatMap((gap) => [gap.from, gap.to]),
      ...Object.keys(document.verdictsByGap ?? {}),
    ];
    for (const id of named) if (id) ids.add(id);
  }
  return ids;
}
