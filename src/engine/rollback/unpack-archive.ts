import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { writablePathSegments } from "../../ports/file-path.ts";
import type { ArchiveFile } from "./pack-archive.ts";

/** What an archive of ours never exceeds; more is an attack, or a mistake (SPEC 13: a bomb). */
export interface ArchiveLimits {
  readonly packedBytes: number;
  readonly bytes: number;
  readonly files: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  packedBytes: 256 * 1024 * 1024,
  bytes: 512 * 1024 * 1024,
  files: 20_000,
};

/** gzip and zstd: the parser would unpack what begins with them once more, past every limit. */
const PACKED_MARKS = [Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];

/**
 * The files of an archive, in memory. Whatever is not a plain file at a path below the archive refuses all of it, with
 * `ARCHIVE_REFUSED`: absolute paths, `..`, links, devices, names that some system cannot hold, a path twice, more than
 * the limits, and anything that is damaged.
 */
export async function unpackArchive(
  packed: Uint8Array,
  name: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<ArchiveFile[]> {
  if (packed.byteLength > limits.packedBytes) throw refused(name, "it is too large");
  const bytes = await unzipped(packed, name, limits);
  if (PACKED_MARKS.some((mark) => bytes.subarray(0, mark.length).equals(mark))) {
    throw refused(name, "it is packed more than once");
  }
  return readTar(bytes, name, limits);
}

async function unzipped(packed: Uint8Array, name: string, limits: ArchiveLimits): Promise<Buffer> {
  try {
    return await promisify(gunzip)(packed, { maxOutputLength: limits.bytes });
  } catch (error) {
    const bomb = error instanceof RangeError || (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw refused(name, bomb ? tooMuch(limits) : "it is not a whole gzip file", error);
  }
}

function tooMuch({ bytes }: ArchiveLimits): string {
  return `it unpacks to more than ${bytes} bytes`;
}

function readTar(bytes: Buffer, name: string, limits: ArchiveLimits): Promise<ArchiveFile[]> {
  return new Promise((resolve, reject) => {
    const files: ArchiveFile[] = [];
    const paths = new Set<string>();
    let read = 0;
    const parser = new Parser({ strict: true });
    const fail = (error: unknown) => {
      reject(error instanceof WhetstoneError ? error : refused(name, "it is damaged", error));
    };
    const take = (entry: ReadEntry) => {
      const problem = entryProblem(entry, paths, limits);
      if (problem !== undefined) fail(refused(name, problem));
      paths.add(folded(entry.path));
      const parts: Buffer[] = [];
      entry.on("data", (part: Buffer) => {
        read += part.length;
        if (read > limits.bytes) fail(refused(name, tooMuch(limits)));
        else parts.push(part);
      });
      entry.on("end", () => void files.push({ path: entry.path, bytes: Buffer.concat(parts) }));
    };
    parser.on("entry", take);
    // Links and devices that a parser passes over by itself are not passed over here.
    parser.on("ignoredEntry", (entry: ReadEntry) => fail(refused(name, kindProblem(entry))));
    parser.on("error", fail);
    parser.on("end", () => resolve(files));
    parser.end(bytes);
  });
}

function entryProblem(entry: ReadEntry, paths: ReadonlySet<string>, limits: ArchiveLimits): string | undefined {
  if (entry.type !== "File" && entry.type !== "OldFile") return kindProblem(entry);
  if (paths.size >= limits.files) return `it holds more than ${limits.files} files`;
  if (paths.has(folded(entry.path))) return `it holds ${JSON.stringify(entry.path)} twice`;
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

function kindProblem(entry: ReadEntry): string {
  return `it holds ${JSON.stringify(entry.path)}, which is no plain file (${entry.type})`;
}

function refused(name: string, why: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError("ARCHIVE_REFUSED", `The archive is refused: ${why}.`, {
    target: name,
    fix: "Nothing was written. An archive of Whetstone holds plain files only: this one is damaged or not its own.",
    ...(cause === undefined ? {} : { cause }),
  });
}
