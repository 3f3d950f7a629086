import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { Header, Pax } from "tar";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { writablePathSegments } from "../../ports/file-path.ts";
import { errorCode } from "../files/file-errors.ts";

/** A file of an archive; its path has forward slashes. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
/** The byte of a gzip header for the operating system; 255 is "unknown", so that every system writes the same bytes. */
const GZIP_SYSTEM = 9;

/** A tar.gz of these files. The same files give the same bytes: sorted by path, without times and owners. */
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
  // A path that is too long for the plain header goes into an extended header before it.
  const isLong = new Header({ ...facts, type: "File" }).encode(block);
  const extended = isLong ? [new Pax({ path, size: bytes.byteLength }).encode()] : [];
  return [...extended, block, Buffer.from(bytes), Buffer.alloc((BLOCK - (bytes.byteLength % BLOCK)) % BLOCK)];
}

/** More than any archive of ours: a larger one is an attack or a mistake. */
const LIMITS = { packedBytes: 256 * 1024 * 1024, bytes: 512 * 1024 * 1024, files: 20_000 };

/** The files of an archive. Throws at anything but plain files at safe paths within the limits. */
export async function unpackArchive(packed: Uint8Array, name: string, limits = LIMITS): Promise<ArchiveFile[]> {
  const refused = (why: string, cause?: unknown) =>
    new WhetstoneError("ARCHIVE_REFUSED", `The archive is refused: ${why}.`, {
      target: name,
      fix: "Nothing was written. A Whetstone archive holds only plain files; this one is damaged or was not made by Whetstone.",
      cause,
    });
  if (packed.byteLength > limits.packedBytes) throw refused("it is too large");
  const bytes = await promisify(gunzip)(packed, { maxOutputLength: limits.bytes }).catch((error: unknown) => {
    const isBomb = error instanceof RangeError || errorCode(error) === "ERR_BUFFER_TOO_LARGE";
    throw refused(isBomb ? `it unpacks to more than ${limits.bytes} bytes` : "it is not a complete gzip file", error);
  });
  const files = new Map<string, ArchiveFile>();
  try {
    for (const { type, ...file } of entriesOf(bytes)) {
      // On many systems two names that differ only in case are the same file.
      const folded = file.path.normalize("NFC").toLowerCase();
      const shown = JSON.stringify(file.path);
      if (type !== "File" && type !== "OldFile")
        throw refused(`it holds ${shown}, which is not a plain file (${type})`);
      if (files.size >= limits.files) throw refused(`it holds more than ${limits.files} files`);
      if (files.has(folded)) throw refused(`it holds ${shown} twice`);
      writablePathSegments(file.path);
      files.set(folded, file);
    }
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw refused("it is damaged", error);
    throw error.code === "PATH_REFUSED" ? refused(error.message, error) : error;
  }
  return [...files.values()];
}

/** The entries of a tar. Throws if it is damaged. */
function* entriesOf(bytes: Buffer) {
  let longPath: string | undefined;
  for (let at = 0; at < bytes.length; ) {
    const header = new Header(bytes.subarray(at, at + BLOCK));
    if (header.nullBlock) return;
    const { path = "", size = 0, type, cksumValid } = header;
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (!cksumValid || content.length !== size) throw new Error("A header does not match what follows it.");
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
    if (type !== "ExtendedHeader") yield { path: longPath ?? path, type, bytes: content };
    longPath = type === "ExtendedHeader" ? Pax.parse(content.toString()).path : undefined;
  }
}
