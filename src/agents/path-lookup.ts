import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "./secrets.ts";

export type FindProgram = (name: string) => string | undefined;

/** Looks on PATH, on Windows with the endings that PATHEXT allows. */
export function pathLookup(environment: Environment, platform = process.platform): FindProgram {
  const path = platform === "win32" ? (environment.Path ?? environment.PATH) : environment.PATH;
  const folders = (path ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = platform === "win32" ? (environment.PATHEXT ?? ".EXE;.CMD;.BAT;.COM").split(";") : [""];
  return (name) =>
    folders
      .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
      .find((file) => isProgram(file, platform));
}

function isProgram(file: string, platform: string): boolean {
  try {
    if (!statSync(file).isFile()) return false;
    if (platform !== "win32") accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
