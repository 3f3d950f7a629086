import { describe, expect, it } from "vitest";
import { shippedTemplates, templateText } from "../../../test/support/sample-session.ts";
import { parseTemplate, renderTemplate, TEMPLATE_NAMES, type Template } from "./template.ts";

function survey(...lines: string[]) {
  return parseTemplate("survey", ["<!-- whetstone prompt: survey, version 3 -->", ...lines].join("\n"));
}

function template(body: string): Template {
  return { body };
}

describe("a template", () => {
  it("is read without its first line", () => {
    expect(survey("Look at {{spec}}")).toEqual({ body: "Look at {{spec}}" });
  });

  it("may have the line ends of Windows", () => {
    expect(parseTemplate("survey", "<!-- whetstone prompt: survey, version 1 -->\r\n{{spec}}\r\n")).toMatchObject({
      body: "{{spec}}",
    });
  });

  it.each([
    ["no first line", parseTemplate("survey", "{{spec}}"), 1, "must begin with the line"],
    ["another role's", parseTemplate("engineer", templateText("survey")), 1, 'expected "engineer"'],
    [
      "an unknown placeholder",
      survey("{{spec}}", "{{sauce}}"),
      3,
      "{{sauce}} is not known here; there are: spec, survey_gaps, codebase",
    ],
    ["a missing placeholder", survey("words"), 1, "{{spec}} is missing"],
    ["a placeholder that only opens a block", survey("{{#spec}}x{{/spec}}"), 1, "{{spec}} is missing"],
    ["an open block", survey("{{spec}}", "", "{{#codebase}}"), 4, "{{#codebase}} is not closed"],
    ["a block closed twice", survey("{{spec}}{{/codebase}}"), 2, "{{/codebase}} closes nothing"],
    ["a block in a block", survey("{{spec}}{{#spec}}{{#codebase}}"), 2, "{{#codebase}} stands inside {{#spec}}"],
  ])("with %s is refused with the line and the reason", (_, problem, line, message) => {
    expect(problem).toMatchObject({ line });
    expect((problem as { message: string }).message).toContain(message);
  });

  it.each(TEMPLATE_NAMES)("%s.md as shipped is valid", (name) => {
    expect(shippedTemplates()[name].body).not.toBe("");
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
