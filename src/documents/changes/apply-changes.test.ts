import { describe, expect, test } from "vitest";
import type { Change, ChangeKind, Spec } from "../../model/change.ts";
import { applyChanges } from "./apply-changes.ts";

const SPEC = `# Cache

## Limits

| Name | Value |
| --- | --- |
| Entries | 10,000 |

- An entry expires after a while.
- A write replaces it.

---

## Edge Cases

A read of an expired entry is a miss, and a read
of a missing entry is a miss too.

### Writes

- A write replaces it.
`;

function change(kind: ChangeKind, old: string, now = "", place = "", number = 1): Change {
  return { number, kind, place, old, new: now };
}

function applied(text: string, ...changes: Change[]): string {
  const result = applyChanges([{ path: "spec.md", text }], changes);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.spec[0]?.text ?? "";
}

function problemsOf(spec: string | Spec, ...changes: Change[]) {
  const result = applyChanges(typeof spec === "string" ? [{ path: "spec.md", text: spec }] : spec, changes);
  return result.ok ? [] : result.problems;
}

describe("several at one place", () => {
  test("put words of the line before lines below it, whatever their order", () => {
    const line = "A write replaces it.";
    const below = change("add-after", `${line}`, "\nA second paragraph.", "", 1);
    const behind = change("add-after", "replaces it.", "It is logged.", "", 2);
    expect(applied(`${line}\n`, below, behind)).toBe(`${line} It is logged.\n\nA second paragraph.\n`);
  });

  test("keep to the lines of a fence, also before a blank one", () => {
    const text = "```ts\nget(a)\n\n// more\nget(b)\n```\n";
    expect(applied(text, change("add-after", "get(a)", "get(c)"))).toBe(text.replace("get(a)\n", "get(a)\nget(c)\n"));
  });
});

describe("replace", () => {
  test("takes a whole line where a whole line is quoted", () => {
    const text = applied(
      SPEC,
      change("replace", "- An entry expires after a while.", "- An entry expires after 15 minutes."),
    );
    expect(text).toBe(SPEC.replace("after a while", "after 15 minutes"));
  });

  test("changes part of a line where it stands", () => {
    expect(applied(SPEC, change("replace", "after a while", "after 15 minutes"))).toBe(
      SPEC.replace("after a while", "after 15 minutes"),
    );
  });

  test("takes a quotation that begins and ends within lines", () => {
    expect(
      applied(SPEC, change("replace", "a miss, and a read\nof a missing entry", "a miss; one of a missing entry")),
    ).toBe(SPEC.replace("a miss, and a read\nof a missing entry", "a miss; one of a missing entry"));
  });

  test("folds white space at line ends and blank lines around the quotation", () => {
    expect(applied("a  \nb\t\nc\n", change("replace", "\n\na\nb \n\n", "x\ny"))).toBe("x\ny\nc\n");
  });

  test("keeps the bytes of quoted lines that it leaves as they are", () => {
    expect(applied("a  \nb\nc\n", change("replace", "a\nb", "a\nx"))).toBe("a  \nx\nc\n");
    expect(applied("a\nb  \nc\n", change("replace", "a\nb", "x\nb"))).toBe("x\nb  \nc\n");
    expect(applied("a\nb  \nc\n", change("replace", "b", "b\nx"))).toBe("a\nb  \nx\nc\n");
  });

  test("takes away or sets a hard break that it names", () => {
    expect(applied("a  \nb\n", change("replace", "a  ", "a"))).toBe("a\nb\n");
    expect(applied("a\nb\n", change("replace", "a", "a  "))).toBe("a  \nb\n");
  });

  test("writes the line ends of the file, and leaves a missing final one missing", () => {
    expect(applied("\uFEFFa\r\nb\r\nc", change("replace", "b\nc", "x\ny\nz"))).toBe("\uFEFFa\r\nx\r\ny\r\nz");
  });

  test("keeps nested fences, tables and inner blank lines of the new text", () => {
    const now = "````md\n```js\nx;\n```\n````\n\n| a | b |\n| - | - |\n| 1 | 2 |  \n  end";
    expect(applied("one\n\ntwo\n", change("replace", "one", now))).toBe(`${now}\n\ntwo\n`);
  });

  test("replaces the whole text of a file, quoted to the byte, to the byte", () => {
    expect(applied("a\n\n", change("replace", "a\n\n", "\r\nb  "))).toBe("\r\nb  ");
  });

  test("does not find a word within a word", () => {
    expect(problemsOf("It lasts 15 minutes.", change("replace", "5 minutes", "6 minutes"))).toMatchObject([
      { reason: "not-found" },
    ]);
  });

  test("finds words of a script without spaces", () => {
    expect(applied("有効期限は十五分です。", change("replace", "十五分", "三十分"))).toBe("有効期限は三十分です。");
  });
});

describe("the place", () => {
  test("decides where words stand more than once", () => {
    for (const place of [
      "Writes",
      "### writes ##",
      "Edge Cases > Writes",
      "spec.md > Edge Cases > **Writes**",
      "Edge Cases",
    ]) {
      expect(applied(SPEC, change("replace", "- A write replaces it.", "- A write wins.", place))).toBe(
        SPEC.replace(/- A write replaces it\.\n$/, "- A write wins.\n"),
      );
    }
  });

  test("is not looked at where the words stand once", () => {
    expect(applied(SPEC, change("remove", "- An entry expires after a while.", "", "No Such Heading"))).not.toContain(
      "a while",
    );
  });

  test("is asked for, with all lines, where it does not decide", () => {
    const [problem] = problemsOf(SPEC, change("replace", "- A write replaces it.", "- x"));
    expect(problem).toMatchObject({ change: 1, reason: "ambiguous" });
    expect(problem?.message).toContain('occur 2 times (line 10 under "Cache > Limits", line 21 under');
    const [other] = problemsOf(SPEC, change("replace", "- A write replaces it.", "- x", "Cache"));
    expect(other?.message).toContain('under "Cache > Limits"');
  });

  test("may lack or have a number, and headings in code are none", () => {
    const text = "## 5.2 Expiry\n\nsame\n\n```md\n## Limits\nsame too\n```\n\n## Limits\n\nsame\n";
    expect(applied(text, change("replace", "same", "x", "Expiry"))).toBe(text.replace("same", "x"));
    expect(applied(text, change("replace", "same", "x", "Limits"))).toBe(text.replace(/same\n$/, "x\n"));
  });

  test("a whole line is meant rather than the same words within another", () => {
    expect(applied("## Scope\n\nx\n\n## Scope of work\n", change("replace", "## Scope", "## The scope"))).toBe(
      "## The scope\n\nx\n\n## Scope of work\n",
    );
  });

  test("names a file of a layout", () => {
    const spec = [
      { path: "specs/a.md", text: "same\n" },
      { path: "specs/b.md", text: "same\n" },
    ];
    const result = applyChanges(spec, [change("replace", "same", "x", "b.md")]);
    expect(result.ok && result.spec.map(({ text }) => text)).toEqual(["same\n", "x\n"]);
    expect(problemsOf(spec, change("replace", "same", "x"))[0]?.message).toContain(
      'line 1 under "specs/a.md", line 1 under "specs/b.md"',
    );
  });

  test("front matter is no heading", () => {
    const text = "---\ntitle: A\n---\n\n# A\n\ntext\n";
    expect(applied(text, change("add-at-end", "", "more", "A"))).toBe(`${text}\nmore\n`);
    expect(problemsOf(text, change("add-at-end", "", "more", "title: A"))).toMatchObject([{ reason: "no-such-place" }]);
    expect(applied(text, change("add-after", "title: A", "kind: b"))).toBe(text.replace("A\n", "A\nkind: b\n"));
  });
});

describe("add after", () => {
  test("puts a row below a row, an item below an item, without a blank line", () => {
    expect(applied(SPEC, change("add-after", "| Entries | 10,000 |", "| Size | 64 kB |"))).toBe(
      SPEC.replace("10,000 |\n", "10,000 |\n| Size | 64 kB |\n"),
    );
    expect(applied(SPEC, change("add-after", "- An entry expires after a while.", "- More."))).toBe(
      SPEC.replace("a while.\n", "a while.\n- More.\n"),
    );
    expect(applied("1. a\n2. b\n\nend\n", change("add-after", "2. b", "3. c"))).toBe("1. a\n2. b\n3. c\n\nend\n");
    expect(applied("- a\n  - b\n\nend\n", change("add-after", "- a\n  - b", "- c"))).toBe("- a\n  - b\n- c\n\nend\n");
  });

  test("keeps the blank lines of a list that has them", () => {
    expect(applied("- a\n\n- b\n", change("add-after", "- b", "- c"))).toBe("- a\n\n- b\n\n- c\n");
  });

  test("puts a blank line between blocks, on both sides where there is none", () => {
    expect(applied("a\n\nb\n", change("add-after", "a", "x"))).toBe("a\n\nx\n\nb\n");
    expect(applied("# A\ntext\n", change("add-after", "# A", "x"))).toBe("# A\n\nx\n\ntext\n");
    expect(applied("a\n\n| x |\n| - |\n| 1 |\n", change("add-after", "| 1 |", "Text."))).toBe(
      "a\n\n| x |\n| - |\n| 1 |\n\nText.\n",
    );
    expect(applied("Steps:\n- a\n", change("add-after", "- a", "Text."))).toBe("Steps:\n- a\n\nText.\n");
  });

  test("adds lines within a paragraph and within code as they are", () => {
    expect(applied("one\ntwo\nthree\n", change("add-after", "two", "more"))).toBe("one\ntwo\nmore\nthree\n");
    expect(applied("```\na\nb\n```\n", change("add-after", "a", "x"))).toBe("```\na\nx\nb\n```\n");
  });

  test("adds words behind part of a line, with a space where neither side has one", () => {
    expect(applied("It expires. It goes.\n", change("add-after", "It expires.", "Never twice."))).toBe(
      "It expires. Never twice. It goes.\n",
    );
    expect(applied("It expires soon\n", change("add-after", "It expires", ", and goes,"))).toBe(
      "It expires, and goes, soon\n",
    );
    expect(applied("It expires.\nIt goes.\n\n- b\n", change("add-after", "It goes.", " Never\ntwice."))).toBe(
      "It expires.\nIt goes. Never\ntwice.\n\n- b\n",
    );
    expect(applied("- It expires.\n- b\n", change("add-after", "- It expires.", " - c"))).toBe(
      "- It expires.\n - c\n- b\n",
    );
    expect(applied("- It expires.\n- b\n", change("add-after", "It expires.", "Never."))).toBe(
      "- It expires. Never.\n- b\n",
    );
  });

  test("begins a paragraph behind part of a line where the new text begins with a blank line", () => {
    expect(applied("It expires. It goes.\nb\n", change("add-after", "It goes.", "\nNever twice."))).toBe(
      "It expires. It goes.\n\nNever twice.\n\nb\n",
    );
  });

  test("puts an item on a line of its own though the quotation lacks its bullet", () => {
    expect(applied("- It expires.\n- b\n", change("add-after", "It expires.", "- Never."))).toBe(
      "- It expires.\n- Never.\n- b\n",
    );
  });

  test("leaves a missing final line end missing", () => {
    expect(applied("a\r\n\r\nb", change("add-after", "b", "x\ny"))).toBe("a\r\n\r\nb\r\n\r\nx\r\ny");
  });
});

describe("add at the end", () => {
  test("adds behind the last line of a section, before the rule that closes it", () => {
    expect(applied(SPEC, change("add-at-end", "", "- More.", "Limits"))).toBe(
      SPEC.replace("replaces it.\n\n---", "replaces it.\n- More.\n\n---"),
    );
  });

  test.each([
    ["a tight list stays tight", "- a\n- b", "- c\n- d", "- a\n- b\n- c\n- d"],
    ["a loose list stays loose", "- a\n\n- b", "- c", "- a\n\n- b\n\n- c"],
    ["numbers are items as well", "1. a\n2. b", "3. c\n4. d", "1. a\n2. b\n3. c\n4. d"],
    ["other bullets are no reason for a blank line", "* a\n* b", "- c", "* a\n* b\n- c"],
    ["other numbers are one", "1. a\n2. b", "3) c", "1. a\n2. b\n\n3) c"],
    ["of a list in groups, the last one counts", "- a\n\n- b\n- c", "- d", "- a\n\n- b\n- c\n- d"],
    ["items nested above count for themselves", "- a\n- b\n  - x\n\n  - y", "- c", "- a\n- b\n  - x\n\n  - y\n- c"],
    ["a single item takes the spacing that is added", "- a", "- b\n\n- c", "- a\n\n- b\n\n- c"],
  ])("%s", (_, list, added, expected) => {
    const spec = (text: string) => `# A\n\n## B\n\n${text}\n\n## C\n`;
    expect(applied(spec(list), change("add-at-end", "", added, "B"))).toBe(spec(expected));
    const last = list.split("\n").at(-1) ?? "";
    expect(applied(spec(list), change("add-after", last, added))).toBe(spec(expected));
  });

  test("counts the subsections in", () => {
    expect(applied(SPEC, change("add-at-end", "", "Text.", "Edge Cases"))).toBe(`${SPEC}\nText.\n`);
  });

  test("names a file, or nothing where there is one", () => {
    expect(applied("a\n", change("add-at-end", "", "b", "spec.md"))).toBe("a\n\nb\n");
    expect(applied("a", change("add-at-end", "", "b"))).toBe("a\n\nb");
    expect(applied("", change("add-at-end", "", "b"))).toBe("b");
  });

  test("adds to a section that has nothing yet", () => {
    expect(applied("# A\n## B\n## C\n", change("add-at-end", "", "x", "B"))).toBe("# A\n## B\n\nx\n\n## C\n");
  });

  test("fails with the headings there are, or with those of the name", () => {
    const [missing] = problemsOf(SPEC, change("add-at-end", "", "x", "Nowhere"));
    expect(missing).toMatchObject({ reason: "no-such-place" });
    expect(missing?.message).toContain('"Cache > Edge Cases > Writes"');
    const [twice] = problemsOf("# A\n\n## X\n\n# B\n\n## X\n", change("add-at-end", "", "x", "X"));
    expect(twice).toMatchObject({ reason: "ambiguous" });
    expect(twice?.message).toContain('"spec.md > A > X", "spec.md > B > X"');
  });
});

describe("remove", () => {
  test("takes whole lines with their line ends", () => {
    expect(applied(SPEC, change("remove", "- An entry expires after a while."))).toBe(
      SPEC.replace("- An entry expires after a while.\n", ""),
    );
  });

  test("does not leave two blank lines where there was one", () => {
    expect(applied("a\n\nb\n\nc\n", change("remove", "b"))).toBe("a\n\nc\n");
    expect(applied("a\n\nb\n", change("remove", "b"))).toBe("a\n");
    expect(applied("a\r\n\r\nb", change("remove", "b"))).toBe("a");
  });

  test("takes part of a line, and leaves one space", () => {
    expect(applied("a b c\n", change("remove", "b"))).toBe("a c\n");
    expect(applied("a b c\n", change("remove", "c"))).toBe("a b\n");
    expect(applied("a b c\n", change("remove", "a"))).toBe("b c\n");
  });

  test("leaves no empty bullet", () => {
    expect(applied("- a\n- b c\n- d\n", change("remove", "b c"))).toBe("- a\n- d\n");
  });
});

describe("changes that do not apply", () => {
  test("show the nearest passage verbatim", () => {
    const [problem] = problemsOf(
      SPEC,
      change("replace", "A read of an expired entry is always a miss, and one\nof a missing entry is a miss too.", "x"),
    );
    expect(problem).toMatchObject({
      reason: "not-found",
      nearest: {
        file: "spec.md",
        heading: "Cache > Edge Cases",
        line: 16,
        text: "A read of an expired entry is a miss, and a read\nof a missing entry is a miss too.",
      },
    });
    expect(problem?.message).toMatch(/^Change 1: the quoted words are not in the spec/);
  });

  test("show no passage where nothing is alike", () => {
    expect(problemsOf(SPEC, change("replace", "zebra crossing", "x"))[0]).not.toHaveProperty("nearest");
  });

  test("find the nearest passage of a large spec", () => {
    const text = Array.from(
      { length: 20_000 },
      (_, i) => `Line ${i} says that the entry ${i * 7} lives ${i % 60} minutes.`,
    ).join("\n");
    const [problem] = problemsOf(text, change("replace", "Line 777 says that the entry 5439 lives 58 minutes.", "x"));
    expect(problem?.nearest?.line).toBe(778);
  });

  test("stick to their line where something is added at the end of its section, whatever their order", () => {
    const end = change("add-at-end", "", "- c", "A");
    const after = change("add-after", "- b", "  - of b", "A", 2);
    const text = "# A\n\n- a\n- b\n";
    const results = [
      [end, after],
      [after, end],
    ].map((changes) => applyChanges([{ path: "a.md", text }], changes));
    for (const result of results) {
      expect(result.ok && result.spec[0]?.text).toBe("# A\n\n- a\n- b\n  - of b\n- c\n");
    }
  });

  test("overlap with each other", () => {
    const problems = problemsOf("a b c\n\nd\n", change("replace", "a b", "x"), change("replace", "b c", "y", "", 2));
    expect(problems).toMatchObject([{ change: 2, reason: "overlap" }]);
    expect(
      problemsOf("a\nb\nc\n", change("replace", "a\nb\nc", "x"), change("add-after", "b", "y", "", 2)),
    ).toMatchObject([{ change: 2, reason: "overlap" }]);
  });

  test("overlap where words are added behind a line that goes", () => {
    const problems = problemsOf("a\nb c", change("remove", "b c"), change("add-after", "c", "d", "", 2));
    expect(problems).toMatchObject([{ change: 2, reason: "overlap" }]);
  });

  test("say nothing new", () => {
    expect(problemsOf("a\n", change("replace", "a", "a\n"))).toMatchObject([{ reason: "nothing" }]);
    expect(problemsOf("a\n", change("add-after", "a", " \n"))).toMatchObject([{ reason: "nothing" }]);
    expect(problemsOf("a\n", change("remove", " \n"))).toMatchObject([{ reason: "not-found" }]);
  });

  test.each([
    '**Change 3: replace** in "Limits"',
    '**Change 2: add at the end** of "Edge Cases"',
    "## Gap Resolution: GAP-FLOW-001",
    "### Spec Changes",
    "**Changed in:** 2, 3",
    "```old",
  ])("carry the form: %s", (line) => {
    expect(problemsOf("a\n", change("replace", "a", `b\n${line}\nc`))).toMatchObject([{ reason: "form-syntax" }]);
    expect(problemsOf(`a\n${line}\n`, change("replace", "a", `b\n${line}\nc`))).toEqual([]);
  });

  test("apply none of their document", () => {
    expect(
      problemsOf(SPEC, change("replace", "after a while", "soon"), change("remove", "nowhere", "", "", 2)),
    ).toMatchObject([{ change: 2, reason: "not-found" }]);
  });
});

describe("changes of one document", () => {
  test("all refer to the text as it was", () => {
    expect(applied("a\n\nb\n", change("replace", "a", "b"), change("replace", "b", "c", "", 2))).toBe("b\n\nc\n");
  });

  test("that add at one point go in their order", () => {
    expect(applied("a\n", change("add-after", "a", "x"), change("add-at-end", "", "y", "", 2))).toBe("a\n\nx\n\ny\n");
  });

  test("replace a line and add behind it", () => {
    expect(applied("a\n\nb\n", change("add-after", "a", "x"), change("replace", "a", "A", "", 2))).toBe(
      "A\n\nx\n\nb\n",
    );
  });
});
