import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { orUndefined } from "../model/defined.ts";
import type { Environment } from "./secrets.ts";

export type FindProgram = (name: string) => string | undefined;

/** Finds programs on PATH, on Windows with the extensions of PATHEXT. */
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
  const found = orUndefined(() => {
    if (platform !== "win32") accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  });
  return found === true;
}
