import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { editorCommand, editText } from "./edit-text.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "whetstone-editor-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function editor(code: string): Promise<string> {
  const script = join(folder, "editor.mjs");
  await writeFile(script, `import fs from "node:fs"; const file = process.argv.at(-1);\n${code}`);
  return `"${process.execPath}" "${script}"`;
}

describe("editText", () => {
  test("gives the text back without the hint below the line, with plain line ends", async () => {
    const command = await editor('fs.writeFileSync(file, "first\\r\\n" + fs.readFileSync(file, "utf8"));');
    expect(await editText(command, "prefilled", "the hint")).toBe("first\nprefilled");
  });

  test("leaves no file behind", async () => {
    const seen = join(folder, "seen");
    const command = await editor(`fs.writeFileSync(${JSON.stringify(seen)}, file);`);
    await editText(command, "", "");
    expect(existsSync(dirname(await readFile(seen, "utf8")))).toBe(false);
  });

  test("an editor that ends badly gives no text", async () => {
    await expect(editText(await editor("process.exit(3);"), "", "")).rejects.toThrow("ended with 3");
  });

  test("shell characters in the command are words, not a shell's", async () => {
    const command = `${await editor("fs.writeFileSync(file, process.argv[2]);")} $(id);echo`;
    expect(await editText(command, "", "")).toBe("$(id);echo");
  });
});

test("VISUAL comes before EDITOR, and blanks are none", () => {
  expect(editorCommand({ VISUAL: "a", EDITOR: "b" })).toBe("a");
  expect(editorCommand({ VISUAL: " ", EDITOR: "b" })).toBe("b");
  expect(editorCommand({})).toBeUndefined();
});
