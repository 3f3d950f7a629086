// The work of every contender, so that only the machinery differs: the same gaps, the same documents, agents that
// answer at once. The Reviewer rejects each proposal once with a HIGH issue and accepts the revision, so that issues
// come and go as in a real session. A fixed number of gaps never runs out: a resolved gap is opened again by the next
// review of its neighbour.
/** A source of 30 sections with the gaps spread over them; the text around them does not depend on their number. */
export function sourceOf(gaps) {
  const parts = ["# Relay"];
  for (let section = 0; section < 30; section += 1) {
    parts.push(`## Part ${section + 1}`, `${sentence(section)} ${sentence(section + 7)} ${sentence(section + 13)}`);
    const lines = [];
    for (let index = section; index < gaps; index += 30) {
      lines.push(`- ${gapName(index)} (MEDIUM): What happens to item ${index} when its time is up is not said.`);
    }
    if (lines.length > 0) parts.push(lines.join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

/** An id has three digits, so many gaps need several categories. */
export function gapName(index) {
  const category = Math.floor(index / 900);
  return `GAP-PART${String.fromCharCode(65 + category)}-${String((index % 900) + 1).padStart(3, "0")}`;
}

/** About `chars` characters; a revision answers its issue by id. */
export function proposal(gap, round, issue, chars) {
  const answer =
    issue === undefined
      ? ""
      : `\n## Response to ${issue}\n\nThe bound is named now, in round ${round}.\n\n**Changed in:** 1\n`;
  const specText = paragraphs(round, Math.floor(chars * 0.3));
  return `## Gap Resolution: ${gap}

**Confidence:** HIGH

### Proposed Solution

${paragraphs(round + 3, Math.floor(chars * 0.4))}

### Spec Changes

**Change 1: add at the end** of "Part ${(round % 30) + 1}"

\`\`\`new
${specText}
\`\`\`

### Examples

- A request of round ${round} at 10:00:00 is answered at 10:00:00.040 with status 200.
- A request whose item is gone is answered with status 410 and the id of the item.

### Trade-offs

${paragraphs(round + 5, Math.floor(chars * 0.2))}

### New Gaps Introduced

None.
${answer}`;
}

/** A review of each gap, with the status of its issue and, if `raised` is given, a new HIGH issue. */
export function review(round, gaps) {
  const parts = gaps.map(({ gap, issue, raised }) => {
    const earlier =
      issue === undefined
        ? ""
        : `### Earlier Issues\n\n| Issue | Status | Why |\n| --- | --- | --- |\n| ${issue} | RESOLVED | It is named now. |\n\n`;
    const high =
      raised === undefined
        ? "None."
        : `- **${raised}**: The bound of ${gap} is not named.\n  - **Location:** "${sentence(round).slice(0, 40)}"\n  - **Impact:** An implementer would have to guess.\n  - **Suggestion:** ${sentence(round)}`;
    const verdict = raised === undefined ? "APPROVED" : "NEEDS_REVISION";
    return `## Review: ${gap}\n\n${earlier}### Critical Issues\n\nNone.\n\n### High Priority\n\n${high}\n\n### Medium Priority\n\nNone.\n\n### Low Priority\n\nNone.\n\n### Verdict\n\n${verdict}`;
  });
  return `${parts.join("\n\n")}\n`;
}

const WORDS =
  "the service keeps each item until its time is up and answers every request that names it with the bound which the source gives for all of them so that a client needs one timer only and whoever is late is told which item was meant".split(
    " ",
  );

function sentence(seed) {
  const words = Array.from({ length: 14 }, (_, index) => WORDS[(seed * 7 + index * 3) % WORDS.length]);
  return `${words.join(" ").replace(/^./, (first) => first.toUpperCase())} within ${10 + (seed % 90)} ms.`;
}

/** Cached, because writing them is the agents' work and must not be measured. */
const made = new Map();

function paragraphs(seed, chars) {
  const key = `${seed % 16} ${chars}`;
  if (!made.has(key)) made.set(key, makeParagraphs(seed % 16, chars));
  return made.get(key);
}

function makeParagraphs(seed, chars) {
  let text = "";
  for (let at = seed; text.length < chars; at += 1) text += `${sentence(at)}${at % 4 === 3 ? "\n\n" : " "}`;
  return text.trimEnd();
}
