import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { Header, Parser, Pax, type ReadEntry } from "tar";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { writablePathSegments } from "../../ports/file-path.ts";

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
  const block = Buffer.alloc(BLOCK);
  // A path that the plain header cannot hold stands in a header before it.
  const isLong = new Header({ ...facts, type: "File" }).encode(block);
  const extended = isLong ? [new Pax({ path, size: bytes.byteLength }).encode()] : [];
  return [...extended, block, Buffer.from(bytes), Buffer.alloc((BLOCK - (bytes.byteLength % BLOCK)) % BLOCK)];
}

/** What an archive of ours never exceeds; more is an attack, or a mistake. */
const LIMITS = { packedBytes: 256 * 1024 * 1024, bytes: 512 * 1024 * 1024, files: 20_000 };

/** gzip and zstd: the parser would unpack what begins with them once more, past every limit. */
const PACKED_MARKS = [Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];

/** The files of an archive. Anything but plain files at safe paths, within the limits, refuses all of it. */
export async function unpackArchive(packed: Uint8Array, name: string, limits = LIMITS): Promise<ArchiveFile[]> {
  if (packed.byteLength > limits.packedBytes) throw refused(name, "it is too large");
  const bytes = await promisify(gunzip)(packed, { maxOutputLength: limits.bytes }).catch((error: unknown) => {
    const bomb = error instanceof RangeError || (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw refused(name, bomb ? `it unpacks to more than ${limits.bytes} bytes` : "it is not a whole gzip file", error);
  });
  if (PACKED_MARKS.some((mark) => bytes.subarray(0, mark.length).equals(mark))) {
    throw refused(name, "it is packed more than once");
  }
  return readTar(bytes, name, limits.files);
}

function readTar(bytes: Buffer, name: string, most: number): Promise<ArchiveFile[]> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, ArchiveFile>();
    const parser = new Parser({ strict: true });
    const take = (entry: ReadEntry) => {
      const problem = entryProblem(entry, files, most);
      if (problem !== undefined) reject(refused(name, problem));
      const parts: Buffer[] = [];
      files.set(folded(entry.path), { path: entry.path, bytes: new Uint8Array() });
      entry.on("data", (part: Buffer) => void parts.push(part));
      entry.on("end", () => files.set(folded(entry.path), { path: entry.path, bytes: Buffer.concat(parts) }));
    };
    parser.on("entry", take);
    // Links and devices that a parser passes over by itself are not passed over here.
    parser.on("ignoredEntry", take);
    parser.on("error", (error) => reject(refused(name, "it is damaged", error)));
    parser.on("end", () => resolve([...files.values()]));
    parser.end(bytes);
  });
}

function entryProblem(entry: ReadEntry, files: ReadonlyMap<string, ArchiveFile>, most: number): string | undefined {
  const path = JSON.stringify(entry.path);
  if (entry.type !== "File" && entry.type !== "OldFile")
    return `it holds ${path}, which is no plain file (${entry.type})`;
  if (files.size >= most) return `it holds more than ${most} files`;
  if (files.has(folded(entry.path))) return `it holds ${path} twice`;
  try {
    writablePathSegments(entry.path);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Two names that differ in case are one file on many systems. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function refused(name: string, why: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError("ARCHIVE_REFUSED", `The archive is refused: ${why}.`, {
    target: name,
    fix: "Nothing was written. An archive of Whetstone holds plain files only: this one is damaged or not its own.",
    ...(cause === undefined ? {} : { cause }),
  });
}
