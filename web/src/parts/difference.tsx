import { diffLines } from "diff";
import { useMemo } from "preact/hooks";

/** What changed between two texts, line by line. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffLines(before, after), [before, after]);
  if (parts.every((part) => !part.added && !part.removed)) return <p class="quiet">Nothing changed.</p>;
  return (
    <pre class="difference" tabIndex={0}>
      {parts.map((part, index) => (
        <div key={index} class={part.added ? "added" : part.removed ? "removed" : "same"}>
          {part.value
            .replace(/\n$/, "")
            .split("\n")
            .map((line, at) => (
              <div key={at}>
                <span class="sign">{part.added ? "+" : part.removed ? "−" : " "}</span>
                {line}
              </div>
            ))}
        </div>
      ))}
    </pre>
  );
}
