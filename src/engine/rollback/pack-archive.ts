import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Header, Pax } from "tar";

/** A file of an archive: its path in it, with forward slashes, and what it holds. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
/** Where a gzip header names the operating system; 255 is "unknown", so that every system writes the same bytes. */
const GZIP_SYSTEM = 9;

/** A tar.gz of these files. The same files give the same bytes: no time, no owner, in the order of their paths. */
export async function packArchive(files: readonly ArchiveFile[]): Promise<Uint8Array> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = [...sorted.flatMap(entryBlocks), Buffer.alloc(2 * BLOCK)];
  const packed = await promisify(gzip)(Buffer.concat(blocks), { level: 9 });
  packed[GZIP_SYSTEM] = 255;
  return packed;
}

function entryBlocks({ path, bytes }: ArchiveFile): Buffer[] {
  const facts = { path, size: bytes.byteLength, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 };
  const header = new Header({ ...facts, type: "File" });
  const block = Buffer.alloc(BLOCK);
  // A path that the plain header cannot hold stands in a header before it.
  const extended = header.encode(block) ? [new Pax({ path, size: bytes.byteLength }).encode()] : [];
  return [...extended, block, Buffer.from(bytes), Buffer.alloc((BLOCK - (bytes.byteLength % BLOCK)) % BLOCK)];
}
