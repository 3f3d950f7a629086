import { describe, expect, test } from "vitest";
import { recordedContext as recorded } from "../../test/support/recorded-context.ts";
import { createOutput } from "./output.ts";

describe("output", () => {
  test("results go to standard output, prose to standard error", () => {
    const { output, written } = recorded();
    output.result("r");
    output.note("n");
    expect(written).toEqual({ stdout: "r\n", stderr: "n\n" });
  });

  test("hints are commands as whoever runs it by npx types them; what a program reads stays", () => {
    const npx = { npm_lifecycle_event: "npx" };
    const [shown, piped, linked] = [recorded({ terminal: true, env: npx }), recorded({ env: npx }), recorded()];
    for (const { output } of [shown, piped, linked]) {
      output.result("See the changes: whetstone diff sessions/a");
      output.note("`whetstone status` says more; npx whetstone ui shows it.");
    }
    expect(shown.written.stdout).toBe("See the changes: npx whetstone diff sessions/a\n");
    expect(shown.written.stderr).toContain("`npx whetstone status` says more; npx whetstone ui");
    expect(piped.written.stdout).toBe("See the changes: whetstone diff sessions/a\n");
    expect(linked.written.stderr).toContain("`whetstone status` says more");
  });

  test("prose is broken at words on a terminal, and nowhere else", () => {
    const text = `The session is in ${"sessions/ ".repeat(9)}quick-split.`;
    const [shown, piped] = [recorded({ terminal: true }), recorded()];
    for (const { output } of [shown, piped]) output.note(text);
    expect(shown.written.stderr).toMatch(/sessions\/ ?\n.*quick-split\.\n$/);
    expect(piped.written.stderr).toBe(`${text}\n`);
  });

  test("a terminal that does not know its size is taken for 80 columns wide", () => {
    const written: string[] = [];
    const sink = { write: (text: string) => void written.push(text), isTTY: true, columns: 0 };
    const output = createOutput({ stdout: sink, stderr: sink, env: {}, noColour: true });
    output.note("The session is paused.");
    expect(written.join("")).toBe("The session is paused.\n");
    expect(output.columns).toBe(80);
  });

  test("lets our own colours pass on a terminal and neutralises everything else", () => {
    const { output, written } = recorded({ terminal: true });
    output.result(`\u001b[3A${output.paint.red("ours\r")} \u001b[8mhidden\u001b[2J\u0007`);
    expect(written.stdout).toBe("␛[3A\u001b[31mours␍\u001b[39m ␛[8mhidden␛[2J␇\n");
  });

  test("neutralises colours that are not ours, also those that we use", () => {
    const { output, written } = recorded({ terminal: true });
    output.result(output.paint.bold("\u001b[32mAPPROVED\u001b[39m \u001b[1;32mx"));
    output.note(`\u001b[31m${output.notePaint.dim("y")}`);
    expect(written.stdout).toBe("\u001b[1m␛[32mAPPROVED␛[39m ␛[1;32mx\u001b[22m\n");
    expect(written.stderr).toBe("␛[31m\u001b[2my\u001b[22m\n");
  });

  test("what is painted for the result passes as prose, too", () => {
    const { output, written } = recorded({ terminal: true });
    output.note(output.paint.bold("retry"));
    expect(written.stderr).toBe("\u001b[1mretry\u001b[22m\n");
  });

  test("whoever paints the screen by themselves has colours that a terminal knows", () => {
    expect(recorded({ terminal: true }).output.screenPaint.red("x")).toBe("\u001b[31mx\u001b[39m");
    expect(recorded({ terminal: false }).output.screenPaint.red("x")).toBe("x");
  });

  test.each([{ terminal: false }, { terminal: true, env: { NO_COLOR: "1" } }, { terminal: true, noColour: true }])(
    "has no colour with %j, neither ours nor another's",
    (options) => {
      const { output, written } = recorded(options);
      output.note(`${output.notePaint.bold("x")} \u001b[31mred`);
      expect(written.stderr).toBe("x ␛[31mred\n");
    },
  );

  test("json is one document, event one line, both without bare control characters", () => {
    const { output, written } = recorded();
    output.json({ a: "\u001b\u009b" });
    output.event({ b: [1, 2] });
    expect(written.stdout).toBe('{\n  "a": "\\u001b\\u009b"\n}\n{"b":[1,2]}\n');
  });

  test("a document goes to the byte into a pipe and neutralised to a terminal", () => {
    const piped = recorded();
    piped.output.document("a\r\n\u001b[2J");
    expect(piped.written.stdout).toBe("a\r\n\u001b[2J");
    const shown = recorded({ terminal: true });
    shown.output.document("a\r\n\u001b[2J");
    expect(shown.written.stdout).toBe("a\n␛[2J");
  });
});
