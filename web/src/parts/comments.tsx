import { isOpen } from "../../../src/model/counting.ts";
import type { Gap } from "../../../src/model/gap.ts";
import type { Issue } from "../../../src/model/issue.ts";
import { isComment, isUnsettled } from "../../../src/model/issue-state.ts";
import type { SessionView } from "../../../src/server/session-view.ts";
import type { CommentPlace, SpecView } from "../../../src/server/spec-view.ts";
import type { LiveSession } from "../use-session.ts";
import { SeverityBadge, StateBadge } from "./badges.tsx";
import { GapLink } from "./where.tsx";

/** A gap or issue that the person wrote as a comment, with the place of the quoted words in the current spec. */
export interface Comment extends CommentPlace {
  readonly subject: Gap | Issue;
}

export function commentsOf(spec: SpecView, view: Pick<SessionView, "gaps" | "issues">): Comment[] {
  const subjects = new Map<string, Gap | Issue>();
  for (const subject of [...view.gaps, ...view.issues]) if (isComment(subject)) subjects.set(subject.id, subject);
  return spec.comments.flatMap((place) => {
    const subject = subjects.get(place.id);
    return subject ? [{ ...place, subject }] : [];
  });
}

/** A key that changes when a comment is added. */
export function commentIds({ gaps, issues }: Pick<SessionView, "gaps" | "issues">): string {
  return [...gaps.filter(isComment), ...issues.filter(isComment)].map(({ id }) => id).join();
}

export function CommentCard({ live, comment: { subject } }: { live: LiveSession; comment: Comment }) {
  const issue = "gap" in subject ? subject : undefined;
  return (
    <aside class="comment" aria-label={`Your comment, ${subject.id}`}>
      <p class="row">
        <strong>Your comment</strong>
        <SeverityBadge severity={subject.severity} />
        <StateBadge state={subject.state} />
        <span class="id">
          {issue ? `${issue.id} on ` : ""}
          <GapLink live={live} id={issue?.gap ?? subject.id} />
        </span>
      </p>
      <p class="words">{subject.text}</p>
      {issue?.lastAnswer === undefined ? null : <Reply who="The Engineer" words={issue.lastAnswer} />}
      {issue?.lastWord === undefined ? null : <Reply who="The Reviewer" words={issue.lastWord} />}
    </aside>
  );
}

function Reply({ who, words }: { who: string; words: string }) {
  return (
    <p class="words">
      <strong>{who}:</strong> {words}
    </p>
  );
}

/** Comments whose quoted words are no longer in the spec, with those words: what is closed lost nothing by it. */
export function UnplacedComments({ live, comments }: { live: LiveSession; comments: readonly Comment[] }) {
  const unplaced = comments.filter(({ at }) => at === undefined);
  const [lost, closed] = [unplaced.filter(isLeft), unplaced.filter((comment) => !isLeft(comment))];
  return (
    <>
      <Unplaced live={live} comments={lost} title={["1 comment lost its place", "comments lost their place"]} />
      <Unplaced live={live} comments={closed} title={["1 comment is closed", "comments are closed"]} />
    </>
  );
}

function isLeft({ subject }: Comment): boolean {
  return "gap" in subject ? isUnsettled(subject) : isOpen(subject);
}

interface UnplacedProps {
  readonly live: LiveSession;
  readonly comments: readonly Comment[];
  /** For one, and for several after their number. */
  readonly title: readonly [string, string];
}

function Unplaced({ live, comments, title: [single, several] }: UnplacedProps) {
  if (comments.length === 0) return null;
  const title = comments.length === 1 ? single : `${comments.length} ${several}`;
  return (
    <section class="lost" aria-label={title}>
      <h3>{title}</h3>
      <p class="quiet">
        {comments.length === 1 ? "The words it was about are" : "The words they were about are"} no longer in the spec.
      </p>
      {comments.map((comment) => (
        <div key={comment.id}>
          <blockquote>{comment.quotation}</blockquote>
          <CommentCard live={live} comment={comment} />
        </div>
      ))}
    </section>
  );
}
