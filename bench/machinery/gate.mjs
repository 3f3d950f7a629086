// The peers read and check documents with Whetstone's own gate, told what Whetstone tells it: the gaps of the run, the
// inventory, the issues raised so far, and the spec, for a review with the proposed changes. A document that fails ends
// the run, because rejecting is cheaper.
import { gapName, sourceOf } from "./work.mjs";

export async function openGate(gaps) {
  const { loadSources } = await import("../lib/load-sources.mjs");
  const sources = ["mediator/gate/judge.ts", "documents/changes/replay.ts", "model/table.ts"];
  const { admit, replay, Table } = await loadSources("gate", sources);
  const spec = [{ path: "relay.md", text: sourceOf(gaps) }];
  const inventory = new Set(Array.from({ length: gaps }, (_, index) => gapName(index)));
  let issues = Table.empty();
  let proposed = [];
  const check = (text, context) => {
    const { document, result } = admit(new TextEncoder().encode(text), { ...context, inventory, issues, decided: [] });
    if (!result.success) throw new Error(`round ${context.round}, ${context.role}: ${result.message}`);
    return document;
  };
  return {
    engineer(text, round, gap) {
      const { resolutions } = check(text, { role: "engineer", round, gaps: [gap], spec });
      proposed.push({ gap, changes: resolutions.flatMap(({ changes }) => changes) });
      return true;
    },
    /** `reviews`: of each gap the issue to judge again, and the one that the review raises. */
    reviewer(text, round, reviews) {
      const issuesToRecheck = reviews.flatMap(({ issue }) => issue ?? []);
      const candidate = replay(spec, [{ round, sets: proposed }]).spec;
      const gaps = reviews.map(({ gap }) => gap);
      check(text, { role: "reviewer", round, gaps, issuesToRecheck, spec: candidate });
      proposed = [];
      for (const { gap, raised } of reviews) {
        issues = issues.set({ id: raised, gap, text: "", quotations: [], severity: "HIGH", state: "OPEN" });
      }
      return true;
    },
  };
}
