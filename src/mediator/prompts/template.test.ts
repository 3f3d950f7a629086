import { describe, expect, it } from "vitest";
import { readTemplate, renderTemplate, type Template, unknownPlaceholder } from "./template.ts";

function template(body: string): Template {
  return { body };
}

describe("a template", () => {
  it("is read without its first line, also with the line ends of Windows", () => {
    const source = "<!-- whetstone prompt: survey, version 3 -->\r\nLook at {{spec}}\r\n";
    expect(readTemplate(source)).toEqual({ body: "Look at {{spec}}" });
  });

  it("has no placeholder that the one it replaces lacks", () => {
    const replaced = template("{{spec}} {{#codebase}}{{codebase}}{{/codebase}}");
    expect(unknownPlaceholder(template("{{codebase}}"), replaced)).toBeUndefined();
    expect(unknownPlaceholder(template("{{spec}} {{sauce}}"), replaced)).toBe("sauce");
  });
});

describe("renderTemplate", () => {
  it("shows a block only when its placeholder has a value", () => {
    const text = "a\n\n{{#spec}}\n## There\n\n{{spec}}\n{{/spec}}\n\nb";
    expect(renderTemplate(template(text), { spec: "x" })).toBe("a\n\n## There\n\nx\n\nb");
    expect(renderTemplate(template(text), { spec: "" })).toBe("a\n\nb");
    expect(renderTemplate(template(text), {})).toBe("a\n\nb");
  });

  it("takes the line of an empty placeholder away", () => {
    expect(renderTemplate(template("a\n\n{{spec}}\n\nb"), { spec: "" })).toBe("a\n\nb");
  });

  it("never looks into values: neither placeholders nor blank lines of theirs are touched", () => {
    const value = "{{codebase}}\n\n\n\n{{#spec}}$& $1{{/spec}}";
    expect(renderTemplate(template("[{{spec}}]"), { spec: value, codebase: "no" })).toBe(`[${value}]`);
  });
});
