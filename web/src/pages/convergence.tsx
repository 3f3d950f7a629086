import type { RoundRecord } from "../../../src/model/convergence.ts";
import { inWords } from "../../../src/model/in-words.ts";
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

const WIDTH = 720;
const LEFT = 52;
const RIGHT = 12;
const TOP = 18;
/** Layout: the line of open gaps at the top, the bars of each round below it. */
const OPEN_END = 150;
const NET_TOP = 172;
const NET_END = 232;
const HEIGHT = 256;

const LEGEND = [
  ["line", "open gaps"],
  ["good", "more closed than opened, by severity"],
  ["bad", "more opened than closed"],
  ["flat", "flat"],
  ["warning", "divergence ⚠"],
] as const;

/** Open gaps as a line, each round's weighted net as a bar, flat and diverging rounds as coloured bands with a warning sign. */
function ConvergenceChart({ records, initial }: { records: readonly RoundRecord[]; initial: number }) {
  if (records.length === 0) return <p class="quiet">No finished round yet.</p>;
  const step = (WIDTH - LEFT - RIGHT) / records.length;
  const x = (index: number) => LEFT + index * step;
  return (
    <figure class="convergence">
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={wordsOf(records)}>
        <Bands records={records} x={x} step={step} />
        <OpenLine records={records} initial={initial} x={x} />
        <NetBars records={records} x={x} step={step} />
        <RoundNumbers records={records} x={x} step={step} />
      </svg>
      <figcaption class="legend quiet">
        {LEGEND.map(([kind, words]) => (
          <span key={kind}>
            <span class={`key ${kind}`} /> {words}
          </span>
        ))}
      </figcaption>
      <p class="quiet">{growthWords(records)}</p>
    </figure>
  );
}

interface PartProps {
  readonly records: readonly RoundRecord[];
  x(index: number): number;
  readonly step: number;
}

function Bands({ records, x, step }: PartProps) {
  return (
    <>
      {records.map((record, index) => {
        const state = record.state.toLowerCase().replaceAll("_", "-");
        return (
          <g key={record.round}>
            <rect class={`band ${state}`} x={x(index)} y={TOP} width={step} height={NET_END - TOP} />
            {record.state === "DIVERGENCE_WARNING" ? (
              <text class="warning" x={x(index) + step / 2} y={TOP - 4} text-anchor="middle">
                ⚠
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

function OpenLine({ records, initial, x }: Omit<PartProps, "step"> & { initial: number }) {
  const open = [initial, ...records.map((record) => record.openAtEnd)];
  const most = Math.max(1, ...open);
  const y = (value: number) => TOP + 6 + (OPEN_END - TOP - 6) * (1 - value / most);
  const path = open.map((value, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  return (
    <>
      <line class="axis" x1={LEFT} x2={WIDTH - RIGHT} y1={OPEN_END} y2={OPEN_END} />
      {[0, most].map((value) => (
        <text key={value} class="axis" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
          {value}
        </text>
      ))}
      <path class="open" d={path.join(" ")} />
      {open.length <= 60
        ? open.map((value, index) => (
            <circle key={index} class="open" cx={x(index)} cy={y(value)} r={3}>
              <title>{index === 0 ? `${value} open at the start` : `${value} open after round ${index}`}</title>
            </circle>
          ))
        : null}
    </>
  );
}

function NetBars({ records, x, step }: PartProps) {
  const most = Math.max(1, ...records.map((record) => Math.abs(record.weightedNet)));
  const middle = (NET_TOP + NET_END) / 2;
  return (
    <>
      <line class="axis" x1={LEFT} x2={WIDTH - RIGHT} y1={middle} y2={middle} />
      <text class="axis" x={LEFT - 6} y={NET_TOP + 8} text-anchor="end">
        +{most}
      </text>
      <text class="axis" x={LEFT - 6} y={NET_END} text-anchor="end">
        −{most}
      </text>
      {records.map((record, index) => {
        const height = Math.max(1.5, (Math.abs(record.weightedNet) / most) * (middle - NET_TOP));
        const up = record.weightedNet > 0;
        return (
          <rect
            key={record.round}
            class={`net ${up ? "good" : record.weightedNet < 0 ? "bad" : "even"}`}
            x={x(index) + step * 0.25}
            y={up ? middle - height : middle}
            width={Math.max(1, step * 0.5)}
            height={height}
          >
            <title>{`Round ${record.round}: weighted net ${record.weightedNet}`}</title>
          </rect>
        );
      })}
    </>
  );
}

function RoundNumbers({ records, x, step }: PartProps) {
  const every = Math.ceil(records.length / 20);
  return (
    <>
      {records.map((record, index) =>
        record.round % every === 0 ? (
          <text key={record.round} class="axis" x={x(index) + step / 2} y={HEIGHT - 8} text-anchor="middle">
            {record.round}
          </text>
        ) : null,
      )}
    </>
  );
}

/** Words of the working spec after each of the last rounds (SPEC 17). */
function growthWords(records: readonly RoundRecord[]): string {
  const last = records.slice(-10).map(({ round, specWords }) => `${specWords.toLocaleString()} (round ${round})`);
  return `Words in the spec: ${last.join(", ")}`;
}

/** The chart in words for screen readers, for the last rounds. */
function wordsOf(records: readonly RoundRecord[]): string {
  const last = records.slice(-10).map((record) => {
    const state = inWords(record.state);
    return `round ${record.round}: ${record.openAtEnd} open, weighted net ${record.weightedNet}, ${state}`;
  });
  return `Convergence over ${records.length} rounds. ${last.join("; ")}`;
}
