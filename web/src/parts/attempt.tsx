import { useState } from "preact/hooks";
import type { Run } from "../../../src/mediator/state.ts";
import type { RepairRecord } from "../../../src/model/events/round-events.ts";
import { inWords } from "../../../src/model/in-words.ts";
import type { UsageRecord } from "../../../src/model/usage.ts";
import type { LiveSession } from "../use-session.ts";
import { Raw } from "./markdown.tsx";
import { ROLES } from "./standing.tsx";
import { useFile } from "./use-file.ts";

interface AttemptProps {
  readonly live: LiveSession;
  readonly run: Run;
  readonly repairs: readonly RepairRecord[];
}

/** One run of an agent: whether the gate accepted it, its usage, its prompt and its answer. */
export function Attempt({ live, run, repairs }: AttemptProps) {
  const [open, setOpen] = useState(false);
  const gate = run.end?.gate;
  return (
    <details class="attempt" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class={gate ? (gate.success ? "good" : "bad") : "quiet"}>
          {gate ? (gate.success ? "✓ passed" : `✗ ${inWords(gate.failureType ?? "failed")}`) : "… running"}
        </span>{" "}
        {ROLES[run.role]} {run.gaps.slice(0, 6).join(", ")}
        {run.gaps.length > 6 ? " …" : ""}, attempt {run.attempt}
        {run.end ? <span class="quiet"> · {usageWords(run.end.usage)}</span> : null}
      </summary>
      {gate && gate.message !== "" ? <p>{gate.message}</p> : null}
      {gate?.warnings.map((warning) => (
        <p key={warning.message} class="quiet">
          {warning.type}: {warning.message}
        </p>
      ))}
      <p class="quiet">
        {run.agent}
        {run.example ? ` · with an example (${run.example.tier}: ${run.example.origin})` : ""}
        {run.repeats.map((repeat) => ` · repeated: ${repeat.reason}`).join("")}
      </p>
      {open ? <Papers live={live} run={run} repairs={repairs} /> : null}
    </details>
  );
}

function usageWords(usage: UsageRecord): string {
  const cached = usage.cachedInputTokens > 0 ? ` (${usage.cachedInputTokens.toLocaleString()} cached)` : "";
  const mark = usage.estimated ? "~" : "";
  const tokens = `${mark}${usage.inputTokens.toLocaleString()}${cached} + ${mark}${usage.outputTokens.toLocaleString()} tokens${usage.estimated ? " (estimated)" : ""}`;
  const isFree = usage.inputTokens + usage.outputTokens === 0 && usage.costUsd === 0;
  return `${isFree ? "" : `${tokens} · ${usage.costUsd.toFixed(3)} USD · `}${usage.seconds.toFixed(1)} s`;
}

function Papers({ live, run, repairs }: AttemptProps) {
  const prompt = useFile(live, run.promptPath, 0);
  const answer = useFile(live, run.end?.path, 0);
  return (
    <div class="columns">
      {run.promptPath === undefined ? null : (
        <div>
          <h3>Prompt</h3>
          <Paper text={prompt} label="Prompt" />
        </div>
      )}
      <div>
        <h3>Answer as received</h3>
        <Paper text={answer} label="Answer as received" marked={repairedLines(answer, repairs)} />
      </div>
    </div>
  );
}

function Paper({ text, label, marked }: { text: string | null | undefined; label: string; marked?: Set<number> }) {
  if (typeof text !== "string") return <p class="quiet">{text === null ? "Not found." : "Loading …"}</p>;
  return <Raw text={text} label={label} {...(marked ? { marked } : {})} />;
}

/** Lines of this answer that were repaired. Repairs are recorded per round, so they are matched by line and text. */
function repairedLines(text: string | null | undefined, repairs: readonly RepairRecord[]): Set<number> {
  const lines = (text ?? "").split("\n");
  const start = (words: string) => (words.split("\n")[0] ?? "").trim().slice(0, 60);
  const fits = ({ line, from }: RepairRecord) => start(from) !== "" && lines[line - 1]?.includes(start(from)) === true;
  return new Set(repairs.filter(fits).map((repair) => repair.line));
}
