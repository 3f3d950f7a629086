import type { Rule, RuleFinding } from "../../src/checks/rule.ts";
import { readSpec } from "../../src/checks/spec/spec.ts";

/** A small spec with more than one actor, a glossary and requirement ids, around the words that a test is about. */
export function lockerSpec(words: string): string {
  return `# Parcel locker

The courier app talks to the locker. The locker opens a door. The backend stores parcels.

## 1. Terms

- **parcel**: a box with one label.
- **slot**: one compartment of the locker.

## 2. Behaviour

${words}

## 3. Doors

The locker MUST unlock a door within 2 s.
`;
}

/** What one rule finds in a spec. */
export function run(rule: Rule, text: string): readonly RuleFinding[] {
  return rule.run(readSpec(text));
}

/** How many findings one rule has on words in the middle of a spec. */
export function count(rule: Rule, words: string): number {
  return run(rule, lockerSpec(words)).length;
}

/** The lines that one rule reports, with the text that stands there. */
export function places(rule: Rule, text: string): string[] {
  const lines = text.split("\n");
  return run(rule, text).map(({ line }) => `${line}: ${lines[line - 1]}`);
}
