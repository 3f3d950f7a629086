import * as z from "zod";
import type { Command } from "../mediator/commands/command.ts";
import { parseCommandValue } from "./command-schema.ts";
import { isSameProof, type RequestProof } from "./request-proof.ts";
import type { SessionStore } from "./session-store.ts";

/** A command on its way to the process that has the session open. */
export interface Request {
  /** What the file is called: a copy under another name is not the request. */
  readonly id: string;
  /** When it was made, in milliseconds: a copy that is put there again later is none either. */
  readonly at: number;
  readonly command: Command;
}

/** Who asks waits for ten seconds. */
const FRESH_MILLISECONDS = 60_000;

/** The request is a text in a text, so that the proof is for every character of it. */
const envelopeSchema = z.object({ request: z.string(), proof: z.string().exactOptional() });
const requestSchema = z.object({ id: z.string(), at: z.number(), command: z.unknown() });

/** The content of a file of the inbox. */
export async function writeRequest(request: Request, proof: RequestProof | undefined): Promise<string> {
  const text = JSON.stringify(request);
  return JSON.stringify({ request: text, proof: await proof?.of(text) });
}

/** The command of a request, what is wrong with it, or that it may be anybody's. */
export async function readRequest(
  store: Pick<SessionStore, "proof" | "guard">,
  id: string,
  content: string | undefined,
  now: number,
): Promise<Command | "unproven" | string> {
  const envelope = envelopeSchema.safeParse(parsed(content));
  if (!envelope.success) return "unproven";
  const { request: text, proof } = envelope.data;
  const expected = await store.proof?.of(text);
  // Without a key nobody can prove anything: then all may ask unless a program is among them.
  if (expected === undefined && (store.guard?.suspects() ?? []).length > 0) return "unproven";
  if (expected !== undefined && !isSameProof(proof ?? "", expected)) return "unproven";
  const request = requestSchema.safeParse(parsed(text));
  if (!request.success) return "the request cannot be read";
  if (request.data.id !== id) return "unproven";
  if (expected !== undefined && Math.abs(now - request.data.at) > FRESH_MILLISECONDS) return "unproven";
  return parseCommandValue(request.data.command);
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
