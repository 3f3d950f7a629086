import { isGapId, isIssueId } from "../../../src/model/ids.ts";
import type { Question } from "../../../src/model/question.ts";
import { isSeverity } from "../../../src/model/severity.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { SeverityBadge } from "./badges.tsx";
import { Markdown } from "./markdown.tsx";
import { questionHeading, questionName } from "./question-parts.ts";
import { Title } from "./title.tsx";
import { GapLink } from "./where.tsx";

interface HeadProps {
  readonly live: LiveSession;
  readonly question: Question;
  /** `3 of 9`. */
  readonly position: string | undefined;
  /** The question appeared while the person was on this page, so its heading takes the focus. */
  readonly arrived: boolean;
}

/** The position, severity and subject of a question on one line, then the question as the heading. */
export function QuestionHead({ live, question, position, arrived }: HeadProps) {
  const { heading, section, body } = questionHeading(question);
  const { header, about } = question;
  const severity = [header, ...about].find(isSeverity);
  const gap = about.find(isGapId);
  const issue = about.find(isIssueId);
  return (
    <>
      <div class="eyebrow">
        {position === undefined ? null : <Position live={live} question={question} words={position} />}
        {isSeverity(header) ? null : <span class="kind">{header}</span>}
        {severity === undefined ? null : <SeverityBadge severity={severity} />}
        {section === "" ? null : <span>{section}</span>}
        {issue === undefined ? null : <span class="id">{issue}</span>}
        {gap === undefined ? null : (
          <span class="id">
            <GapLink live={live} id={gap} />
          </span>
        )}
        {live.view.gaps.find(({ id }) => id === gap)?.origin === "user" ? <span>added by you</span> : null}
      </div>
      <Title window={`Decide: ${questionName(question)}`} focus={arrived}>
        {heading}
      </Title>
      {body === undefined ? null : <Markdown text={body} />}
    </>
  );
}

/** The position with links to the previous and the next question. */
function Position({ live, question, words }: Pick<HeadProps, "live" | "question"> & { words: string }) {
  const { questions } = live.view;
  const at = questions.findIndex(({ id }) => id === question.id);
  const link = (to: number, label: string, sign: string) => {
    const other = questions[to];
    if (other === undefined) return null;
    return (
      <a class="step" href={href("s", live.key, "decide", other.id)} aria-label={label}>
        {sign}
      </a>
    );
  };
  return (
    <span class="position">
      {link(at - 1, "Previous question", "‹")} <strong>{words}</strong> {link(at + 1, "Next question", "›")}
    </span>
  );
}
