import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { fromHere } from "./from-here.ts";

test("files of the session are named from where the person stands, and only those that are there", () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "round_001/attempts"), { recursive: true });
  const question = sampleQuestion({
    evidence: [
      { title: "What it wrote", where: "round_001/attempts/", body: "" },
      { title: "What it wrote", where: "round_002/attempts/", body: "" },
      { title: "The review", where: "round_002/reviewer.md:4", body: "No limit." },
      { title: "The passage", where: "store.md:5", body: "The limit is TBD." },
    ],
  });
  expect(fromHere(question, { root, folder: "sessions/store" }).evidence).toEqual([
    { title: "What it wrote", where: "sessions/store/round_001/attempts/", body: "" },
    { title: "The review", body: "No limit." },
    { title: "The passage", where: "store.md:5", body: "The limit is TBD." },
  ]);
});
