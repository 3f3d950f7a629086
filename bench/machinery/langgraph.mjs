// LangGraph.js with its SQLite checkpointer at synchronous FULL, doing the same loop: engineer, validate, reviewer,
// validate, synthesise. Documents are files, synced; the state holds references to them, and the status of each gap.
import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gapName, proposal, review } from "./work.mjs";

const peers = new URL("../peers/node_modules/", import.meta.url);

/** Undefined when the peer is not installed. */
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

export async function runLangGraph({ folder, rounds, gaps, parallel, engineerChars, reviewerChars, onRound }) {
  const { Annotation, StateGraph, START, SqliteSaver, Database, missing } = await loadLangGraph();
  if (missing !== undefined) throw new Error(missing);
  const database = new Database(join(folder, "checkpoints.sqlite"));
  const saver = new SqliteSaver(database);
  saver.setup?.();
  database.pragma("synchronous = FULL");
  const answer = (path, text) => {
    const file = openSync(join(folder, path), "w");
    writeSync(file, text);
    fdatasyncSync(file);
    closeSync(file);
  };
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
  const nodes = {
    engineer: ({ round, issues }) => {
      mkdirSync(join(folder, name(round + 1)));
      const documents = working.map((gap) => {
        const path = `${name(round + 1)}/engineer-${gap}.md`;
        answer(path, proposal(gap, round + 1, issues[gap], engineerChars));
        return path;
      });
      return { round: round + 1, documents };
    },
    validateEngineer: () => ({ valid: true }),
    reviewer: ({ round, issues, documents }) => {
      const reviews = working.map((gap, index) => ({ gap, issue: issues[gap], raised: issueName(round, index) }));
      answer(`${name(round)}/reviewer.md`, review(round, reviews, reviewerChars));
      return { documents: [...documents, `${name(round)}/reviewer.md`] };
    },
    validateReviewer: () => ({ valid: true }),
    synthesise: ({ round, statuses }) => {
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
