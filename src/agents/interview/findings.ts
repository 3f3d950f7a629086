import { check } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import { readDocument } from "../../documents/read-document.ts";
import { ownClosing } from "../../documents/spec/own-closing.ts";
import type { EngineerDocument, SpecText } from "../../documents/values.ts";
import type { GapId } from "../../model/ids.ts";
import type { TaskBrief } from "../../ports/agent.ts";

/** What the checks find in a spec that is more than polish, with the line that it stands on. */
export interface Grave extends Finding {
  readonly text: string;
}

/** Findings above LOW in the body of a spec; what closes it (limitations, traceability) speaks of gaps, and is left out. */
export function graveFindings(spec: string, rules: TaskBrief["checks"] = {}): Grave[] {
  const lines = spec.split(/\r\n|\r|\n/);
  const last = lines.findLastIndex((line) => /^#{1,6} Known Limitations(?: \(this version\))?\s*$/.test(line));
  const end = Math.min(last === -1 ? lines.length : last, ownClosing(spec).line - 1);
  const body = end === lines.length ? spec : `${lines.slice(0, end).join("\n")}\n`;
  return check(body, { rules })
    .filter(({ severity }) => severity !== "LOW")
    .map((finding) => ({ ...finding, text: lines[finding.line - 1] ?? "" }));
}

/** What a message says, without the numbers of lines, which move; a title may be one cut short and without its marks. */
export function essence(message: string): string {
  const lasting = message.replace(/(?:\S+\.(?:md|markdown), )?\bline \d+/gi, "line");
  return (lasting.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ").slice(0, 120);
}

/** The Spec Texts of a gap's last resolution. */
export function specTextsOf(brief: TaskBrief, gap: GapId): readonly SpecText[] {
  const text = brief.resolutions.find((one) => one.gap === gap)?.text ?? "";
  const document = readDocument(text, "engineer") as EngineerDocument;
  return document.resolutions.find((one) => one.gap === gap)?.specTexts ?? [];
}

/** The lines that a resolution brings into the spec. */
export function writtenLines(texts: readonly SpecText[]): Set<string> {
  const lines = texts.flatMap(({ edits, text }) =>
    edits === undefined
      ? text.split("\n")
      : edits.flatMap(({ before, after }) => after.filter((line) => !before.includes(line))),
  );
  return new Set(lines.map((line) => line.trim()).filter((line) => line !== ""));
}

/** The lines that a resolution puts others in the place of. */
export function replacedLines(texts: readonly SpecText[]): Set<string> {
  const lines = texts.flatMap(({ edits = [] }) =>
    edits.flatMap(({ before, after }) => before.filter((line) => !after.includes(line))),
  );
  return new Set(lines.map((line) => line.trim()).filter((line) => line !== ""));
}
