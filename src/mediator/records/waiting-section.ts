import { fenceAsData } from "../../documents/rendering/fence.ts";
import { inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "../../model/question.ts";
import { idsAbout, shownEvidence, unsaidFields, waysToAnswer } from "../../model/whole-question.ts";
import { blocks, lines, section } from "../record-text.ts";
import type { State } from "../state.ts";

/** What waits for the person, whole: whoever reads the record can judge it and answer (SPEC 10.3). */
export function waitingSection({ questions }: State): string {
  return section("## Waiting for you", blocks(...questions.map(questionText)));
}

function questionText(question: Question): string {
  const { id, text, options } = question;
  const [first = "", ...more] = text.split("\n");
  const commands = waysToAnswer(question).map((way) => `${commandLine("answer", id)} ${way}`);
  return blocks(
    `### ${id}: ${inlineText(first)}`,
    more.length === 0 ? "" : quotedText(more.join("\n")),
    idsAbout(question).join(", "),
    ...shownEvidence(question).map(evidenceText),
    lines(...options.map(optionText)),
    ...unsaidFields(question).map(fieldText),
    `Answer with:\n\n${fenceAsData(commands.join("\n"), "text")}`,
  );
}

function evidenceText({ title, where, body }: Evidence): string {
  const place = where === undefined ? "" : ` (${inlineText(where)})`;
  return blocks(`**${inlineText(title)}**${place}`, body.trim() === "" ? "" : quotedText(body));
}

function optionText({ id, label, description, effect, recommended }: QuestionOption): string {
  const said = [description, effect].filter((text) => text !== "").map((text) => inlineText(text));
  const name = label.startsWith(`${id}: `) ? label.slice(id.length + 2) : label;
  return `- \`${id}\`: **${inlineText(name)}**${recommended ? " (recommended)" : ""} ${said.join(" ")}`.trimEnd();
}

function fieldText({ id, label, exactText, initial = "" }: QuestionField): string {
  const exact = exactText === undefined ? "" : `, exactly: ${inlineText(exactText)}`;
  const head = `\`--field ${id}="…"\`: ${inlineText(label)}${exact}`;
  return initial.trim() === "" ? head : `${head}. As it stands:\n\n${quotedText(initial)}`;
}
