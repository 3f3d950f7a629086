import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DRAFTS } from "../../mediator/session-paths.ts";
import { orUndefined } from "../../model/defined.ts";
import type { Files } from "../../ports/files.ts";
import type { Drafts } from "../asking/asking.ts";

/** Text typed at the terminal and not sent yet, kept in the session folder until it is. */
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

/** Copies unsent text about gaps that earlier sessions on the spec left open; what was answered is not asked with it. */
export async function takeDrafts(
  openIn: ReadonlyMap<string, ReadonlySet<string>>,
  files: Parameters<typeof draftsIn>[0],
): Promise<void> {
  const taken = await Promise.all(
    [...openIn].map(async ([folder, open]) => {
      const text = await readFile(join(folder, DRAFTS), "utf8").catch(() => "{}");
      return entriesIn(text).filter(([place]) => open.has(place.split(" ", 1)[0] ?? ""));
    }),
  );
  const typed = new Map(taken.flat());
  if (typed.size > 0) await draftsIn(files).write(typed);
}

/** Ignores whatever is not a draft: anybody may have written the file. */
function entriesIn(json: string): [string, string][] {
  const entries = Object.entries(orUndefined(() => JSON.parse(json)) ?? {});
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
}
