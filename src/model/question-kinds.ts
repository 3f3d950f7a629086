/** What front ends and policies need to know of a kind of question, beyond the question itself. */
interface KindFacts {
  readonly several?: true; // several may wait at a time: a name needs the id of the subject
  readonly inWords?: true; // it is answered in words rather than by choosing what to do
  readonly changesSpec?: true; // the answer itself changes the spec, without an agent
  readonly ofRollback?: true; // it comes first: while a rollback is pending, no other kind may be answered
  readonly byPolicy?: string; // the option that a policy takes, if it is offered (docs/decisions/0007, SPEC 10.2)
  readonly otherwise?: string; // the option that a policy takes if none is recommended
}

/** What the User may be asked (SPEC 14). Every front end shows all of them in one form, with no screen per kind. */
const KINDS = {
  "confirm-agent": {}, // a paid agent is confirmed once (SPEC 15.2)
  inventory: {}, // approve the gaps before round 1 (SPEC 16.1)
  input: { several: true, inWords: true, otherwise: "defer" }, // what an Engineer asked for with BLOCKED_NEEDS_INPUT (SPEC 7)
  "role-failed": {}, // a role failed after its last retry: five ways to continue (SPEC 7)
  "both-failed": {}, // neither role gave a document (SPEC 7)
  "dependency-cycle": {}, // which gap goes first (SPEC 4)
  "nothing-to-do": { byPolicy: "accept" }, // no assignable gap and not complete (SPEC 4)
  "disagree-rate": {}, // the Engineer disagrees often: BLOCK_ROUND, SYSTEMATIC_ALERT, WARN_USER (SPEC 8)
  flag: { several: true }, // implicit disagreement (SPEC 9)
  issue: { several: true, inWords: true, otherwise: "later" }, // what the Reviewer leaves to the User (SPEC 3.6)
  conflict: { several: true, byPolicy: "limitation" }, // two positions on one issue (SPEC 10)
  divergence: {}, // the convergence warning (SPEC 11)
  "confirm-accepted": {}, // ACCEPTED gaps, without auto_confirm (SPEC 4)
  "max-rounds": {}, // the limit is reached (SPEC 12)
  finish: { byPolicy: "accept" }, // the User asked to end (SPEC 12)
  "out-of-scope": {}, // serious gaps that an agent calls out of scope (SPEC 3.5a)
  polish: {}, // one round for the MEDIUM issues before the end (SPEC 12)
  "not-ready": {}, // the final review found blockers (SPEC 12)
  "warning-gate": { byPolicy: "accept" }, // ending with open gaps takes exact words (SPEC 12)
  rollback: { ofRollback: true }, // how to continue after a rollback (SPEC 13.9)
  "root-cause": { ofRollback: true }, // a round was rolled back repeatedly (SPEC 13.7)
  "rollback-limit": { ofRollback: true }, // the session's limit of rollbacks is reached (SPEC 13.8)
  "merge-overlap": { changesSpec: true }, // the author and a change touched the same words (SPEC 12)
  "own-edit": {}, // the working spec was changed while a program ran that can write (SPEC 2, 12)
  "keep-text": { changesSpec: true }, // what becomes of the text of a gap that was reopened and then ended (SPEC 4.5)
  verdict: {}, // a second NEEDS_REVISION without a serious issue (SPEC 3.6)
  ungrounded: {}, // a CRITICAL issue whose quotation does not occur, after the retry (SPEC 5)
  budget: {}, // tokens or money are used up (SPEC 15.3)
  "agent-failure": {}, // a provider keeps failing (SPEC 15.3)
  archives: {}, // whether archives are kept, deleted or moved at the end (SPEC 13.10)
} satisfies Record<string, KindFacts>;

export type QuestionKind = keyof typeof KINDS;
export const KIND_FACTS: Readonly<Record<QuestionKind, KindFacts>> = KINDS;
export const QUESTION_KINDS = Object.keys(KINDS) as QuestionKind[];
