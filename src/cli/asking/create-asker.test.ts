import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordedContext } from "../../../test/support/recorded-context.ts";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { createAsker } from "./create-asker.ts";

const never = new AbortController().signal;
let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "whetstone-asker-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

describe("createAsker without a terminal", () => {
  test("answers nothing by default", async () => {
    const asker = await createAsker({}, recordedContext({ cwd }).context);
    expect(await asker.ask(sampleQuestion(), never)).toBe("later");
  });

  test("the answers file comes before the policy, and each is named", async () => {
    await writeFile(join(cwd, "answers.yaml"), "- { kind: conflict, option: B, fields: { why: x } }");
    const asker = await createAsker({ answers: "answers.yaml", yes: true }, recordedContext({ cwd }).context);
    expect(await asker.ask(sampleQuestion(), never)).toMatchObject({ options: ["B"], via: "answers-file" });
    const divergence = sampleQuestion({ kind: "divergence" });
    expect(await asker.ask(divergence, never)).toMatchObject({ options: ["A"], via: "policy" });
  });

  test("says which entry of the file does not fit, and why", async () => {
    await writeFile(join(cwd, "answers.yaml"), "- { kind: conflict, option: Z }");
    const { context, written } = recordedContext({ cwd });
    await (await createAsker({ answers: "answers.yaml" }, context)).ask(sampleQuestion(), never);
    expect(written.stderr).toBe(
      'answers.yaml:1: not used for ISSUE-R2-001: there is no option "Z"; choose from: A, B\n',
    );
  });

  test("an unknown policy is refused", async () => {
    await expect(createAsker({ policy: "guess" }, recordedContext({ cwd }).context)).rejects.toThrow(
      '--policy cannot be "guess"',
    );
  });
});
