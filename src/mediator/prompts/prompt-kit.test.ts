import { describe, expect, it } from "vitest";
import { readTemplate, renderTemplate, unknownPlaceholder } from "./prompt-kit.ts";

describe("a template", () => {
  it("is read without its first line, also with the line ends of Windows", () => {
    const source = "<!-- whetstone prompt: survey, version 3 -->\r\nLook at {{spec}}\r\n";
    expect(readTemplate(source)).toBe("Look at {{spec}}");
  });

  it("has no placeholder that the one it replaces lacks", () => {
    const replaced = "{{spec}} {{#codebase}}{{codebase}}{{/codebase}}";
    expect(unknownPlaceholder("{{codebase}}", replaced)).toBeUndefined();
    expect(unknownPlaceholder("{{spec}} {{sauce}}", replaced)).toBe("sauce");
  });
});

describe("renderTemplate", () => {
  it("shows a block only when its placeholder has a value", () => {
    const text = "a\n\n{{#spec}}\n## There\n\n{{spec}}\n{{/spec}}\n\nb";
    expect(renderTemplate(text, { spec: "x" })).toBe("a\n\n## There\n\nx\n\nb");
    expect(renderTemplate(text, { spec: "" })).toBe("a\n\nb");
    expect(renderTemplate(text, {})).toBe("a\n\nb");
  });

  it("takes the line of an empty placeholder away", () => {
    expect(renderTemplate("a\n\n{{spec}}\n\nb", { spec: "" })).toBe("a\n\nb");
  });

  it("never looks into values: neither placeholders nor blank lines of theirs are touched", () => {
    const value = "{{codebase}}\n\n\n\n{{#spec}}$& $1{{/spec}}";
    expect(renderTemplate("[{{spec}}]", { spec: value, codebase: "no" })).toBe(`[${value}]`);
  });
});
