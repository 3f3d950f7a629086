/** What front ends and policies need to know of a kind of question, beyond the question itself. */
interface KindFacts {
  readonly header: string; // at most 12 characters, unless a question has a header of its own
  readonly personOnly?: true; // no policy may decide it (SPEC 14)
  readonly several?: true; // several may wait at a time: a name needs the id of the subject
  readonly inWords?: true; // it is answered in words rather than by choosing what to do
  readonly changesSpec?: true; // the answer itself changes the spec, without an agent
  readonly ofRollback?: true; // it comes first: while a rollback is pending, no other kind may be answered
  readonly byPolicy?: string; // the option that a policy takes, if it is offered (docs/decisions/0007, SPEC 10.2)
  readonly otherwise?: string; // the option that a policy takes if none is recommended
}

/** What the User may be asked (SPEC 14). Every front end shows all of them in one form, with no screen per kind. */
const KINDS = {
  "confirm-agent": { header: "Cost" }, // a paid agent is confirmed once (SPEC 15.2)
  inventory: { header: "Inventory" }, // approve the gaps before round 1 (SPEC 16.1)
  input: { header: "Input", several: true, inWords: true, otherwise: "defer" }, // what an Engineer asks for (SPEC 7)
  "role-failed": { header: "Agent" }, // a role failed after its last retry: five ways to continue (SPEC 7)
  "both-failed": { header: "Both failed" }, // neither role gave a document (SPEC 7)
  "dependency-cycle": { header: "Cycle" }, // which gap goes first (SPEC 4)
  "nothing-to-do": { header: "Finish?", byPolicy: "accept" }, // no assignable gap and not complete (SPEC 4)
  "disagree-rate": { header: "Disagreement" }, // the Engineer disagrees with many serious issues (SPEC 8)
  flag: { header: "Unanswered", several: true }, // implicit disagreement (SPEC 9)
  issue: { header: "Issue", several: true, inWords: true, otherwise: "later" }, // left to the User by the Reviewer
  conflict: { header: "Conflict", several: true, byPolicy: "limitation" }, // two positions on one issue (SPEC 10)
  divergence: { header: "Divergence" }, // the convergence warning (SPEC 11)
  "confirm-accepted": { header: "Accepted" }, // ACCEPTED gaps, without auto_confirm (SPEC 4)
  "max-rounds": { header: "Max rounds" }, // the limit is reached (SPEC 12)
  finish: { header: "Finish", byPolicy: "accept" }, // the User asked to end (SPEC 12)
  "out-of-scope": { header: "Scope", personOnly: true }, // serious gaps that an agent calls out of scope (SPEC 3.5a)
  polish: { header: "Polish" }, // one round for the MEDIUM issues before the end (SPEC 12)
  "not-ready": { header: "Final review", personOnly: true }, // the final review found blockers (SPEC 12)
  "warning-gate": { header: "Open", byPolicy: "accept" }, // ending with open gaps takes exact words (SPEC 12)
  rollback: { header: "Rollback", ofRollback: true }, // how to continue after a rollback (SPEC 13.9)
  "root-cause": { header: "Root cause", ofRollback: true }, // a round was rolled back repeatedly (SPEC 13.7)
  "rollback-limit": { header: "Rollbacks", personOnly: true, ofRollback: true }, // the limit is reached (SPEC 13.8)
  "merge-overlap": { header: "Merge", personOnly: true, changesSpec: true }, // an edit and a change overlap (SPEC 12)
  "own-edit": { header: "Your edit", personOnly: true }, // changed while a program ran that can write (SPEC 2)
  "keep-text": { header: "Text", changesSpec: true }, // text of a gap that was reopened and then ended (SPEC 4.5)
  verdict: { header: "Verdict" }, // a second NEEDS_REVISION without a serious issue (SPEC 3.6)
  ungrounded: { header: "Ungrounded", personOnly: true }, // a CRITICAL issue without words of the text (SPEC 5)
  budget: { header: "Budget", personOnly: true }, // tokens or money are used up (SPEC 15.3)
  "agent-failure": { header: "Agent" }, // a provider keeps failing (SPEC 15.3)
  archives: { header: "Archives" }, // whether archives are kept, deleted or moved at the end (SPEC 13.10)
} satisfies Record<string, KindFacts>;

export type QuestionKind = keyof typeof KINDS;
export const KIND_FACTS: Readonly<Record<QuestionKind, KindFacts>> = KINDS;
export const QUESTION_KINDS = Object.keys(KINDS) as QuestionKind[];
