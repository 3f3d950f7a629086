import { describe, expect, test } from "vitest";
import { check } from "./check.ts";

const lines = (text: string): number[] => check(text).map(({ line }) => line);
const VAGUE = "The app must be intuitive.";

describe("comments that switch rules off", () => {
  test("disable-next-line holds for the next line with text, for the named type or rule", () => {
    const spec = (comment: string): string => `# X\n\n${comment}\n\n${VAGUE}\n\n${VAGUE}\n`;
    expect(lines(spec("<!-- whetstone-disable-next-line vague -->"))).toEqual([7]);
    expect(lines(spec("<!-- whetstone-disable-next-line vague-wording -->"))).toEqual([7]);
    expect(lines(spec("<!-- whetstone-disable-next-line -->"))).toEqual([7]);
    expect(lines(spec("<!-- whetstone-disable-next-line open-list -->"))).toEqual([5, 7]);
    expect(lines(spec("<!-- whetstone-disable-next-line vague -- agreed with design -->"))).toEqual([7]);
  });

  test("disable-line holds for its own line", () => {
    expect(lines(`# X\n\n${VAGUE} <!-- whetstone-disable-line -->\n\n${VAGUE}\n`)).toEqual([5]);
  });

  test("disable holds until enable, disable-file for all", () => {
    const text = `# X\n\n<!-- whetstone-disable vague -->\n\n${VAGUE}\n\n<!-- whetstone-enable vague -->\n\n${VAGUE}\n`;
    expect(lines(text)).toEqual([9]);
    expect(lines(`# X\n\n${VAGUE}\n\n<!-- whetstone-disable-file vague -->\n`)).toEqual([]);
  });

  test("a comment in a code block is text", () => {
    expect(lines(`# X\n\n\`\`\`\n<!-- whetstone-disable-file -->\n\`\`\`\n\n${VAGUE}\n`)).toEqual([7]);
  });
});
