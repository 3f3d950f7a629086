import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import * as z from "zod";
import { INVENTORY_FIELDS, type InventoryFields } from "../model/inventory-choice.ts";
import type { ListedGap } from "../model/question.ts";
import { findBelow, keyOf, pathOfKey } from "./find-sessions.ts";
import { type Call, json, NOTHING, type Reply } from "./reply.ts";
import type { SessionHub } from "./session-hub.ts";

/** How the person wants a session to be; what is left out is as the configuration has it. */
export interface StartWish {
  readonly engineer?: string;
  readonly reviewer?: string;
  readonly maxRounds?: number;
  readonly parallelGaps?: number;
  readonly budget?: number;
  readonly survey?: boolean;
}

/** A session as it would begin. */
export interface StartPreview {
  readonly name: string;
  readonly gaps: readonly ListedGap[];
  /** What it would be about (SPEC 3.5a). */
  readonly scope: string;
  /** Tokens and cost, in words. */
  readonly expected: string;
  /** Which agents were chosen, and why. */
  readonly said: readonly string[];
  /** Why it cannot begin so. */
  readonly problem?: string;
  /** Agents that can be named from the page. */
  readonly offered: readonly string[];
  readonly settings: Required<StartWish>;
}

/** What beginning a session needs of the front end that serves the page. */
export interface StartParts {
  preview(spec: string, wish: StartWish): Promise<StartPreview>;
  /** Begins it and returns its folder. */
  begin(spec: string, wish: StartWish, inventory: InventoryFields): Promise<string>;
}

/** A spec that can be refined, in the list of all. */
export interface SpecRow {
  readonly key: string;
  /** The session that it has. */
  readonly session?: string;
}

export interface StartServing {
  readonly root: string;
  readonly start: StartParts;
  hub(folder: string): Pick<SessionHub, "state">;
}

const agent = z.string().min(1).max(200);
const wishSchema = z.object({
  engineer: agent.exactOptional(),
  reviewer: agent.exactOptional(),
  maxRounds: z.number().exactOptional(),
  parallelGaps: z.number().exactOptional(),
  budget: z.number().exactOptional(),
  survey: z.boolean().exactOptional(),
});
const inventorySchema = z.partialRecord(z.enum(INVENTORY_FIELDS), z.string().max(100_000));
const previewSchema = z.object({ wish: wishSchema });
const beginSchema = z.object({ wish: wishSchema, inventory: inventorySchema });

const MOST_SPECS = 500;

/** `GET /api/specs`, `POST /api/specs/KEY/preview`, `POST /api/specs/KEY/begin`. */
export async function startRoute(
  { root, start, hub }: StartServing,
  rest: readonly string[],
  { method, body }: Call,
): Promise<Reply> {
  const [key, what] = rest;
  if (key === undefined) return json(200, { specs: await listSpecs(root, hub) });
  const spec = await specOf(root, key);
  if (spec === undefined) return json(404, { error: { code: "NO_SPEC", message: "There is no such spec." } });
  switch (`${method} ${what}`) {
    case "POST preview": {
      const wanted = previewSchema.safeParse(body);
      return wanted.success ? json(200, await start.preview(spec, wanted.data.wish)) : misfit(wanted.error);
    }
    case "POST begin": {
      const wanted = beginSchema.safeParse(body);
      if (!wanted.success) return misfit(wanted.error);
      const folder = await start.begin(spec, wanted.data.wish, wanted.data.inventory);
      return json(201, { session: keyOf(root, folder) });
    }
    default:
      return NOTHING;
  }
}

/** Whose session is whose the sessions say: no configuration is read, and none can run, before a spec is chosen. */
async function listSpecs(root: string, hub: StartServing["hub"]): Promise<SpecRow[]> {
  const { documents, sessions } = await findBelow(root);
  const refined = new Map<string, string>();
  for (const folder of sessions) {
    const state = await hub(folder)
      .state()
      .catch(() => undefined);
    if (state) refined.set(join(folder, ...state.session.specPath.split("/")), keyOf(root, folder));
  }
  return documents.slice(0, MOST_SPECS).map((path) => {
    const session = refined.get(path);
    return { key: keyOf(root, path), ...(session === undefined ? {} : { session }) };
  });
}

/** A markdown file below the root, and not a link to another one. */
async function specOf(root: string, key: string): Promise<string | undefined> {
  const path = pathOfKey(root, key);
  if (path === undefined || !/\.(?:md|markdown)$/i.test(path)) return undefined;
  const entry = await lstat(path).catch(() => undefined);
  const real = await realpath(path).catch(() => "");
  return entry?.isFile() && real.startsWith((await realpath(root)) + sep) ? path : undefined;
}

function misfit(error: z.ZodError): Reply {
  const words = error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
  return json(400, { error: { code: "WISH", message: words } });
}
