import { describe, expect, it } from "vitest";
import { shippedTemplates, templateText } from "../../../test/support/sample-session.ts";
import { parseTemplate, renderTemplate, TEMPLATE_NAMES, type Template } from "./template.ts";

function survey(...lines: string[]) {
  return parseTemplate("survey", ["<!-- whetstone prompt: survey, version 3 -->", ...lines].join("\n"));
}

function template(body: string): Template {
  return { name: "survey", version: 1, body };
}

describe("a template", () => {
  it("is read with its version, without its first line", () => {
    expect(survey("Look at {{source}}")).toEqual({ name: "survey", version: 3, body: "Look at {{source}}" });
  });

  it("may have the line ends of Windows", () => {
    expect(parseTemplate("survey", "<!-- whetstone prompt: survey, version 1 -->\r\n{{source}}\r\n")).toMatchObject({
      body: "{{source}}",
    });
  });

  it.each([
    ["no first line", parseTemplate("survey", "{{source}}"), 1, "must begin with the line"],
    ["another role's", parseTemplate("engineer", templateText("survey")), 1, 'expected "engineer"'],
    [
      "an unknown placeholder",
      survey("{{source}}", "{{sauce}}"),
      3,
      "{{sauce}} is not known here; there are: source, codebase",
    ],
    ["a missing placeholder", survey("words"), 1, "{{source}} is missing"],
    ["a placeholder that only opens a block", survey("{{#source}}x{{/source}}"), 1, "{{source}} is missing"],
    ["an open block", survey("{{source}}", "", "{{#codebase}}"), 4, "{{#codebase}} is not closed"],
    ["a block closed twice", survey("{{source}}{{/codebase}}"), 2, "{{/codebase}} closes nothing"],
    ["a block in a block", survey("{{source}}{{#source}}{{#codebase}}"), 2, "{{#codebase}} stands inside {{#source}}"],
  ])("with %s is refused with the line and the reason", (_, problem, line, message) => {
    expect(problem).toMatchObject({ line });
    expect((problem as { message: string }).message).toContain(message);
  });

  it.each(TEMPLATE_NAMES)("%s.md as shipped is valid", (name) => {
    expect(shippedTemplates()[name].version).toBe(1);
  });
});

describe("renderTemplate", () => {
  it("shows a block only when its placeholder has a value", () => {
    const text = "a\n\n{{#source}}\n## There\n\n{{source}}\n{{/source}}\n\nb";
    expect(renderTemplate(template(text), { source: "x" })).toBe("a\n\n## There\n\nx\n\nb");
    expect(renderTemplate(template(text), { source: "" })).toBe("a\n\nb");
    expect(renderTemplate(template(text), {})).toBe("a\n\nb");
  });

  it("takes the line of an empty placeholder away", () => {
    expect(renderTemplate(template("a\n\n{{source}}\n\nb"), { source: "" })).toBe("a\n\nb");
  });

  it("never looks into values: neither placeholders nor blank lines of theirs are touched", () => {
    const value = "{{codebase}}\n\n\n\n{{#source}}$& $1{{/source}}";
    expect(renderTemplate(template("[{{source}}]"), { source: value, codebase: "no" })).toBe(`[${value}]`);
  });
});
