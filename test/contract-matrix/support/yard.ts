import { type ChangeWords, proposal } from "../../acceptance/support/documents.ts";

/** A spec with a section for each gap, so that the gaps of a round are worked on side by side. */

export interface Plot {
  readonly gap: string;
  readonly severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
  readonly heading: string;
  /** The only sentence of the section, which a resolution replaces. */
  readonly sentence: string;
  readonly asked: string;
}

/** A plot with words of its own, which no other plot has. */
export function plot(gap: string, thing: string, severity: Plot["severity"] = "HIGH"): Plot {
  const heading = thing.charAt(0).toUpperCase() + thing.slice(1);
  return {
    gap,
    severity,
    heading,
    sentence: `The ${thing} is kept.`,
    asked: `How long the ${thing} is kept is not said.`,
  };
}

export function yard(...plots: readonly Plot[]): string {
  const sections = plots.map(
    ({ gap, severity, heading, sentence, asked }) =>
      `## ${heading}\n\n${sentence}\n\n- ${gap} (${severity}): ${asked}\n`,
  );
  return `# Yard\n\nThings are kept in a yard.\n\n${sections.join("\n")}`;
}

export const settled = ({ sentence }: Plot, days = 15): string => sentence.replace("kept.", `kept for ${days} days.`);

const change = (one: Plot, text: string): ChangeWords => ({
  kind: "replace",
  in: one.heading,
  old: one.sentence,
  new: text,
});

/** The sentence of the plot with a value in it. */
export const settles = (one: Plot, text: string = settled(one), ...more: readonly string[]): string =>
  proposal({ gap: one.gap, changes: [change(one, text)], more });

/** The same with other words under Proposed Solution. */
export const explains = (one: Plot, solution: string, text: string = settled(one)): string =>
  proposal({ gap: one.gap, changes: [change(one, text)], solution });
