import type { ArchivePolicy } from "../../model/config-modes.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { secondsBetween } from "../../model/timestamp.ts";
import type { Answered } from "../answers/answered.ts";
import { type Effect, record } from "../effect.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import { questionsNow } from "../questions/questions-now.ts";
import type { State } from "../state.ts";

/** SPEC 13.10: "only those of the last 7 days". */
const RECENT_SECONDS = 7 * 24 * 3600;

/** The session has ended: what becomes of its archives, once (SPEC 13.10). */
export function archivesEffect(state: State): Effect | undefined {
  if (state.archives.settled !== undefined || archivePaths(state).length === 0) return undefined;
  const policy = chosenPolicy(state);
  if (policy !== undefined) return { type: "settle-archives", policy };
  const [question] = questionsNow(state);
  return question ? { type: "ask", question } : record({ type: "question_asked", question: archivesQuestion(state) });
}

function chosenPolicy({ config, archives }: State): Exclude<ArchivePolicy, "ask"> | undefined {
  return config.archive.policy === "ask" ? archives.policy : config.archive.policy;
}

function archivePaths(state: State): string[] {
  return state.rollbacks.flatMap((rollback) => rollback.archives.map((archive) => archive.path));
}

function archivesQuestion(state: State): Question {
  const { coldPath, days } = state.config.archive;
  const lines = state.rollbacks.flatMap(({ archives, at, reason }) =>
    archives.map(({ path, bytes }) => `- ${path} (${kilobytes(bytes)}): ${reason.slice(0, 120)} (${at})`),
  );
  const total = state.rollbacks.flatMap(({ archives }) => archives).reduce((sum, { bytes }) => sum + bytes, 0);
  return makeQuestion(state, {
    kind: "archives",
    header: "Archives",
    text: "The session has ended. What becomes of the archives of its undone rounds?",
    evidence: [{ title: "Archives", body: [...lines, "", `Total: ${kilobytes(total)}`].join("\n") }],
    options: [
      option("keep", "Keep them", "They stay in the session folder.", "Nothing is moved."),
      option("delete", "Delete them", "What the undone rounds held is gone.", "The files are removed."),
      option("recent", "Keep the recent ones", "Those of the last 7 days.", "Older ones are removed."),
      option(
        "cold",
        "Move them to cold storage",
        `${coldPath}; removed there after ${days} days, unless you keep them.`,
        "The session folder holds no archive any more.",
        { recommended: true },
      ),
    ],
  });
}

/** "2.1 KB". */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export function applyArchives(_state: State, answered: Answered): SessionEvent[] {
  const policy = (["keep", "delete", "recent", "cold"] as const).find((one) => one === answered.choice);
  return policy === undefined ? [] : [{ type: "archive_policy_chosen", policy }];
}

export interface ArchiveFate {
  readonly path: string;
  readonly becomes: "kept" | "deleted" | "cold";
}

/** What a policy does to each archive; an explicit keep outlives every policy (SPEC 13.10). */
export function archiveFates(state: State, policy: Exclude<ArchivePolicy, "ask">): ArchiveFate[] {
  const end = state.stop.type === "ended" ? state.stop.at : state.at;
  return state.rollbacks.flatMap(({ archives, at }) =>
    archives.map(({ path }) => ({
      path,
      becomes: state.archives.kept.includes(path) ? "kept" : fate(policy, secondsBetween(at, end)),
    })),
  );
}

function fate(policy: Exclude<ArchivePolicy, "ask">, age: number): ArchiveFate["becomes"] {
  switch (policy) {
    case "keep":
      return "kept";
    case "delete":
      return "deleted";
    case "recent":
      return age <= RECENT_SECONDS ? "kept" : "deleted";
    case "cold":
      return "cold";
  }
}
