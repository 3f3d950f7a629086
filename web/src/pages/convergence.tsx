import { ConvergenceChart } from "../parts/convergence-chart.tsx";
import { Title } from "../parts/title.tsx";
import type { LiveSession } from "../use-session.ts";

export function ConvergencePage({ live: { view } }: { live: LiveSession }) {
  return (
    <>
      <Title window={`Convergence · ${view.session.name}`}>Convergence</Title>
      <ConvergenceChart records={view.records} initial={view.session.initialGaps} />
    </>
  );
}
