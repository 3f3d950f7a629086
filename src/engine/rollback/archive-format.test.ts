import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { Header, type HeaderData } from "tar";
import { describe, expect, it } from "vitest";
import { type ArchiveFile, packArchive, unpackArchive } from "./archive-format.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A tar.gz as somebody else may write it. */
function foreign(...entries: readonly (HeaderData & { content?: string })[]): Uint8Array {
  const blocks = entries.flatMap(({ content = "", ...facts }) => {
    const block = Buffer.alloc(512);
    new Header({ mode: 0o644, mtime: new Date(0), type: "File", size: content.length, ...facts }).encode(block);
    return [block, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, "\0"))];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,30}$/);
const path = fc.array(name, { minLength: 1, maxLength: 8 }).map((names) => `${names.join("/")}.md`);
const contents = fc.uniqueArray(fc.record({ path, bytes: fc.uint8Array({ maxLength: 2000 }) }), {
  minLength: 1,
  selector: (file) => file.path,
});

describe("an archive", () => {
  it("gives back what was put into it, whatever the paths and bytes", async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (files) => {
        fc.pre(!files.some((a) => files.some((b) => a !== b && b.path.startsWith(`${a.path}/`))));
        const back = await unpackArchive(await packArchive(files), "a.tar.gz");
        const plain = (list: readonly ArchiveFile[]) =>
          list.map((file) => [file.path, Buffer.from(file.bytes).toString("hex")]).sort();
        expect(plain(back)).toEqual(plain(files));
      }),
      { numRuns: 60 },
    );
  });

  it("holds paths that a plain header cannot, and other scripts", async () => {
    const files = [`${"deep/".repeat(60)}ü.md`, "round_001/日本語.md"].map((one) => ({ path: one, bytes: bytes("x") }));
    const back = await unpackArchive(await packArchive(files), "a.tar.gz");
    expect(back.map((file) => file.path).sort()).toEqual(files.map((file) => file.path).sort());
  });

  it("has the same bytes for the same files in any order", async () => {
    const files = ["b.md", "a.md", "c.md"].map((one) => ({ path: one, bytes: bytes(one) }));
    expect(await packArchive([...files].reverse())).toEqual(await packArchive(files));
  });
});

describe("a hostile archive is refused", () => {
  it.each([
    ["an absolute path", foreign({ path: "/etc/passwd", content: "x" }), /absolute/],
    ["a drive", foreign({ path: "C:/x.md", content: "x" }), /absolute/],
    ["a path that climbs", foreign({ path: "round_001/../../x.md", content: "x" }), /leads out/],
    ["a backslash that climbs", foreign({ path: "..\\x.md", content: "x" }), /leads out/],
    ["a symbolic link", foreign({ path: "a", type: "SymbolicLink", linkpath: "/etc" }), /SymbolicLink/],
    ["a hard link", foreign({ path: "a", type: "Link", linkpath: "../x" }), /\(Link\)/],
    ["a device", foreign({ path: "a", type: "CharacterDevice" }), /CharacterDevice/],
    ["a pipe", foreign({ path: "a", type: "FIFO" }), /FIFO/],
    ["a name that Windows keeps", foreign({ path: "nul.md", content: "x" }), /not every system/],
    ["a path twice", foreign({ path: "a.md", content: "1" }, { path: "A.md", content: "2" }), /twice/],
    ["no gzip", bytes("hello"), /gzip/],
    ["half a gzip", foreign({ path: "a.md", content: "x".repeat(4000) }).subarray(0, 40), /gzip/],
    ["a gzip in a gzip", gzipSync(foreign({ path: "a.md", content: "x" })), /damaged/],
    ["a zstd in a gzip", gzipSync(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0])), /damaged/],
    ["a tar that is cut off", gzipSync(Buffer.alloc(700, 1)), /damaged/],
  ])("%s", async (_name, packed, why) => {
    await expect(unpackArchive(packed, "evil.tar.gz")).rejects.toThrow(why);
    await expect(unpackArchive(packed, "evil.tar.gz")).rejects.toMatchObject({ code: "ARCHIVE_REFUSED" });
  });

  it("a bomb, before it fills the memory", async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    const limits = { packedBytes: 1_000_000, bytes: 1_000_000, files: 10 };
    await expect(unpackArchive(bomb, "bomb.tar.gz", limits)).rejects.toThrow(/more than 1000000 bytes/);
    const many = foreign(...Array.from({ length: 11 }, (_, index) => ({ path: `f${index}`, content: "x" })));
    await expect(unpackArchive(many, "many.tar.gz", limits)).rejects.toThrow(/more than 10 files/);
    await expect(unpackArchive(new Uint8Array(2_000_000), "big", limits)).rejects.toThrow(/too large/);
  });
});
