import { describe, expect, it } from "vitest";
import { saysNone } from "./none-words.ts";

describe("saysNone", () => {
  it.each(
    `None|None.|**None**|_None._|(none)|n/a|-|—|0|0 found|None identified at this level.|Nothing new.|Nothing to report
None this round.|None — all earlier ones are closed|No critical issues identified.|No high-priority issues found.|No nits.
There are no critical or high issues.|No new gaps were introduced by this resolution|No remaining issues|There were none.
No findings at this level.|None for now|No issues.|No gaps introduced by this proposal.`.split(/[|\n]/),
  )('hears nothing in "%s"', (text) => {
    expect(saysNone(text)).toBe(true);
  });

  it.each(
    `Nothing says when to stop|Nothing prevents a second writer|Nothing is said about retries|Zero retries are allowed
0 is accepted as a port|NA values are dropped|None of the steps has a timeout|None is returned where an error is due
No timeout|No critical section around the write|No low-level detail on retries|No remaining quota is reported
No issue tracker link|No open-file limit|No gaps between rows|No major version bump rule|Zero-length names`.split(
      /[|\n]/,
    ),
  )('hears the words of "%s"', (text) => {
    expect(saysNone(text)).toBe(false);
  });
});
