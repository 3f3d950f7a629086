import { describe, expect, it } from "vitest";
import { memoryFiles } from "../testing/memory-files.ts";
import { writeSpec } from "./write-spec.ts";

const BEFORE = "# Spec\n\n## Limits\n\nSmall.\n\n## Errors\n\nNone.\n";
const AFTER = BEFORE.replace("Small.", "At most 5 MB.");

async function written(now: string, inPlace: boolean, record?: { path: string; text: string }) {
  const folder = memoryFiles();
  await folder.writeAtomic("spec.md", now);
  const spec = {
    files: [{ path: "spec.md", before: BEFORE, text: AFTER }],
    ...(record === undefined ? {} : { record }),
  };
  const files = await writeSpec(folder, spec, inPlace);
  return { folder, spec, files, now: await folder.readText("spec.md") };
}

describe("where the finished spec goes (SPEC 12)", () => {
  it("goes beside the person's file, which stays", async () => {
    const { files, folder, now } = await written(BEFORE, false);
    expect(files).toMatchObject([{ path: "spec_v1.0.md", how: "beside", sections: ["Spec > Limits"] }]);
    expect(now).toBe(BEFORE);
    expect(await folder.readText("spec_v1.0.md")).toBe(AFTER);
  });

  it("sweeps up what a process that died at it left, and nothing else", async () => {
    const folder = memoryFiles();
    const others = [".spec_v1.0.md.swp", ".spec_v1.0.md.1-x.tmp", ".spec_v2.0.md.12-7.tmp"];
    for (const name of ["spec.md", ".spec_v1.0.md.10562-73.tmp", ...others]) await folder.writeAtomic(name, BEFORE);
    await writeSpec(folder, { files: [{ path: "spec.md", before: BEFORE, text: AFTER }] }, false);
    expect(Object.keys(folder.texts()).sort()).toEqual([...others, "spec.md", "spec_v1.0.md"].sort());
  });

  it("goes in place when that is wanted and the file is as it was read", async () => {
    const { files, folder, now } = await written(BEFORE, true);
    expect(files).toMatchObject([{ path: "spec.md", how: "in place", sections: ["Spec > Limits"] }]);
    expect(now).toBe(AFTER);
    expect(await folder.exists("spec_v1.0.md")).toBe(false);
  });

  it("never overwrites what was changed by hand, and says what both changed", async () => {
    const byHand = BEFORE.replace("Small.", "Tiny.").replace("None.", "Many.");
    const { files, folder, now } = await written(byHand, true);
    expect(now).toBe(byHand);
    expect(files).toEqual([
      {
        path: "spec_v1.0.md",
        of: "spec.md",
        how: "kept",
        sections: ["Spec > Limits"],
        edited: ["Spec > Limits", "Spec > Errors"],
      },
    ]);
    expect(await folder.readText("spec_v1.0.md")).toBe(AFTER);
  });

  it("keeps the person's line ends and byte order mark, and a last line without an end", async () => {
    const windows = `\uFEFF${BEFORE.trimEnd().replaceAll("\n", "\r\n")}`;
    const { now } = await written(windows, true);
    expect(now).toBe(`\uFEFF${AFTER.trimEnd().replaceAll("\n", "\r\n")}`);
  });

  it.each([true, false])("done twice it writes once (in place: %s)", async (inPlace) => {
    const { folder, spec, files } = await written(BEFORE, inPlace, { path: "login.md", text: "What became of it.\n" });
    expect(await writeSpec(folder, spec, inPlace)).toEqual(files);
    const names = (await folder.list("")).map(({ path }) => path);
    expect(names).toEqual(inPlace ? ["login_v1.0.md", "spec.md"] : ["login_v1.0.md", "spec.md", "spec_v1.0.md"]);
  });
});
