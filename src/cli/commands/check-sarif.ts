import type { Finding, Span } from "../../checks/finding.ts";
import { RULES } from "../../checks/registry.ts";
import type { Severity } from "../../model/severity.ts";
import type { CheckedSpec } from "./check-input.ts";

const LEVELS: Readonly<Record<Severity, string>> = { CRITICAL: "error", HIGH: "error", MEDIUM: "warning", LOW: "note" };
const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

export function sarifLog(checked: readonly CheckedSpec[], version: string): unknown {
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "whetstone", semanticVersion: version, rules: RULES.map(ruleDescriptor) } },
        columnKind: "utf16CodeUnits",
        artifacts: checked.map(({ file }) => ({ location: { uri: uriOf(file) } })),
        results: checked.flatMap(({ file, findings, known }, index) => [
          ...findings.map((finding) => result(finding, file, index, "new")),
          ...known.map((finding) => result(finding, file, index, "unchanged")),
        ]),
      },
    ],
  };
}

function ruleDescriptor({ id, type, summary, severity, offByDefault }: (typeof RULES)[number]): unknown {
  return {
    id,
    shortDescription: { text: summary },
    defaultConfiguration: { enabled: offByDefault !== true, level: LEVELS[severity] },
    properties: { type, severity },
  };
}

function result(finding: Finding, file: string, artifact: number, baselineState: "new" | "unchanged"): unknown {
  const { rule, type, severity, message, fix, subject, related } = finding;
  const place = (span: Span): unknown => ({
    artifactLocation: { uri: uriOf(file), index: artifact },
    region: {
      startLine: span.line,
      startColumn: span.column,
      endLine: span.endLine,
      endColumn: span.endColumn,
    },
  });
  return {
    ruleId: rule,
    ruleIndex: RULES.findIndex(({ id }) => id === rule),
    level: LEVELS[severity],
    message: { text: `${message} ${fix}` },
    locations: [{ physicalLocation: place(finding) }],
    relatedLocations: related.map((span, id) => ({ id, physicalLocation: place(span) })),
    // Stays when lines move, so that code scanning knows a finding again.
    partialFingerprints: { "whetstone/v1": `${rule}:${subject}` },
    baselineState,
    properties: { type, severity, fix, subject },
  };
}

/** A relative path as an URI reference; an absolute one, of whatever system, as a file URI. */
function uriOf(file: string): string {
  if (file === "-") return "stdin";
  const encoded = file.split("/").map(encodeURIComponent).join("/");
  if (/^[A-Za-z]:/.test(file)) return `file:///${encoded.replace(/^([A-Za-z])%3A/, "$1:")}`;
  return file.startsWith("/") ? `file://${encoded}` : encoded;
}
