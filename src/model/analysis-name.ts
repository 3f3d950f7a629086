/** `rollback_analysis_round_005_1.md`. */
export function analysisName(round: number, attempt: number): string {
  return `rollback_analysis_round_${String(round).padStart(3, "0")}_${attempt}.md`;
}
