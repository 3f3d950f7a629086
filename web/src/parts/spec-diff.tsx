import { useMemo } from "preact/hooks";
import { bounded } from "./bounded.ts";
import { type DiffRow, foldRows, rowsBetween } from "./diff-rows.ts";

/** A diff of two texts by line and word, with long unchanged stretches folded. */
export function SpecDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const rows = useMemo(() => rowsBetween(bounded(before), bounded(after)), [before, after]);
  const folds = useMemo(() => foldRows(rows, (row) => row.kind !== "same"), [rows]);
  if (rows.every((row) => row.kind === "same")) return <p class="quiet">Nothing changed.</p>;
  return (
    <section class="diff unnumbered" tabIndex={0} aria-label={label}>
      {folds.map((fold, index) =>
        fold.isFolded ? (
          <p key={index} class="fold">
            {foldWords(fold.rows.length)}
          </p>
        ) : (
          fold.rows.map((row) => <DiffLine key={`${row.kind}${row.line}`} row={row} />)
        ),
      )}
    </section>
  );
}

export function foldWords(lines: number): string {
  return `${lines} unchanged ${lines === 1 ? "line" : "lines"}`;
}

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

/** One line of a diff; `number` replaces the line number, for example with a button. */
export function DiffLine({ row, number }: { row: DiffRow; number?: preact.ComponentChildren }) {
  const words = row.words?.();
  return (
    <div class={`line ${row.kind}`}>
      {number ?? <span class="number">{row.kind === "removed" ? "" : row.line}</span>}
      <span class="sign">{SIGNS[row.kind]}</span>
      <span class="text">
        {words
          ? words.map(({ text, differs }, index) => (differs ? <b key={index}>{text}</b> : text))
          : row.text || " "}
      </span>
    </div>
  );
}
