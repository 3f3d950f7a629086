import { expect, test } from "vitest";
import { linesWith, onlyFence, quotedIn, taskSections } from "../../web/src/parts/task-sections.ts";

const SPEC = "# Lending\n\n```sh\n# no heading\n```\n\n- For TBD days.\n- For TBD days, twice.";
const PROMPT = `You are the Engineer.\n\n# The spec as it stands\n\n\`\`\`\`markdown\n${SPEC}\n\`\`\`\`\n\n# Empty\n\n# Task: GAP-A-001\n\nResolve it.\n`;

test("a prompt's sections come last first; headings in fences are none, and the spec is the text of its fence", () => {
  const sections = taskSections(PROMPT);
  expect(sections.map(({ title }) => title)).toEqual(["Task: GAP-A-001", "The spec as it stands", "Role"]);
  expect(onlyFence(sections[1]?.body ?? "")).toBe(SPEC);
  expect(onlyFence("```\na\n```\n\n```\nb\n```")).toBeUndefined();
});

test("what a document quotes is found by its lines, whatever it is quoted for", () => {
  const document = '````old\n- For TBD days.\n- For\n````\n\n  - **Location:** "TBD days, twice"\n';
  expect(quotedIn(document)).toEqual(["- For TBD days.\n- For", "TBD days, twice"]);
  expect(quotedIn(document).map((words) => linesWith(SPEC, words))).toEqual([[7, 8], [8]]);
  expect(linesWith(SPEC, "for ever")).toEqual([]);
});
