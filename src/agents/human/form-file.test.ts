import { expect, it } from "vitest";
import { taskIn } from "../../../test/contract/agents-run.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { formFile, readForm } from "./form-file.ts";

const TASK = taskIn("/somewhere");

function readBack(saved: string, task: AgentTask = TASK): string | undefined {
  const read = readForm(Buffer.from(saved), task);
  return read && Buffer.from(read).toString("utf8");
}

it("has the form on top and the task below the cut", () => {
  const form = formFile(TASK);
  expect(form.startsWith("## Gap Resolution: GAP-FLOW-001\n")).toBe(true);
  expect(form.indexOf("Resolve GAP-FLOW-001.")).toBeGreaterThan(form.indexOf("everything below it is left out"));
});

it("reads what the person wrote above the cut", () => {
  const saved = formFile(TASK).replace(/^[\s\S]*?(?=<!-- whetstone)/, "## My own\n\nGröße\n");
  expect(readBack(saved)).toBe("## My own\n\nGröße\n");
});

it("takes a form that was left as it is for none, whatever the line ends", () => {
  expect(readBack(formFile(TASK))).toBeUndefined();
  expect(readBack(formFile(TASK).replaceAll("\n", "\r\n"))).toBeUndefined();
});

it("shows at a retry what was wrong as a comment on top, and the earlier text below", () => {
  const task = {
    ...TASK,
    notice: "Line 3: no confidence --> add it.",
    earlier: "## Gap Resolution: GAP-FLOW-001\nmine\n",
  };
  const form = formFile(task);
  expect(form).toMatch(
    /^<!-- whetstone: what was wrong[^>]*\n\nLine 3: no confidence --&gt; add it\.\n\n-->\n\n## Gap/,
  );
  expect(readBack(form, task)?.trimEnd()).toBe("## Gap Resolution: GAP-FLOW-001\nmine");
});

it("takes a document without our comment and cut as it is", () => {
  expect(readBack("<!-- theirs -->\n## A\n")).toBe("<!-- theirs -->\n## A\n");
});
