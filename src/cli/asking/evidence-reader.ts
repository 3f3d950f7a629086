import { shownEvidence } from "../../model/listed-gap.ts";
import type { Evidence } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Asking } from "./asking.ts";
import { evidenceLines } from "./question-lines.ts";

/** Shows evidence whole, a screen at a time. */
export async function readEvidence(asking: Asking): Promise<void> {
  const { question, terminal } = asking;
  const evidence = shownEvidence(question);
  const [only] = evidence;
  if (evidence.length === 1 && only !== undefined) return page(asking, only);
  const entries = evidence.map((piece, index) => ({
    value: String(index),
    label: visibleLine(piece.title, 100),
    ...(piece.where === undefined ? {} : { hint: visibleLine(piece.where, 100) }),
  }));
  for (;;) {
    const picked = await terminal.menu<string>("Which?", [
      ...entries,
      { value: "#back", label: "Back to the question" },
    ]);
    const piece = evidence[Number(picked)];
    if (picked === undefined || piece === undefined) return;
    await page(asking, piece);
  }
}

async function page({ terminal, options }: Asking, evidence: Evidence): Promise<void> {
  const lines = evidenceLines(evidence, { columns: terminal.columns, paint: options.paint });
  const size = Math.max(5, terminal.rows - 6);
  for (let from = 0; from < lines.length; from += size) {
    terminal.print(["", ...lines.slice(from, from + size)]);
    const left = lines.length - from - size;
    if (left <= 0) return;
    const next = await terminal.menu(`${left} more lines`, [
      { value: "on", label: "Read on" },
      { value: "back", label: "Back" },
    ]);
    if (next !== "on") return;
  }
}
