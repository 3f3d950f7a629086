import { type Change, diffLines } from "diff";
import { useMemo } from "preact/hooks";
import { bounded } from "./bounded.ts";

const LONGEST_SAME = 10;
const KEPT = 3;
const MILLISECONDS = 1500;

/** What changed between two texts, line by line; long stretches that did not are left out. */
export function Difference({ before, after, label }: { before: string; after: string; label: string }) {
  const parts = useMemo(() => diffLines(bounded(before), bounded(after), { timeout: MILLISECONDS }), [before, after]);
  if (!parts) return <p class="quiet">Too much changed to compare it line by line.</p>;
  if (parts.every((part) => !part.added && !part.removed)) return <p class="quiet">Nothing changed.</p>;
  return (
    <section class="difference" tabIndex={0} aria-label={label}>
      {parts.map((part, index) => (
        <div key={index} class={classOf(part)}>
          {shownLines(part).map((line, at) => (
            <div key={at}>
              <span class="sign">{part.added ? "+" : part.removed ? "−" : " "}</span>
              {line}
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}

function classOf(part: Change): string {
  return part.added ? "added" : part.removed ? "removed" : "same";
}

function shownLines(part: Change): string[] {
  const lines = part.value.replace(/\n$/, "").split("\n");
  if (part.added || part.removed || lines.length <= LONGEST_SAME) return lines;
  return [...lines.slice(0, KEPT), `… ${lines.length - 2 * KEPT} lines as they were`, ...lines.slice(-KEPT)];
}
