// LangGraph.js with its SQLite checkpointer at synchronous FULL, doing the same loop: engineer, validate, reviewer,
// validate, synthesise. Answers and documents are the same synced files as in the floor; the state refers to them and
// holds the status of each gap. Its checkpoints replace the floor's journal.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openGate } from "./gate.mjs";
import { syncFolder, writeSynced } from "./synced-files.mjs";
import { gapName, proposal, review } from "./work.mjs";

const peers = new URL("../peers/node_modules/", import.meta.url);

/** The peer's modules, or why they cannot be loaded. */
export async function loadLangGraph() {
  try {
    const { createRequire } = await import("node:module");
    const require = createRequire(new URL("../peers/package.json", import.meta.url));
    const load = (name) => import(pathToFileURL(require.resolve(name)).href);
    const [graph, sqlite] = await Promise.all([
      load("@langchain/langgraph"),
      load("@langchain/langgraph-checkpoint-sqlite"),
    ]);
    const Database = require("better-sqlite3");
    return { ...graph, ...sqlite, Database };
  } catch (error) {
    return { missing: `${peers.pathname}: ${error.message.split("\n")[0]}` };
  }
}

export async function runLangGraph({ folder, rounds, gaps, parallel, engineerChars, onRound }) {
  const { Annotation, StateGraph, START, SqliteSaver, Database, missing } = await loadLangGraph();
  if (missing !== undefined) throw new Error(missing);
  const gate = await openGate(gaps);
  const database = new Database(join(folder, "checkpoints.sqlite"));
  const saver = new SqliteSaver(database);
  saver.setup?.();
  database.pragma("synchronous = FULL");
  const last = (before, after) => after ?? before;
  const State = Annotation.Root({
    round: Annotation({ reducer: last, default: () => 0 }),
    documents: Annotation({ reducer: last, default: () => [] }),
    valid: Annotation({ reducer: last, default: () => false }),
    statuses: Annotation({ reducer: last, default: () => Object.fromEntries(names(gaps).map((gap) => [gap, "OPEN"])) }),
    issues: Annotation({ reducer: last, default: () => ({}) }),
  });
  const name = (round) => `round_${String(round).padStart(4, "0")}`;
  const working = names(parallel);
  /** As in the floor, an answer is not read back from its file. */
  const answers = new Map();
  const answer = (path, text) => {
    writeSynced(join(folder, path), text);
    answers.set(path, text);
    return path;
  };
  /** A valid answer becomes the round's document. */
  const validate = (paths, check) => {
    const texts = paths.map((path) => [path, answers.get(path)]);
    answers.clear();
    const valid = texts.every(([, text], index) => check(text, index));
    for (const [path, text] of texts) writeSynced(join(folder, path.replace("attempt-", "")), text);
    return { valid };
  };
  const reviewsOf = ({ round, issues }) =>
    working.map((gap, index) => ({ gap, issue: issues[gap], raised: issueName(round, index) }));
  const nodes = {
    engineer: ({ round, issues }) => {
      mkdirSync(join(folder, name(round + 1)));
      const documents = working.map((gap) =>
        answer(`${name(round + 1)}/attempt-engineer-${gap}.md`, proposal(gap, round + 1, issues[gap], engineerChars)),
      );
      return { round: round + 1, documents };
    },
    validateEngineer: ({ documents, round }) =>
      validate(documents, (text, index) => gate.engineer(text, round, working[index])),
    reviewer: (state) => {
      const { round } = state;
      return { documents: [answer(`${name(round)}/attempt-reviewer.md`, review(round, reviewsOf(state)))] };
    },
    validateReviewer: (state) =>
      validate(state.documents, (text) => gate.reviewer(text, state.round, reviewsOf(state))),
    synthesise: ({ round, statuses }) => {
      syncFolder(join(folder, name(round)));
      const raised = working.map((gap, index) => [gap, issueName(round, index)]);
      const changed = working.map((gap) => [gap, "NEEDS_REVISION"]);
      onRound({ round });
      return { issues: Object.fromEntries(raised), statuses: { ...statuses, ...Object.fromEntries(changed) } };
    },
  };
  const graph = new StateGraph(State);
  for (const [id, node] of Object.entries(nodes)) graph.addNode(id, node);
  const order = Object.keys(nodes);
  graph.addEdge(START, "engineer");
  for (let index = 1; index < order.length; index += 1) graph.addEdge(order[index - 1], order[index]);
  graph.addConditionalEdges("synthesise", ({ round }) => (round < rounds ? "engineer" : "__end__"));
  const app = graph.compile({ checkpointer: saver });
  const config = { configurable: { thread_id: "bench" }, recursionLimit: rounds * 5 + 10, durability: "sync" };
  await app.invoke({}, config);
  database.close();
}

const names = (count) => Array.from({ length: count }, (_, index) => gapName(index));
const issueName = (round, index) => `ISSUE-R${round}-${String(index + 1).padStart(3, "0")}`;
