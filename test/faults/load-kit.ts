import { pathToFileURL } from "node:url";
import { bundle } from "../support/bundle.ts";

export type SessionKit = typeof import("./session-kit.ts");

/** The fault tests' session as plain code. */
export async function loadKit(): Promise<SessionKit> {
  return import(pathToFileURL(await bundle("test/faults/session-kit.ts")).href);
}
