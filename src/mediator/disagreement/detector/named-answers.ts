import type { Answer } from "./answers.ts";
import type { OpenIssue } from "./concern.ts";
import { type Lead, type LeadIndex, labelAt, RUN, runsOf, topicOf } from "./leads.ts";
import { fold } from "./passage.ts";
import type { TermReader } from "./terms.ts";

/** Words that a lead may have beside those of the title that it repeats. */
const SPARE_WORDS = 6;
const LEAST_TERMS = 2;

/**
 * The answers under a name that only the review tells: the Reviewer's label (`P0-1`, `Issue 7`) or the issue's title,
 * whole or a run of its words, as a heading, a lead-in, a quotation or the first cell of a row.
 */
export function answersUnderName(issue: OpenIssue, leads: LeadIndex, read: TermReader): Answer[] {
  const named = [...byTitle(issue, leads, read), ...byTopic(issue, leads, read)].filter((lead) => !leads.isOld(lead));
  const found = new Set([...byLabel(issue, leads), ...named]);
  return [...found].map(({ line, endLine, form, body }) => ({ line, endLine, form, reply: form !== "table", body }));
}

function byLabel({ label }: OpenIssue, { byLabel: leads }: LeadIndex): readonly Lead[] {
  const name = label === undefined ? undefined : labelAt(label);
  return name === undefined ? [] : (leads.get(name) ?? []);
}

function byTitle({ title }: OpenIssue, { byRun }: LeadIndex, read: TermReader): Lead[] {
  const words = fold(title).split(" ").length;
  return runsOf(title.slice(0, MOST_TITLE)).flatMap((run) =>
    (byRun.get(run) ?? []).filter((lead) => {
      if (words < RUN && (lead.form === "heading" || fold(lead.name) !== run)) return false;
      return fold(lead.name).split(" ").length <= words + SPARE_WORDS && read(run).length >= LEAST_TERMS;
    }),
  );
}

/** "On reordering:", where the title speaks of it. */
function byTopic({ title }: OpenIssue, { topics }: LeadIndex, read: TermReader): Lead[] {
  if (topics.length === 0) return [];
  const subject = new Set(read(title));
  return topics.filter((lead) => {
    const topic = read(topicOf(lead) ?? "");
    return topic.length > 0 && topic.every((term) => subject.has(term));
  });
}

const MOST_TITLE = 300;
