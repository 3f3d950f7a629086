import { lstat, realpath, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import * as z from "zod";
import { keyOf, pathOfKey } from "../engine/find-sessions.ts";
import { INVENTORY_FIELDS, type InventoryFields } from "../model/inventory-choice.ts";
import type { ListedGap } from "../model/question.ts";
import { listSpecs } from "./list-specs.ts";
import { type Call, json, NOTHING, type Reply } from "./reply.ts";
import type { SessionHub } from "./session-hub.ts";

const agent = z.string().min(1).max(200);
/** Settings chosen on the page; those left out come from the configuration. */
const wishSchema = z.object({
  engineer: agent.exactOptional(),
  reviewer: agent.exactOptional(),
  maxRounds: z.number().exactOptional(),
  parallelGaps: z.number().exactOptional(),
  budget: z.number().exactOptional(),
  survey: z.boolean().exactOptional(),
});
export type StartWish = Readonly<z.infer<typeof wishSchema>>;

export interface StartPreview {
  readonly gaps: readonly ListedGap[];
  /** The scope found in the spec (SPEC 3.5a). */
  readonly scope: string;
  readonly expected: string;
  /** Sentences about the automatic choice of agents. */
  readonly agentNotes: readonly string[];
  readonly problem?: string;
  /** Agents that the page offers. */
  readonly offered: readonly string[];
  readonly settings: Required<StartWish>;
}

/** How the command line, which serves the page, starts sessions for it. */
export interface StartParts {
  preview(spec: string, wish: StartWish): Promise<StartPreview>;
  begin(spec: string, wish: StartWish, inventory: InventoryFields): Promise<string>;
  /** Plays the demo in a new folder below this one and returns the folder of its session. */
  demo(root: string): Promise<string>;
}

interface StartServing {
  readonly root: string;
  readonly start: StartParts;
  hub(folder: string): Pick<SessionHub, "state">;
}

const inventorySchema = z.partialRecord(z.enum(INVENTORY_FIELDS), z.string().max(100_000));
const previewSchema = z.object({ wish: wishSchema });
const beginSchema = z.object({ wish: wishSchema, inventory: inventorySchema });

/** `GET /api/specs`, `POST /api/specs` with a new one, `POST /api/specs/KEY/preview`, `POST /api/specs/KEY/begin`. */
export async function startRoute(
  { root, start, hub }: StartServing,
  rest: readonly string[],
  { method, body }: Call,
): Promise<Reply> {
  const [key, what] = rest;
  if (key === undefined && method === "POST") return newSpec(root, body);
  if (key === undefined) return json(200, { folder: root, specs: await listSpecs(root, hub) });
  const spec = await specOf(root, key);
  if (spec === undefined) return json(404, { error: { code: "NO_SPEC", message: "There is no such spec." } });
  switch (`${method} ${what}`) {
    case "POST preview": {
      const wanted = previewSchema.safeParse(body);
      return wanted.success ? json(200, await start.preview(spec, wanted.data.wish)) : invalidReply(wanted.error);
    }
    case "POST begin": {
      const wanted = beginSchema.safeParse(body);
      if (!wanted.success) return invalidReply(wanted.error);
      const folder = await start.begin(spec, wanted.data.wish, wanted.data.inventory);
      return json(201, { session: keyOf(root, folder) });
    }
    default:
      return NOTHING;
  }
}

/** The path of a spec below the root: a markdown file, a folder, or the root itself. Symbolic links that lead elsewhere are refused. */
async function specOf(root: string, key: string): Promise<string | undefined> {
  const path = pathOfKey(root, key);
  const entry = path === undefined ? undefined : await lstat(path).catch(() => undefined);
  if (path === undefined || !(entry?.isDirectory() || (entry?.isFile() && /\.(?:md|markdown)$/i.test(path)))) {
    return undefined;
  }
  const [real, own] = [await realpath(path).catch(() => ""), await realpath(root)];
  return real === own || real.startsWith(own + sep) ? path : undefined;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,80}$/u;
const newSchema = z.object({ name: z.string().regex(NAME), text: z.string().min(1).max(500_000) });

/** Writes a new markdown file and never overwrites one. */
async function newSpec(root: string, body: unknown): Promise<Reply> {
  const wanted = newSchema.safeParse(body);
  if (!wanted.success) {
    const message = "A spec needs a text, and a name made of letters, digits, dots, dashes and underscores.";
    return json(400, { error: { code: "WISH", message } });
  }
  const name = wanted.data.name.replace(/(?:\.md)?$/i, ".md");
  try {
    await writeFile(join(root, name), wanted.data.text, { flag: "wx" });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    const message = isThere ? `${name} already exists. Choose another name.` : `${name} could not be written.`;
    return json(409, { error: { code: "SPEC", message } });
  }
  return json(201, { spec: name });
}

function invalidReply(error: z.ZodError): Reply {
  const words = error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
  return json(400, { error: { code: "WISH", message: words } });
}
