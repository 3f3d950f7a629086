import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** The size of V8's space for new objects: a round needs no more, and Node would use twice as much. */
const YOUNG_BYTES = 16 * 1024 * 1024;

/** Without this, Node uses four times what a session needs. Newer versions of V8 may not know the flags. */
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
