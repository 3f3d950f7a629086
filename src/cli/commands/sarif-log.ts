import { createHash } from "node:crypto";
import type { Finding, Span } from "../../checks/finding.ts";
import { identifier } from "../../checks/finding-identity.ts";
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
        results: checked.flatMap(resultsOf),
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

function resultsOf({ file, text, findings, known, settled = [] }: CheckedSpec, artifact: number): unknown[] {
  const identify = identifier(text);
  const seen = new Map<string, number>();
  const results = [
    ...findings.map((finding) => ({ finding })),
    ...known.map((finding) => ({ finding, accepted: "accepted by the baseline" })),
    ...settled.map((finding) => ({ finding, accepted: "kept or answered in a session" })),
  ];
  return results.map(({ finding, ...rest }) => {
    const { rule, subject, passage } = identify(finding);
    const name = `${rule}:${subject}:${createHash("sha256").update(passage).digest("hex").slice(0, 16)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return result(finding, file, artifact, { name: count === 1 ? name : `${name}:${count}`, ...rest });
  });
}

interface ResultFacts {
  /** A name that stays the same when lines move, so that code scanning recognises the finding. */
  readonly name: string;
  /** Why it is accepted. */
  readonly accepted?: string;
}

function result(finding: Finding, file: string, artifact: number, { name, accepted }: ResultFacts): unknown {
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
    partialFingerprints: { "whetstone/v2": name },
    baselineState: accepted === undefined ? "new" : "unchanged",
    // Code scanning shows what is not suppressed; if one result has suppressions, all must (SARIF 2.1.0, 3.27.23).
    suppressions: accepted === undefined ? [] : [{ kind: "external", justification: accepted }],
    properties: { type, severity, fix, subject },
  };
}

/** A relative path as a URI reference; an absolute one, of any system, as a file URI. */
function uriOf(file: string): string {
  if (file === "-") return "stdin";
  const encoded = file.split("/").map(encodeURIComponent).join("/");
  if (/^[A-Za-z]:/.test(file)) return `file:///${encoded.replace(/^([A-Za-z])%3A/, "$1:")}`;
  return file.startsWith("/") ? `file://${encoded}` : encoded;
}
