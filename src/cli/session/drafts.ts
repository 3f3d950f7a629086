import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DRAFTS } from "../../mediator/session-paths.ts";
import { orUndefined } from "../../model/defined.ts";
import type { Files } from "../../ports/files.ts";
import type { Drafts } from "../asking/asking.ts";

/** What was typed at the terminal and not sent yet, in the session folder: it is there again after a resume. */
export function draftsIn(files: Pick<Files, "readText" | "writeAtomic" | "remove">): Drafts {
  let last = "{}";
  return {
    async read() {
      last = (await files.readText(DRAFTS)) ?? "{}";
      return new Map(entriesIn(last));
    },
    async write(typed) {
      const text = JSON.stringify(Object.fromEntries(typed));
      if (text === last) return;
      last = text;
      await (typed.size === 0 ? files.remove(DRAFTS) : files.writeAtomic(DRAFTS, `${text}\n`));
    },
  };
}

/** What was typed in earlier sessions on the spec, and not sent, is there in this one, too. */
export async function takeDrafts(folders: readonly string[], files: Parameters<typeof draftsIn>[0]): Promise<void> {
  const texts = await Promise.all(folders.map((folder) => readFile(join(folder, DRAFTS), "utf8").catch(() => "{}")));
  const typed = new Map(texts.flatMap(entriesIn));
  if (typed.size > 0) await draftsIn(files).write(typed);
}

/** A file that somebody else wrote holds no drafts. */
function entriesIn(json: string): [string, string][] {
  const entries = Object.entries(orUndefined(() => JSON.parse(json)) ?? {});
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
}
