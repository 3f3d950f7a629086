import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { EngineerDocument, ReviewerDocument } from "../agent-document.ts";
import { readForm } from "./read-form.ts";

const SHARED = new URL("../../../../shared/", import.meta.url);
const at = (path: string) => new URL(path, SHARED);
const text = (path: string) => readFileSync(at(path), "utf8");

interface Labelled {
  readonly path: string;
  readonly role: "engineer" | "reviewer";
  readonly issues: readonly { readonly id: string | null; readonly kind: string }[];
}

describe.skipIf(!existsSync(at("model-session")))("documents that a model wrote (needs ../shared)", () => {
  it("are read whole: every review and every issue", () => {
    const names = readdirSync(at("model-session/reviewer")).filter((name) => !name.startsWith("r0-"));
    const reviews = names.map((name) => text(`model-session/reviewer/${name}`));
    const read = reviews.map((review) => readForm(review, "reviewer").document as ReviewerDocument);
    expect(read.flatMap(({ unread }) => unread)).toEqual([]);
    const written = reviews.flatMap((review) => review.match(/^- \*\*ISSUE-R\d+-\d+/gm) ?? []);
    expect(read.flatMap(({ issues }) => issues.map(({ id }) => `- **${id}`))).toEqual(written);
    expect(read.flatMap(({ issues }) => issues.filter(({ quotations }) => quotations.length === 0))).toEqual([]);
    for (const { reviewed, verdicts } of read)
      expect(verdicts.map(({ gap }) => gap)).toEqual(reviewed.map(({ gap }) => gap));
  });

  it("are read whole: every resolution in the older form but for its Spec Text", () => {
    for (const name of readdirSync(at("model-session/engineer"))) {
      const proposal = text(`model-session/engineer/${name}`);
      const { document } = readForm(proposal, "engineer");
      const expected = proposal.includes("### Spec Text") ? ["### Spec Text"] : [];
      expect(document.unread.map((unread) => unread.text.split("\n", 1)[0])).toEqual(expected);
    }
  });

  it("are read whole: every exact edit", () => {
    const names = readdirSync(at("exact-edits")).filter((name) => name.endsWith(".answer.md"));
    const read = names.map((name) => readForm(text(`exact-edits/${name}`), "engineer").document as EngineerDocument);
    expect(read.flatMap(({ resolutions }) => resolutions.flatMap(({ changes }) => changes))).toHaveLength(36);
    // One answer says a new gap in prose.
    expect(read.flatMap(({ unread }) => unread.map(({ text: words }) => words.slice(0, 22)))).toEqual([
      "None by these changes.",
    ]);
  });
});

describe.skipIf(!existsSync(at("labels/documents.json")))("labelled documents (needs ../shared)", () => {
  it("without unread lines lose no issue", () => {
    const labelled = JSON.parse(text("labels/documents.json")) as Labelled[];
    for (const { path, role, issues } of labelled) {
      const { document } = readForm(text(`corpus/${path}`), role);
      if (document.role !== "reviewer" || document.unread.length > 0) continue;
      const read = new Set<string | undefined>(document.issues.map(({ id }) => id));
      expect(
        issues.filter(({ id, kind }) => kind === "issue" && id !== null && !read.has(id)),
        path,
      ).toEqual([]);
    }
  });
});
