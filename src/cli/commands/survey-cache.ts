import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Surveys that were paid for, one markdown file each, by what was asked and of whom. */
export interface SurveyCache {
  read(key: string): Promise<string | undefined>;
  write(key: string, document: string): Promise<void>;
}

/** Of the agent and every byte of the first prompt: the text of the spec, the templates, the findings shown as known. */
export function surveyKey(agent: readonly string[], { preface, prompt }: { preface: string; prompt: string }): string {
  return createHash("sha256")
    .update(JSON.stringify([...agent, preface, prompt]))
    .digest("hex");
}

export function surveyCache(folder: string): SurveyCache {
  const fileOf = (key: string) => join(folder, `${key}.md`);
  return {
    read: (key) => readFile(fileOf(key), "utf8").catch(() => undefined),
    async write(key, document) {
      await mkdir(folder, { recursive: true });
      // Two checks may run at once, and one may be killed: a survey is there whole or not at all.
      const part = `${fileOf(key)}.${process.pid}.part`;
      await writeFile(part, document);
      await rename(part, fileOf(key));
    },
  };
}
