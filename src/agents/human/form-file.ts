import type { AgentTask } from "../../ports/agent.ts";
import { CUT } from "./editor.ts";

const OPENING = "<!-- whetstone: what was wrong. This comment is left out. ";
const CLOSING = "-->";

/** What was wrong with the last text, as a comment; the form or that text; below a line that cuts it off, the task. */
export function formFile(task: AgentTask): string {
  const wrong = task.notice === undefined ? "" : `${OPENING}\n\n${asComment(task.notice)}\n\n${CLOSING}\n\n`;
  return `${wrong}${startingText(task)}\n${CUT}\n\n${task.preface}\n\n${task.prompt}\n`;
}

/** The document in what the person has saved; undefined when they left the form as it was. Works on any bytes. */
export function readForm(saved: Uint8Array, task: AgentTask): Uint8Array | undefined {
  const { body } = split(Buffer.from(saved).toString("latin1"));
  const untouched = Buffer.from(startingText(task)).toString("latin1");
  return task.earlier === undefined && sameText(body, untouched) ? undefined : Buffer.from(body, "latin1");
}

/** What a form holds, apart: for whoever shows each in a place of its own. */
export function formParts(form: string): { readonly wrong?: string; readonly text: string; readonly task: string } {
  const { wrong, body, task } = split(form);
  const told = wrong === undefined ? {} : { wrong: wrong.trim().replaceAll("--&gt;", "-->") };
  return { ...told, text: body.trimEnd(), task: task.trim() };
}

/** The comment about what was wrong, what the person writes, and what stands below the line that cuts it off. */
function split(form: string): { readonly wrong?: string; readonly body: string; readonly task: string } {
  const isRetry = form.startsWith(OPENING);
  const end = isRetry ? form.indexOf(CLOSING) : 0;
  const rest = isRetry ? (end === -1 ? "" : form.slice(end + CLOSING.length).trimStart()) : form;
  const cut = rest.includes(CUT) ? rest.indexOf(CUT) : rest.length;
  const parts = { body: rest.slice(0, cut), task: rest.slice(cut + CUT.length) };
  return isRetry ? { ...parts, wrong: form.slice(OPENING.length, end) } : parts;
}

/** The earlier text where there is one: a person corrects it and does not begin again. */
function startingText(task: AgentTask): string {
  return task.earlier ?? task.template ?? "";
}

function asComment(text: string): string {
  return text.replaceAll("-->", "--&gt;");
}

/** Editors change line ends and what is at the end. */
function sameText(a: string, b: string): boolean {
  return a.replace(/\r\n/g, "\n").trimEnd() === b.replace(/\r\n/g, "\n").trimEnd();
}
