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

/** Writes the finished spec, then records the end (SPEC 12). */
export async function finishSession(parts: EngineParts, termination: TerminationType, trigger: string): Promise<void> {
  const { state } = parts.store;
  const resolved = resolveAccepted(state);
  const end = applyEvents(state, resolved);
  mustHold(end);
  // Whoever was only asked, and changed nothing, has the spec already.
  const isUnchanged = end.config.agents.engineer.kind === "interview" && end.spec.batches.length === 0;
  const written = isUnchanged ? [] : await writeSpec(finishedFolder(parts, end), end, specAppendix(end));
  if (!isUnchanged) parts.observe({ type: "spec-written", files: written });
  const paths = written.map(({ path }) => path);
  const specPath = paths.at(-1) ?? end.spec.source.at(-1)?.path ?? "";
  const isThere = !isUnchanged || !end.session.framework;
  const ended = { type: "session_ended", termination, trigger, ...(isThere ? { specPath } : {}) } as const;
  await record(parts, [...resolved, paths.length > 1 ? { ...ended, files: paths } : ended], { sync: true });
}

/** The tools of a framework read whatever stands in its tree: a version goes into the session folder (SPEC 12). */
function finishedFolder({ specFolder, store }: EngineParts, { session, config }: State): Files {
  return session.framework && !config.inPlace ? store.files : specFolder;
}

/** The laws of the finished spec: a violation writes nothing, and the working spec stays (SPEC 12). */
function mustHold({ spec, session }: State): void {
  const [violation] = checkLaws(spec.source, spec.batches, spec.text);
  if (!violation) return;
  throw new WhetstoneError("SPEC_LAW_BROKEN", `the finished spec was not written: ${violation}`, {
    target: session.name,
    fix: "The working spec is safe in spec.md in the session folder. Please report this.",
  });
}
