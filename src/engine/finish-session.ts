import { checkLaws } from "../documents/changes/check-laws.ts";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { applyEvents } from "../mediator/evolve/evolve.ts";
import { specAppendix } from "../mediator/records/open-points.ts";
import type { State } from "../mediator/state.ts";
import { resolveAccepted } from "../mediator/termination/ending-questions.ts";
import type { TerminationType } from "../model/convergence.ts";
import type { Files } from "../ports/files.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { writeSpec } from "./write-spec.ts";

export async function finishSession(parts: EngineParts, termination: TerminationType, trigger: string): Promise<void> {
  const { state } = parts.store;
  const resolved = resolveAccepted(state);
  const final = applyEvents(state, resolved);
  assertLaws(final);
  // An interview that changed nothing leaves the User's spec as the final one.
  const isUnchanged = final.config.agents.engineer.kind === "interview" && final.spec.batches.length === 0;
  const written = isUnchanged ? [] : await writeSpec(finishedFolder(parts, final), final, specAppendix(final));
  if (!isUnchanged) parts.observe({ type: "spec-written", files: written });
  const paths = written.map(({ path }) => path);
  const specPath = paths.at(-1) ?? final.spec.source.at(-1)?.path ?? "";
  const hasSpecPath = !isUnchanged || !final.session.framework;
  const ended = { type: "session_ended", termination, trigger, ...(hasSpecPath ? { specPath } : {}) } as const;
  await record(parts, [...resolved, paths.length > 1 ? { ...ended, files: paths } : ended], { sync: true });
}

/** A framework's tools read every file in its folders: a new version goes into the session folder (SPEC 12). */
function finishedFolder({ specFolder, store }: EngineParts, { session, config }: State): Files {
  return session.framework && !config.inPlace ? store.files : specFolder;
}

/** Throws before anything is written if the final spec breaks a law; the working spec stays (SPEC 12). */
function assertLaws({ spec, session }: State): void {
  const [violation] = checkLaws(spec.source, spec.batches, spec.text);
  if (!violation) return;
  throw new WhetstoneError("SPEC_LAW_BROKEN", `the finished spec was not written: ${violation}`, {
    target: session.name,
    fix: "The working spec is safe in spec.md in the session folder. Please report this.",
  });
}
