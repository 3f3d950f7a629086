import type { FileData, Files } from "../../src/ports/files.ts";
import type { Faults } from "./faults.ts";

/** Files with a point on both sides of everything that changes one; reading passes through. */
export function faultyFiles(files: Files, faults: Faults): Files {
  return {
    ...files,
    writeAtomic: (path, data, options) => faults.around("replace", path, () => files.writeAtomic(path, data, options)),
    createExclusive: (path, data, options) =>
      faults.around("create", path, () => files.createExclusive(path, data, options)),
    remove: (path) => faults.around("remove", path, () => files.remove(path)),
    removeTree: (path) => faults.around("remove-tree", path, () => files.removeTree(path)),
    makeFolder: (path) => faults.around("make-folder", path, () => files.makeFolder(path)),
    async append(path, data) {
      const fault = faults.next("before", "write", path);
      if (fault.type !== "none" && fault.tear !== undefined) await files.append(path, part(data, fault.tear));
      faults.strike(fault, path);
      await files.append(path, data);
      faults.reach("after", "write", path);
    },
    sync: (path) => faults.around("sync", path, () => files.sync(path)),
  };
}

function part(data: FileData, share: number): Uint8Array {
  const bytes = Buffer.from(data);
  return bytes.subarray(0, Math.floor(bytes.length * share));
}
