import { readDocument } from "../../src/documents/read-document.ts";
import type { EngineerDocument } from "../../src/documents/values.ts";
import type { OpenIssue } from "../../src/mediator/disagreement/detector/concern.ts";
import type { DetectorInput, EngineerText } from "../../src/mediator/disagreement/detector/detector-input.ts";

/** What the tests of this folder share: a small session about uploads. */
export const ISSUE: OpenIssue = {
  id: "ISSUE-R1-001",
  gap: "GAP-NET-001",
  severity: "HIGH",
  title: "Retry limit of the upload is not justified",
  location: '"an upload is tried three times"',
  suggestion:
    "Make the attempts configurable and give a default with its reason, with exponential backoff between them.",
  text: `Retry limit of the upload is not justified
- Location: "an upload is tried three times"
- Impact: A slow network exhausts the attempts and the user loses the upload.
- Suggestion: Make the attempts configurable and give a default with its reason, with exponential backoff between them.`,
};

export const SECOND: OpenIssue = {
  id: "ISSUE-R1-002",
  gap: "GAP-NET-001",
  severity: "CRITICAL",
  title: "Partial files stay on the server",
  location: '"the server stores what arrives"',
  suggestion: "Delete fragments of an aborted transfer after an hour, by a sweeper that runs every ten minutes.",
  text: `Partial files stay on the server
- Location: "the server stores what arrives"
- Impact: The disk fills with garbage that nobody owns.
- Suggestion: Delete fragments of an aborted transfer after an hour, by a sweeper that runs every ten minutes.`,
};

export const EARLIER = `# Engineer

## Gap Resolution: GAP-NET-001

**Confidence:** HIGH

### Proposed Solution

The client sends the file in one request. On a network error an upload is tried three times.
On the other side the server stores what arrives and answers with the address of the file.

### Trade-offs

One request is simple to build and to test.
`;

/** The same proposal with paragraphs added to it. */
export function revised(...paragraphs: string[]): string {
  return [EARLIER, ...paragraphs].join("\n");
}

export function engineerText(text: string): EngineerText {
  return { text, document: readDocument(text, "engineer") as EngineerDocument };
}

export function detectorInput(text: string, facts: Partial<DetectorInput> = {}): DetectorInput {
  return { proposal: engineerText(text), issues: [ISSUE, SECOND], earlier: engineerText(EARLIER), ...facts };
}
