import type { ArchivePolicy } from "../../model/config-modes.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { secondsBetween } from "../../model/timestamp.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { type Effect, record } from "../effect.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import { questionsNow } from "../questions-now.ts";
import type { State } from "../state.ts";

/** Decides once, after the end of the session, what happens to its archives (SPEC 13.10). */
export function archivesEffect(state: State): Effect | undefined {
  const { archives, config, rollbacks } = state;
  if (archives.settled !== undefined || rollbacks.every((rollback) => rollback.archives.length === 0)) return undefined;
  const policy = config.archive.policy === "ask" ? archives.policy : config.archive.policy;
  if (policy !== undefined) return { type: "settle-archives", policy };
  const [question] = questionsNow(state);
  return question ? { type: "ask", question } : record({ type: "question_asked", question: archivesQuestion(state) });
}

function archivesQuestion(state: State): Question {
  const { coldPath, days } = state.config.archive;
  const lines = state.rollbacks.flatMap(({ archives, at, reason }) =>
    archives.map(
      ({ path, bytes }) => `- ${path} (${kilobytes(bytes)}): ${visibleLine(reason, 160)} (${at.slice(0, 10)})`,
    ),
  );
  const total = state.rollbacks.flatMap(({ archives }) => archives).reduce((sum, { bytes }) => sum + bytes, 0);
  const cold = `${coldPath}; deleted there after ${days} days unless you keep them.`;
  return makeQuestion(state, {
    kind: "archives",
    text: "The session has ended. What should happen to the archives of its undone rounds?",
    evidence: [{ title: "Archives", body: [...lines, "", `Total: ${kilobytes(total)}`].join("\n") }],
    options: [
      option("keep", "Keep them", "They stay in the session folder.", "Nothing is moved."),
      option("delete", "Delete them", "The contents of the undone rounds are lost.", "The files are removed."),
      option("recent", "Keep the recent ones", "Those of the last 7 days.", "Older ones are removed."),
      option("cold", "Move them to cold storage", cold, "None stay in the session folder.", { recommended: true }),
    ],
  });
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export function applyArchives(_state: State, { choice }: Answered): SessionEvent[] {
  const policy = (["keep", "delete", "recent", "cold"] as const).find((known) => known === choice);
  return policy === undefined ? [] : [{ type: "archive_policy_chosen", policy }];
}

/** SPEC 13.10: "only those of the last 7 days". */
const RECENT_SECONDS = 7 * 24 * 3600;

export function archiveFates(state: State, policy: Exclude<ArchivePolicy, "ask">) {
  const end = state.stop.type === "ended" ? state.stop.at : state.at;
  return state.rollbacks.flatMap(({ archives, at }) => {
    const isRecent = policy === "recent" && secondsBetween(at, end) <= RECENT_SECONDS;
    const otherwise = policy === "cold" ? ("cold" as const) : ("deleted" as const);
    return archives.map(({ path }) => {
      const stays = policy === "keep" || isRecent || state.archives.kept.includes(path);
      return { path, became: stays ? ("kept" as const) : otherwise };
    });
  });
}
