// A recorded session of ../shared/corpus as the states that it went through, read by the reader of the program itself:
// what the prompts of each round would have been.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The rounds in order; a second version of a document (engineer_v2.md) is a revision within its round. */
export function recordedTurns(folder) {
  const turns = [];
  for (const round of readdirSync(folder)
    .filter((name) => /^round_\d{3}$/.test(name))
    .sort()) {
    for (const version of ["", "_v2", "_v3"]) {
      const path = (role) => `${round}/${role}${version}.md`;
      if (!existsSync(join(folder, path("engineer")))) continue;
      const number = Number(round.slice(6));
      turns.push({
        round: number,
        engineer: path("engineer"),
        reviewer: existsSync(join(folder, path("reviewer"))) ? path("reviewer") : undefined,
      });
    }
  }
  return turns;
}

export function readIfThere(folder, path) {
  return existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : "";
}

/** The state before round 1: the inventory as the session's own status.md lists it, without places in the source. */
export function firstState(program, folder, name) {
  const gaps = listedGaps(readIfThere(folder, "status.md")).map((seed) => gapOf(seed, "source", 0));
  return program.createState(
    {
      type: "session_created",
      session: name,
      name,
      specPath: "",
      sourceSha256: "",
      gaps,
      config: program.DEFAULT_CONFIG,
      engineer: "",
      reviewer: "",
    },
    "2026-01-01T00:00:00Z",
  );
}

/** What the first row or list item of each id says about it; settled ones too, since they were open once. */
function listedGaps(status) {
  const found = new Map();
  for (const line of status.split("\n")) {
    const id = /GAP-[A-Z]{2,10}-\d{3}/.exec(line)?.[0];
    if (id === undefined || found.has(id) || !/^\s*[|-]/.test(line)) continue;
    const cells = line.split("|").map((cell) => cell.trim());
    const words = line.includes("|")
      ? (cells[cells.findIndex((cell) => cell.includes(id)) + 1] ?? "")
      : line.slice(line.indexOf(id) + id.length);
    const text = words
      .replace(/^[*:\s]+/, "")
      .replace(/\s[-–]\s(?:RESOLVED|ACCEPTED|OPEN).*$/, "")
      .replace(/\*\*/g, "");
    const severity = /\b(?:CRITICAL|HIGH|MEDIUM|LOW)\b/.exec(line)?.[0];
    found.set(id, { id, title: text.split(" - ")[0], text, severity });
  }
  return [...found.values()];
}

function gapOf(seed, origin, round) {
  return {
    title: seed.summary ?? seed.title ?? "",
    text: seed.text ?? "",
    id: seed.id,
    severity: seed.severity ?? "MEDIUM",
    severityBy: "user",
    state: "OPEN",
    origin,
    round,
    changedInRound: round,
    places: [],
    dependsOn: seed.dependsOn ?? [],
    parts: [],
    flags: [],
  };
}

/** Gaps that nobody listed before they were worked on. */
export function withGaps(_program, state, document, round) {
  let gaps = state.gaps;
  for (const { gap, title } of document.resolutions) {
    if (!gaps.has(gap)) gaps = gaps.set(gapOf({ id: gap, title, text: title }, "engineer", round));
  }
  return { ...state, gaps };
}

export function afterEngineer(program, state, document, turn, text) {
  let { gaps, proposals } = withGaps(program, state, document, turn.round);
  for (const resolution of document.resolutions) {
    const before = proposals.get(resolution.gap);
    const { line, endLine, title, chars } = resolution;
    proposals = proposals.set({
      id: resolution.gap,
      round: turn.round,
      path: turn.engineer,
      line,
      endLine,
      title,
      chars,
      reviewed: false,
      ...(before === undefined ? {} : { previous: before }),
    });
    gaps = gaps.set({ ...gaps.get(resolution.gap), state: "PROPOSED" });
  }
  for (const found of document.newGaps) {
    if (found.id !== undefined && !gaps.has(found.id)) gaps = gaps.set(gapOf(found, "engineer", turn.round));
  }
  const engineerDocument = {
    path: turn.engineer,
    chars: text.length,
    digest: { proposals: [] },
    repairs: [],
    warnings: [],
  };
  return { ...state, gaps, proposals, round: { number: turn.round, engineerDocument, runs: [] } };
}

/** SPEC 3.6: new issues enter the ledger, rechecks and silence settle earlier ones, what blocks holds the gap back. */
export function afterReviewer(program, state, document, turn, reviewed) {
  let { issues, liveIssues, gaps } = state;
  const mint = () => {
    let number = 1;
    while (issues.has(program.issueId(turn.round, number))) number += 1;
    return program.issueId(turn.round, number);
  };
  const settle = (id, to) => {
    const issue = issues.get(id);
    if (issue === undefined) return;
    issues = issues.set({ ...issue, state: to });
    if (to === "VERIFIED") liveIssues = liveIssues.filter((one) => one !== id);
  };
  for (const { issue, status } of document.rechecks)
    if (issue !== undefined) settle(issue, status === "NOT_FIXED" ? "NOT_FIXED" : "VERIFIED");
  const raised = document.issues.filter((issue) => issue.kind === "raised");
  for (const gap of reviewed) {
    const blocks = raised.some((issue) => (issue.gap ?? reviewed[0]) === gap && program.isBlocking(issue.severity));
    const earlier = liveIssues.filter((id) => issues.get(id).gap === gap && issues.get(id).state !== "NOT_FIXED");
    if (!blocks) for (const id of earlier) settle(id, "VERIFIED");
  }
  for (const found of raised) {
    const id = found.id !== undefined && !issues.has(found.id) ? found.id : mint();
    const { title, text, severity, location, impact, suggestion, line } = found;
    const facts = { id, gap: found.gap ?? reviewed[0], title, text, severity, location, impact, suggestion, line };
    const rest = {
      state: "OPEN",
      round: turn.round,
      document: turn.reviewer,
      late: false,
      noted: false,
      anchored: true,
    };
    issues = issues.set({
      ...facts,
      ...rest,
      readsAsBlocking: false,
      notFixedInARow: 0,
      bySilence: false,
      unansweredIn: [],
    });
    liveIssues = [...liveIssues, id];
  }
  for (const gap of reviewed) {
    const held = liveIssues.some((id) => issues.get(id).gap === gap && program.holdsBack(issues.get(id)));
    gaps = gaps.set({ ...gaps.get(gap), state: held ? "NEEDS_REVISION" : "ACCEPTED" });
  }
  return { ...state, issues, liveIssues, gaps, round: undefined };
}

/** Decisions that decisions.md ties to an issue by its id. */
export function decisionsIn(folder, state) {
  const text = readIfThere(folder, "decisions.md");
  const found = [];
  for (const section of text.split(/^### /m).slice(1)) {
    const heading = section.split("\n")[0];
    const issues = heading.match(/ISSUE-R\d+-\d{3}/g) ?? [];
    const decision = /\*\*Decision:\*\*\s*(.+)/.exec(section)?.[1];
    if (issues.length === 0 || decision === undefined) continue;
    const round = Number(/ISSUE-R(\d+)-/.exec(heading)[1]);
    const gaps = [...new Set(issues.flatMap((id) => state.issues.get(id)?.gap ?? []))];
    const id = `DECISION-R${round}-${String(found.length + 1).padStart(3, "0")}`;
    const rationale = /\*\*Rationale:\*\*\s*(.+)/.exec(section)?.[1];
    found.push({ id, round, type: "conflict", title: heading, gaps, issues, decision, rationale, by: "user", at: "" });
  }
  return found;
}
