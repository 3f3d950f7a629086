import * as z from "zod";
import { json, NOTHING, type Reply } from "./reply.ts";

/** A document that the person is to write: theirs is a role of the session. */
export interface DeskTask {
  /** Under which it is handed in. */
  readonly run: string;
  /** What was wrong with the attempt before. */
  readonly wrong?: string;
  /** The form to be filled in, or what they wrote the last time. */
  readonly text: string;
  /** What an agent in their place would be told. */
  readonly task: string;
}

/** Where a person finds what they are to write, and hands it in. */
export interface Desk {
  task(): DeskTask | undefined;
  /** Whether it was still waited for. */
  handIn(run: string, text: string): boolean;
}

const handInSchema = z.object({ run: z.string().max(300), text: z.string().min(1) });

/** `GET task`, `POST task`. */
export function deskRoute(desk: Desk, method: string, body: unknown): Reply {
  if (method === "GET") return json(200, { task: desk.task() });
  const given = handInSchema.safeParse(body);
  if (!given.success) return NOTHING;
  if (desk.handIn(given.data.run, given.data.text)) return json(200, {});
  return json(409, { error: { code: "NO_TASK", message: "This document is not waited for any more." } });
}
