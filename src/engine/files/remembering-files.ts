import type { Files } from "../../ports/files.ts";

/** The documents of the rounds, and the source: what only the session itself writes, and every step reads again. */
const REMEMBERED = /^(?:round_\d+\/(?:engineer|reviewer)|source)\.md$/;
const MOST = 12;
const LONGEST = 200_000;

/** The same files, with the texts of the last few documents at hand. Whoever changes one changes it through them. */
export function rememberingFiles(files: Files): Files {
  const texts = new Map<string, string>();
  const remember = (path: string, text: string) => {
    if (!REMEMBERED.test(path) || text.length > LONGEST) return;
    texts.delete(path);
    texts.set(path, text);
    const [oldest] = texts.keys();
    if (texts.size > MOST && oldest !== undefined) texts.delete(oldest);
  };
  const forget = (path: string) => {
    for (const known of texts.keys()) if (known === path || known.startsWith(`${path}/`)) texts.delete(known);
  };
  return {
    ...files,
    async readText(path) {
      const text = texts.get(path) ?? (await files.readText(path));
      if (text !== undefined) remember(path, text);
      return text;
    },
    async writeAtomic(path, data, options) {
      forget(path);
      await files.writeAtomic(path, data, options);
      if (typeof data === "string") remember(path, data);
    },
    createExclusive(path, data, options) {
      forget(path);
      return files.createExclusive(path, data, options);
    },
    openStream(path, mode) {
      forget(path);
      return files.openStream(path, mode);
    },
    truncate(path, bytes, options) {
      forget(path);
      return files.truncate(path, bytes, options);
    },
    rename(from, to, options) {
      forget(from);
      forget(to);
      return files.rename(from, to, options);
    },
    remove(path) {
      forget(path);
      return files.remove(path);
    },
    removeTree(path) {
      forget(path);
      return files.removeTree(path);
    },
  };
}
