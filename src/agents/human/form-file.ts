import type { AgentTask } from "../../ports/agent.ts";
import { CUT } from "./editor.ts";

const OPENING = "<!-- whetstone: what was wrong. This comment is left out. ";
const CLOSING = "-->";

/** The file for a person: what was wrong with the last text, the form or that text, and below the cut line the task. */
export function formFile(task: AgentTask): string {
  const wrong = task.notice === undefined ? "" : `${OPENING}\n\n${asComment(task.notice)}\n\n${CLOSING}\n\n`;
  return `${wrong}${startingText(task)}\n${CUT}\n\n${task.preface}\n\n${task.prompt}\n`;
}

/** The document in a saved file; undefined if the form was not changed. Works on any bytes. */
export function readForm(saved: Uint8Array, task: AgentTask): Uint8Array | undefined {
  const { body } = split(Buffer.from(saved).toString("latin1"));
  const untouched = Buffer.from(startingText(task)).toString("latin1");
  return task.earlier === undefined && sameText(body, untouched) ? undefined : Buffer.from(body, "latin1");
}

export function formParts(form: string): { readonly wrong?: string; readonly text: string; readonly task: string } {
  const { wrong, body, task } = split(form);
  const told = wrong === undefined ? {} : { wrong: wrong.trim().replaceAll("--&gt;", "-->") };
  return { ...told, text: body.trimEnd(), task: task.trim() };
}

function split(form: string): { readonly wrong?: string; readonly body: string; readonly task: string } {
  const isRetry = form.startsWith(OPENING);
  const end = isRetry ? form.indexOf(CLOSING) : 0;
  const rest = isRetry ? (end === -1 ? "" : form.slice(end + CLOSING.length).trimStart()) : form;
  const cut = rest.includes(CUT) ? rest.indexOf(CUT) : rest.length;
  const parts = { body: rest.slice(0, cut), task: rest.slice(cut + CUT.length) };
  return isRetry ? { ...parts, wrong: form.slice(OPENING.length, end) } : parts;
}

/** The earlier text if there is one, so that a person corrects it instead of starting again. */
function startingText(task: AgentTask): string {
  return task.earlier ?? task.template ?? "";
}

function asComment(text: string): string {
  return text.replaceAll("-->", "--&gt;");
}

/** Editors may change line ends and trailing blanks. */
function sameText(a: string, b: string): boolean {
  return a.replace(/\r\n/g, "\n").trimEnd() === b.replace(/\r\n/g, "\n").trimEnd();
}
