import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import type { OpenEditor } from "../agents/human/editor.ts";
import { formParts } from "../agents/human/form-file.ts";
import { json, NOTHING, type Reply } from "./reply.ts";

/** A document that a person with the role `human` has to write, with the run that it is for. */
export type DeskTask = ReturnType<typeof formParts> & { readonly run: string };

export type Desk = ReturnType<typeof pageDesk>;

/** The page as the editor of the agent `human`: it offers the form and writes the submitted text into the run's file. */
export function pageDesk() {
  let waiting: (DeskTask & { handIn(text: string): void }) | undefined;
  const open: OpenEditor = async (path, signal) => {
    const parts = formParts(await readFile(path, "utf8"));
    const text = await new Promise<string | undefined>((done) => {
      waiting = { run: basename(path, ".md"), ...parts, handIn: done };
      if (signal.aborted) done(undefined);
      signal.addEventListener("abort", () => done(undefined), { once: true });
    });
    waiting = undefined;
    if (text !== undefined) await writeFile(path, text);
    return {};
  };
  return {
    open,
    task(): DeskTask | undefined {
      if (waiting === undefined) return undefined;
      const { handIn: _, ...task } = waiting;
      return task;
    },
    /** Submits a document; false if the run no longer waits for it. */
    handIn(run: string, text: string): boolean {
      if (waiting?.run !== run) return false;
      waiting.handIn(text);
      waiting = undefined;
      return true;
    },
  };
}

const handInSchema = z.object({ run: z.string().max(300), text: z.string().min(1) });

export function deskRoute(desk: Desk, method: string, body: unknown): Reply {
  if (method === "GET") return json(200, { task: desk.task() });
  const given = handInSchema.safeParse(body);
  if (!given.success) return NOTHING;
  if (desk.handIn(given.data.run, given.data.text)) return json(200, {});
  return json(409, { error: { code: "NO_TASK", message: "Nothing is waiting for this document any more." } });
}
