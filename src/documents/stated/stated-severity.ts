import type { Severity } from "../../model/severity.ts";
import { severityOf } from "../form/form-words.ts";

const STATED = /[[(]\s*([A-Za-z]+(?:\s+(?:priority|severity))?)\s*[\])]/gi;
const FIELD = /\b(?:severity|priority)\W{1,6}([A-Za-z]+)\b/gi;
const PREFIX = /^\W*(CRITICAL|HIGH|MEDIUM|LOW|BLOCKER)\b\s*[:–—-]/g;
const TITLE = /\b(critical|high[- ]priority|medium[- ]priority|low[- ]priority|blocking|blockers?|major|minor)\b/i;

/** The severity that a text states for what it describes: in brackets, as a field or as a prefix. */
export function severityInText(text: string): Severity | undefined {
  const head = text.slice(0, 2000);
  const stated = [STATED, FIELD, PREFIX].flatMap((form) => [...head.matchAll(form)]);
  return stated.map(([, words = ""]) => severityOf(words)).find((severity) => severity !== undefined);
}

/** The severity that a heading or an introduction gives to all of its list: "Blocking gaps", "High priority". */
export function severityInTitle(title: string): Severity | undefined {
  if (/\bnon[- ]?(?:blocking|critical)\b/i.test(title)) return undefined;
  return severityOf(TITLE.exec(title.slice(0, 200))?.[1] ?? "");
}
