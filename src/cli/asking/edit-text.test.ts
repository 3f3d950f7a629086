import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { editorCommand, type OpenEditor, openWith } from "../../agents/human/editor.ts";
import { editText } from "./field-prompts.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "whetstone-editor-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function editor(code: string, ...words: string[]): Promise<OpenEditor> {
  const script = join(folder, "editor.mjs");
  await writeFile(script, `import fs from "node:fs"; const file = process.argv.at(-1);\n${code}`);
  return openWith([`"${process.execPath}" "${script}"`, ...words].join(" "), process.env);
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
    await expect(editText(await editor("process.exit(3);"), "", "")).rejects.toThrow(/exited with 3.*used\.$/);
  });

  test.each([
    ["an editor that ends badly", "", "EDITOR_FAILED"],
    ["a text that is too long", ".repeat(300_000)", "TEXT_TOO_LONG"],
  ])("%s: what was written stays, and where is told", async (_what, times, code) => {
    const command = await editor(`fs.writeFileSync(file, "mine"${times}); process.exit(${times === "" ? 3 : 0});`);
    const error = await editText(command, "", "").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    const kept = /What you wrote is saved in (.*)$/.exec(String(error))?.[1] ?? "";
    expect(await readFile(kept, "utf8")).toMatch(/^mine/);
    await rm(dirname(kept), { recursive: true });
  });

  test.skipIf(process.platform === "win32")("an editor that is interrupted can keep what is not saved", async () => {
    const stopping = new AbortController();
    const command = await editor(`
      process.on("SIGTERM", () => { fs.writeFileSync(file + ".swp", "unsaved"); process.exit(1); });
      setInterval(() => {}, 1000);
      fs.writeFileSync(${JSON.stringify(join(folder, "ready"))}, "");`);
    const edited = editText(command, "", "", stopping.signal).catch((thrown: unknown) => thrown);
    await vi.waitUntil(() => existsSync(join(folder, "ready")), 10_000);
    stopping.abort();
    const kept = /What you wrote is saved in (.*)$/.exec(String(await edited))?.[1] ?? "";
    expect(await readFile(`${kept}.swp`, "utf8")).toBe("unsaved");
    await rm(dirname(kept), { recursive: true });
  });

  test("shell characters in the command are words, not a shell's", async () => {
    const command = await editor("fs.writeFileSync(file, process.argv[2]);", "$(id);echo");
    expect(await editText(command, "", "")).toBe("$(id);echo");
  });
});

test("VISUAL comes before EDITOR, and blanks are none", () => {
  expect(editorCommand({ VISUAL: "a", EDITOR: "b" })).toBe("a");
  expect(editorCommand({ VISUAL: " ", EDITOR: "b" })).toBe("b");
  expect(editorCommand({})).toBeUndefined();
});
