import type { FileData } from "../ports/files.ts";

/** Bytes that grow at their end. What was taken of them earlier never changes. */
export interface MemoryFile {
  read(): Uint8Array;
  append(data: FileData): void;
  empty(): void;
  readonly length: number;
  modified: number;
}

export function memoryFile(data: FileData, modified: number): MemoryFile {
  let room = toBytes(data).slice();
  let length = room.length;
  return {
    modified,
    get length() {
      return length;
    },
    read: () => room.subarray(0, length),
    append(more) {
      const bytes = toBytes(more);
      if (length + bytes.length > room.length) room = copyInto(room, length, 2 * (length + bytes.length));
      room.set(bytes, length);
      length += bytes.length;
    },
    empty() {
      length = 0;
      room = new Uint8Array();
    },
  };
}

export function toBytes(data: FileData): Uint8Array {
  return typeof data === "string" ? Buffer.from(data) : data;
}

function copyInto(bytes: Uint8Array, used: number, size: number): Uint8Array<ArrayBuffer> {
  const room = new Uint8Array(size);
  room.set(bytes.subarray(0, used));
  return room;
}
