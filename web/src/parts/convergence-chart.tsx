import type { RoundRecord } from "../../../src/model/convergence.ts";

const WIDTH = 640;
const HEIGHT = 200;
const LEFT = 36;
const BOTTOM = 22;

/** Open gaps falling as a line, the weighted net of each round as bars, warnings as marks. */
export function ConvergenceChart({ records, initial }: { records: readonly RoundRecord[]; initial: number }) {
  if (records.length === 0) return <p class="quiet">No round is finished yet.</p>;
  const open = [initial, ...records.map((record) => record.openAtEnd)];
  const most = Math.max(1, ...open);
  const net = Math.max(1, ...records.map((record) => Math.abs(record.weightedNet)));
  const step = (WIDTH - LEFT - 8) / Math.max(1, records.length);
  const x = (index: number) => LEFT + index * step;
  const y = (value: number) => 8 + (HEIGHT - BOTTOM - 8) * (1 - value / most);
  const middle = y(0) - 30;
  const line = open
    .map((value, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join(" ");
  const words = records
    .map((r) => `round ${r.round}: ${r.openAtEnd} open, weighted net ${r.weightedNet}, ${r.state}`)
    .join("; ");
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Convergence. ${words}`}>
      {records.map((record, index) => (
        <rect
          key={`band-${record.round}`}
          class={`band ${record.state.toLowerCase().replaceAll("_", "-")}`}
          x={x(index)}
          y={8}
          width={step}
          height={HEIGHT - BOTTOM - 8}
        />
      ))}
      {records.map((record, index) => {
        const height = (Math.abs(record.weightedNet) / net) * 28;
        const up = record.weightedNet > 0;
        return (
          <rect
            key={`net-${record.round}`}
            class={up ? "net good" : "net bad"}
            x={x(index) + step * 0.3}
            y={up ? middle - height : middle}
            width={Math.max(2, step * 0.4)}
            height={Math.max(1, height)}
          >
            <title>{`Round ${record.round}: weighted net ${record.weightedNet}`}</title>
          </rect>
        );
      })}
      <path class="open" d={line} />
      {open.map((value, index) => (
        <circle key={index} class="open" cx={x(index)} cy={y(value)} r={3}>
          <title>{`${value} open after round ${index}`}</title>
        </circle>
      ))}
      {records.map((record, index) =>
        record.state === "DIVERGENCE_WARNING" ? (
          <text key={`warn-${record.round}`} class="warning" x={x(index + 1) - 4} y={20} text-anchor="end">
            ⚠
          </text>
        ) : null,
      )}
      {[0, most].map((value) => (
        <text key={value} class="axis" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
          {value}
        </text>
      ))}
      {records.map((record, index) =>
        records.length <= 20 || record.round % Math.ceil(records.length / 20) === 0 ? (
          <text key={`round-${record.round}`} class="axis" x={x(index) + step / 2} y={HEIGHT - 6} text-anchor="middle">
            {record.round}
          </text>
        ) : null,
      )}
    </svg>
  );
}
