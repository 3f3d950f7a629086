import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { TEMPLATE_NAMES } from "../mediator/prompts/prompt-kit.ts";
import { customPromptFiles, loadPromptKit, resourceFolder } from "./load-prompt-kit.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const load = (folder: string) => loadPromptKit({ folder });

describe("prompts of one's own", () => {
  it("take the place of the program's, each for itself", async () => {
    const folder = folderWith({
      "prompts/engineer.md": "<!-- whetstone prompt: engineer, version 1 -->\nYou are Ada.\n\n{{spec}}\n",
      "examples/reviewer.md": "An example of mine.\n",
    });
    const kit = await load(folder);
    expect(kit.templates.engineer).toBe("You are Ada.\n\n{{spec}}");
    expect(kit.templates.reviewer).toContain("You are the Reviewer.");
    expect(kit.examples.reviewer).toBe("An example of mine.\n");
    expect(await customPromptFiles(folder)).toEqual([
      join(folder, "prompts", "engineer.md"),
      join(folder, "examples", "reviewer.md"),
    ]);
  });

  it("are not needed, nor is the folder", async () => {
    const folder = join(temporaryFolder(), "absent");
    expect(await customPromptFiles(folder)).toEqual([]);
    expect((await load(folder)).templates.engineer).toContain("You are the Engineer.");
  });

  it("with a placeholder that has no value are refused", async () => {
    const folder = folderWith({
      "prompts/reviewer.md": "<!-- whetstone prompt: reviewer, version 1 -->\n\n{{spec}} {{sauce}}\n",
    });
    await expect(load(folder)).rejects.toMatchObject({
      message: expect.stringContaining("{{sauce}}, which is not known here"),
      target: join(folder, "prompts/reviewer.md"),
    });
  });

  it("whose name is not one of ours are refused, since they would be used for nothing", async () => {
    const folder = folderWith({ "prompts/enginer.md": "" });
    await expect(customPromptFiles(folder)).rejects.toMatchObject({ target: join(folder, "prompts", "enginer.md") });
  });

  it.each(TEMPLATE_NAMES)("may begin as a copy of the package's %s", async (name) => {
    const text = readFileSync(join(await resourceFolder(), "prompts", `${name}.md`), "utf8");
    const kit = await load(folderWith({ [`prompts/${name}.md`]: text.replaceAll("\n", "\r\n") }));
    expect(kit.templates).toEqual((await load(temporaryFolder())).templates);
  });
});
