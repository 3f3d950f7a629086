import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** For new objects: a round needs no more, and Node would take twice as much. */
const YOUNG_BYTES = 16 * 1024 * 1024;

/** Left alone, Node piles up four times what a session holds. A V8 that does not know a flag would complain of it. */
export function boundMemory(): void {
  if (Number.parseInt(process.versions.v8, 10) > 12) return;
  setFlagsFromString("--heap-growing-percent=40");
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
    if (young === undefined || young.space_size < YOUNG_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    observer.disconnect();
  });
  observer.observe({ entryTypes: ["gc"] });
}
