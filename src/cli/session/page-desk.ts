import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { OpenEditor } from "../../agents/human/editor.ts";
import { formParts } from "../../agents/human/form-file.ts";
import type { Desk, DeskTask } from "../../server/desk.ts";

/** The page as a person's editor: what they are to write is shown there, and what they hand in is the file. */
export function pageDesk(): Desk & { readonly open: OpenEditor } {
  let waiting: (DeskTask & { handIn(text: string): void }) | undefined;
  return {
    task() {
      if (waiting === undefined) return undefined;
      const { handIn: _, ...task } = waiting;
      return task;
    },
    handIn(run, text) {
      if (waiting?.run !== run) return false;
      waiting.handIn(text);
      waiting = undefined;
      return true;
    },
    async open(path, signal) {
      const parts = formParts(await readFile(path, "utf8"));
      const text = await new Promise<string | undefined>((done) => {
        waiting = { run: basename(path, ".md"), ...parts, handIn: done };
        if (signal.aborted) done(undefined);
        signal.addEventListener("abort", () => done(undefined), { once: true });
      });
      waiting = undefined;
      if (text !== undefined) await writeFile(path, text);
      return {};
    },
  };
}
