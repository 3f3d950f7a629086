import { plainText } from "../../documents/markdown/inline.ts";
import type { Spec } from "./spec.ts";

/** Every anchor that a link in the document can lead to. */
export function anchorsOf(spec: Spec): ReadonlySet<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const { node } of spec.sections) {
    if (node.heading === undefined) continue;
    const explicit = /\{#([\w-]{1,100})\}\s*$/.exec(node.heading.text)?.[1];
    if (explicit !== undefined) anchors.add(explicit.toLowerCase());
    addAnchor(anchors, counts, slug(plainText(node.heading.text)));
  }
  if (!/\b(?:id|name)="/.test(spec.markdown.text)) return anchors;
  for (const match of spec.markdown.text.matchAll(
    /<[a-z][a-z0-9]{0,10}\s[^<>\n]{0,200}?\b(?:id|name)="([^"\n]{1,100})"/gi,
  )) {
    anchors.add((match[1] ?? "").toLowerCase());
  }
  return anchors;
}

/** The second heading of a name gets `-1`, the third `-2`. */
function addAnchor(anchors: Set<string>, counts: Map<string, number>, base: string): void {
  const count = counts.get(base) ?? 0;
  counts.set(base, count + 1);
  anchors.add(count === 0 ? base : `${base}-${count}`);
}

/** The anchor that GitHub gives to a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
