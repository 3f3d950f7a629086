import { describe, expect, test } from "vitest";
import { check } from "./check.ts";

const lines = (text: string): number[] => check(text).map(({ line }) => line);
const OPEN = "The limit is TBD.";

describe("comments that switch rules off", () => {
  test("disable-next-line holds for the next line with text, for the named type or rule", () => {
    const spec = (comment: string): string => `# X\n\n${comment}\n\n${OPEN}\n\n${OPEN}\n`;
    expect(lines(spec("<!-- whetstone-disable-next-line explicit-marker -->"))).toEqual([7]);
    expect(lines(spec("<!-- whetstone-disable-next-line -->"))).toEqual([7]);
    expect(lines(spec("<!-- whetstone-disable-next-line empty-section -->"))).toEqual([5, 7]);
    expect(lines(spec("<!-- whetstone-disable-next-line explicit-marker -- agreed with ops -->"))).toEqual([7]);
  });

  test("disable-line holds for its own line", () => {
    expect(lines(`# X\n\n${OPEN} <!-- whetstone-disable-line -->\n\n${OPEN}\n`)).toEqual([5]);
  });

  test("disable holds until enable, disable-file for all", () => {
    const names = "explicit-marker";
    const text = `# X\n\n<!-- whetstone-disable ${names} -->\n\n${OPEN}\n\n<!-- whetstone-enable ${names} -->\n\n${OPEN}\n`;
    expect(lines(text)).toEqual([9]);
    expect(lines(`# X\n\n${OPEN}\n\n<!-- whetstone-disable-file ${names} -->\n`)).toEqual([]);
  });

  test("a comment in a code block is text", () => {
    expect(lines(`# X\n\n\`\`\`\n<!-- whetstone-disable-file -->\n\`\`\`\n\n${OPEN}\n`)).toEqual([7]);
  });
});
