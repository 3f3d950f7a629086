import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAsRendered, recordFile } from "./record-text.ts";

const record = (body: string) => recordFile(7, "status", body);

describe("the checksum of a record", () => {
  it("knows what was rendered, whatever it says and whichever line ends it got", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (body) => {
        const text = record(body.replaceAll("\r", ""));
        expect(isAsRendered(text)).toBe(true);
        expect(isAsRendered(text.replaceAll("\n", "\r\n"))).toBe(true);
      }),
    );
  });

  it("does not fit once a character is another, more or fewer", () => {
    const text = record("| GAP-FLOW-001 | OPEN |");
    for (const edited of [text.replace("OPEN", "DONE"), `${text}\n`, text.slice(0, -1), text.slice(40)]) {
      expect(isAsRendered(edited)).toBe(false);
    }
  });
});
