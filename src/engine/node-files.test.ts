import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { nodeFiles } from "./node-files.ts";

describe("files on disk", () => {
  it("makes the root with the first write, not before", async () => {
    const root = join(temporaryFolder(), "sessions", "spec");
    const files = nodeFiles(root);
    expect(await files.exists("")).toBe(false);
    expect(await files.list("")).toEqual([]);
    await files.writeAtomic("source.md", "# Spec\n", { sync: true });
    expect(readFileSync(join(root, "source.md"), "utf8")).toBe("# Spec\n");
  });

  it("names a path as the system does", () => {
    const root = temporaryFolder();
    expect(nodeFiles(root).absolute("round_001/engineer.md")).toBe(join(root, "round_001", "engineer.md"));
  });

  it.skipIf(process.platform === "win32")("leaves it to the same people to read a file that it replaces", async () => {
    const root = temporaryFolder();
    for (const mode of [0o600, 0o664]) {
      writeFileSync(join(root, "spec.md"), "x");
      chmodSync(join(root, "spec.md"), mode);
      await nodeFiles(root).writeAtomic("spec.md", "y");
      expect(statSync(join(root, "spec.md")).mode & 0o777).toBe(mode);
    }
  });

  it("keeps what is not whole in the scratch folder, where one removal sweeps it up", async () => {
    const root = temporaryFolder();
    const files = nodeFiles(root, {
      scratch: ".tmp",
      onStep: (step) => {
        if (step === "temporary-written") expect(readdirSync(join(root, ".tmp"))).toHaveLength(1);
      },
    });
    await files.writeAtomic("round_001/summary.md", "x");
    expect(readdirSync(join(root, "round_001"))).toEqual(["summary.md"]);
    expect(readdirSync(join(root, ".tmp"))).toEqual([]);
    await files.removeTree(".tmp");
    await files.writeAtomic("round_001/summary.md", "y");
    expect(await files.readText("round_001/summary.md")).toBe("y");
  });

  it.each(["temporary-written", "temporary-synced", "placed"] as const)(
    "places a file although another process sweeps the scratch folder when it is %s",
    async (moment) => {
      const root = temporaryFolder();
      let swept = false;
      const files = nodeFiles(root, {
        scratch: ".tmp",
        onStep: (step) => {
          if (step !== moment || swept) return;
          swept = true;
          rmSync(join(root, ".tmp"), { recursive: true, force: true });
        },
      });
      expect(await files.createExclusive("lock.json", "mine", { sync: true })).toBe(true);
      swept = false;
      expect(await files.createExclusive("lock.json", "theirs", { sync: true })).toBe(false);
      swept = false;
      await files.writeAtomic("inbox/1.json", "{}", { sync: true });
      swept = false;
      await files.writeAtomic("inbox/2.json", "{}", { sync: true, inPlace: true });
      expect(readdirSync(join(root, "inbox"))).toEqual(["1.json", "2.json"]);
      expect(readFileSync(join(root, "lock.json"), "utf8")).toBe("mine");
    },
  );

  it.skipIf(process.platform === "win32")(
    "takes names and links as they are in a folder of a person's own",
    async () => {
      const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
      writeFileSync(join(elsewhere, "real.md"), "old");
      symlinkSync(join(elsewhere, "real.md"), join(root, "spec.md"));
      const files = nodeFiles(root, { isUserFolder: true });
      await files.writeAtomic('What? v2: "final".md', "x", { sync: true });
      expect(await files.readText('What? v2: "final".md')).toBe("x");
      expect(await files.readText("spec.md")).toBe("old");
      await files.writeAtomic("spec.md", "new", { sync: true });
      expect(readFileSync(join(elsewhere, "real.md"), "utf8")).toBe("new");
      expect(await files.stat("spec.md")).toMatchObject({ kind: "link" });
      for (const path of ["", "../x.md", "/x.md"]) {
        await expect(files.writeAtomic(path, "x")).rejects.toMatchObject({ code: "PATH_REFUSED" });
      }
      await files.remove("spec.md");
      expect(readdirSync(elsewhere)).toEqual(["real.md"]);
    },
  );

  it("goes through the parts of an atomic write in order", async () => {
    const steps: string[] = [];
    const files = nodeFiles(temporaryFolder(), { onStep: (step) => void steps.push(step) });
    await files.writeAtomic("a.md", "x", { sync: true });
    await files.writeAtomic("a.md", "y");
    await files.writeAtomic("a.md", "z", { sync: true, inPlace: true });
    const [plain, synced] = [
      ["temporary-written", "placed"],
      ["temporary-written", "temporary-synced", "placed"],
    ];
    expect(steps).toEqual([...synced, ...plain, "emptied", "placed"]);
    expect(await files.readText("a.md")).toBe("z");
  });

  it("leaves the old content and nothing else when an atomic write fails half-way", async () => {
    const root = temporaryFolder();
    let fails = false;
    const files = nodeFiles(root, {
      onStep: () => {
        if (fails) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      },
    });
    await files.writeAtomic("a.md", "old");
    fails = true;
    await expect(files.writeAtomic("a.md", "new")).rejects.toMatchObject({
      code: "DISK_FULL",
      target: "a.md",
      message: "Writing a.md failed: there is no space left on the disk.",
      fix: "Free some space, then run the command again. No finished work is lost.",
    });
    expect(readdirSync(root)).toEqual(["a.md"]);
    expect(await files.readText("a.md")).toBe("old");
  });

  it.skipIf(process.platform === "win32")(
    "writes in place where it is asked to, and not through a link out",
    async () => {
      const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
      writeFileSync(join(elsewhere, "theirs.md"), "old");
      symlinkSync(join(elsewhere, "theirs.md"), join(root, "a.md"));
      const files = nodeFiles(root);
      await expect(files.writeAtomic("a.md", "x", { inPlace: true })).rejects.toMatchObject({ code: "PATH_REFUSED" });
      await files.writeAtomic("round/b.md", "longer", { inPlace: true });
      await files.writeAtomic("round/b.md", "new", { inPlace: true });
      expect([await files.readText("round/b.md"), readdirSync(join(root, "round"))]).toEqual(["new", ["b.md"]]);
      expect(readFileSync(join(elsewhere, "theirs.md"), "utf8")).toBe("old");
    },
  );

  it("lets one of many make a file", async () => {
    const root = temporaryFolder();
    const racers = Array.from({ length: 20 }, (_, index) => nodeFiles(root).createExclusive("lock.json", `${index}`));
    expect((await Promise.all(racers)).filter((won) => won)).toHaveLength(1);
    expect(readdirSync(root)).toEqual(["lock.json"]);
  });
});

describe("links below the root", () => {
  function withLinks() {
    const outside = temporaryFolder();
    writeFileSync(join(outside, "secret.md"), "secret");
    const root = temporaryFolder();
    mkdirSync(join(root, "inner"));
    writeFileSync(join(root, "inner", "a.md"), "a");
    symlinkSync(outside, join(root, "out"), "junction");
    symlinkSync(join(root, "inner"), join(root, "in"), "junction");
    symlinkSync(join(outside, "not-there"), join(root, "nowhere"), "junction");
    return { outside, root, files: nodeFiles(root) };
  }

  it("are refused when they lead out, for reading and for writing", async () => {
    const { outside, files } = withLinks();
    const uses = [
      () => files.read("out/secret.md"),
      () => files.list("out"),
      () => files.stat("out/secret.md"),
      async () => files.absolute("out/secret.md"),
      () => files.writeAtomic("out/new.md", "x"),
      () => files.createExclusive("out/new.md", "x"),
      () => files.append("out/secret.md", "x"),
      () => files.append("nowhere", "x"),
      () => files.remove("out/secret.md"),
      () => files.removeTree("out/secret.md"),
      () => files.makeFolder("out/folder"),
      () => files.touch("out/secret.md"),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: "PATH_REFUSED" });
    expect(readdirSync(outside)).toEqual(["secret.md"]);
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
  });

  it("are followed when they stay inside", async () => {
    const { files } = withLinks();
    expect(await files.readText("in/a.md")).toBe("a");
  });

  it("are told as links, and removed or replaced without touching what they point to", async () => {
    const { outside, files } = withLinks();
    const kinds = (await files.list("", { recursive: true })).map(({ path, kind }) => `${kind} ${path}`);
    expect(kinds).toEqual(["link in", "folder inner", "file inner/a.md", "link nowhere", "link out"]);
    await files.remove("nowhere");
    await files.removeTree("out");
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
    symlinkSync(join(outside, "secret.md"), join(files.root, "status.md"));
    await files.writeAtomic("status.md", "ours");
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
    expect((await files.stat("status.md"))?.kind).toBe("file");
  });

  it("may lead to the root itself", async () => {
    const real = temporaryFolder();
    const link = join(temporaryFolder(), "link");
    symlinkSync(real, link, "junction");
    const files = nodeFiles(link);
    await files.writeAtomic("a/b.md", "x");
    symlinkSync(join(real, "a"), join(real, "c"), "junction");
    expect(await files.readText("c/b.md")).toBe("x");
  });
});

describe.runIf(process.platform === "linux")("a disk that refuses", () => {
  it("tells that it is full", async () => {
    const written = nodeFiles("/dev").append("full", "x");
    await expect(written).rejects.toMatchObject({ code: "DISK_FULL", target: "full" });
  });

  it("tells that it may not be written", async () => {
    const error = await nodeFiles("/sys")
      .writeAtomic("whetstone", "x")
      .catch((problem) => problem);
    expect(["NOT_PERMITTED", "READ_ONLY"]).toContain(error.code);
    expect(error.fix).toContain("run the command again");
  });
});
