import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Change, ChangeKind, SpecFile } from "../../model/change.ts";
import { applyChanges } from "./apply-changes.ts";
import { checkLaws } from "./check-laws.ts";
import { findHunk } from "./locate-change.ts";

const SHARED = new URL("../../../../shared/", import.meta.url);
const ANSWERS = new URL("exact-edits/", SHARED);
const DOCS = new URL("specs/docs/", SHARED);

/** The form of the trial, which is not quite today's: just enough of it to get at the changes. */
function readChanges(answer: string): Change[] {
  const heads = [...answer.matchAll(/^\*\*Change (\d+): (\w+)\*\*(.*?)"(.*)"$/gm)];
  return heads.map((head, index) => {
    const body = answer.slice(head.index, heads[index + 1]?.index);
    const fence = (name: string) => new RegExp(`^(\`{3,})${name}\\n([\\s\\S]*?)\\n\\1$`, "m").exec(body)?.[2] ?? "";
    return {
      number: Number(head[1]),
      kind: kindOf(head[2] ?? "", head[3] ?? ""),
      place: head[4] ?? "",
      old: fence("old"),
      new: fence("new"),
    };
  });
}

function kindOf(verb: string, how: string): ChangeKind {
  if (verb !== "add") return verb === "remove" ? "remove" : "replace";
  return how.includes("at the end") ? "add-at-end" : "add-after";
}

function specs(): SpecFile[] {
  const prompt = readFileSync(new URL("GAP-MEMBER-001.prompt.md", ANSWERS), "utf8");
  const inside = /^`{6}markdown\n([\s\S]*?)\n`{6}$/m.exec(prompt)?.[1] ?? "";
  const docs = readdirSync(DOCS).map((path) => ({ path, text: readFileSync(new URL(path, DOCS), "utf8") }));
  return [{ path: "spec.md", text: `${inside}\n` }, ...docs];
}

describe.skipIf(!existsSync(ANSWERS) || !existsSync(DOCS))("answers of a model (needs ../shared)", () => {
  test("every exact edit applies to the spec that it was written for", () => {
    const all = specs();
    let applied = 0;
    for (const name of readdirSync(ANSWERS).filter((file) => file.endsWith(".answer.md"))) {
      const changes = readChanges(readFileSync(new URL(name, ANSWERS), "utf8"));
      // Some of the specs are not among the documents.
      const spec = all.find((file) => changes.some((change) => findHunk([file], change) !== undefined));
      if (spec === undefined) continue;
      const result = applyChanges([spec], changes);
      expect(result).toMatchObject({ ok: true });
      expect(result.ok && checkLaws([spec], [{ round: 1, sets: [{ changes }] }], result.spec)).toEqual([]);
      applied += changes.length;
    }
    expect(applied).toBe(18);
  });
});
