import { describe, expect, test } from "vitest";
import { recordedContext as recorded } from "../../test/support/recorded-context.ts";

describe("output", () => {
  test("results go to standard output, prose to standard error", () => {
    const { output, written } = recorded();
    output.result("r");
    output.note("n");
    expect(written).toEqual({ stdout: "r\n", stderr: "n\n" });
  });

  test("lets our own colours pass on a terminal and neutralises everything else", () => {
    const { output, written } = recorded({ terminal: true });
    output.result(`\u001b[3A${output.paint.red("ours\r")} \u001b[8mhidden\u001b[2J\u0007`);
    expect(written.stdout).toBe("␛[3A\u001b[31mours␍\u001b[39m ␛[8mhidden␛[2J␇\n");
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
