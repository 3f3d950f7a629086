import { isOpen } from "../../../src/model/counting.ts";
import type { Gap } from "../../../src/model/gap.ts";
import type { GapId } from "../../../src/model/ids.ts";
import { isBlocking, SEVERITIES, type Severity } from "../../../src/model/severity.ts";
import type { LiveSession } from "../use-session.ts";
import { type Act, ActForm, WHY } from "./act-form.tsx";

/** The actions of `whetstone gap`. */
export function GapActions({ live, gap }: { live: LiveSession; gap: Gap }) {
  if (live.view.stop.type === "ended") return null;
  return <ActForm live={live} title="Change this gap" subject={gap.id} acts={actsOn(gap)} />;
}

/** The form for a new gap. */
export function AddGap({ live }: { live: LiveSession }) {
  if (live.view.stop.type === "ended") return null;
  const add: Act = {
    label: "Add gap",
    effect: "The agents work on it like any other.",
    fields: [
      { id: "title", label: "What is missing, in one line" },
      { id: "text", label: "Details", long: true, optional: true },
      { id: "severity", label: "Severity", choices: ["MEDIUM", "LOW", "HIGH", "CRITICAL"] },
    ],
    command: ({ title = "", text, severity }) => ({
      type: "gap-add",
      title,
      text: text || title,
      severity: severityOf(severity, "MEDIUM"),
      category: "USER",
      dependsOn: [],
    }),
  };
  return <ActForm live={live} title="Add a gap" acts={[add]} />;
}

export function severityOf(text: string | undefined, otherwise: Severity): Severity {
  return SEVERITIES.find((severity) => severity === text) ?? otherwise;
}

function actsOn(gap: Gap): Act[] {
  return [
    ...(gap.state === "USER_DEFERRED" || gap.state === "PARKED" ? [takeUp(gap)] : []),
    ...(isOpen(gap) && gap.state !== "USER_DEFERRED" ? [defer(gap)] : []),
    ...(isOpen(gap) ? [park(gap), close(gap), merge(gap), tell(gap), split(gap)] : []),
    ...(gap.state === "ACCEPTED" || gap.state === "RESOLVED" ? [reopen(gap)] : []),
    ...(gap.state === "BLOCKED" ? [unblock(gap)] : []),
    severity(gap),
  ];
}

const takeUp = ({ id }: Gap): Act => ({
  label: "Resume work",
  effect: "The agents work on it again.",
  fields: [],
  command: () => ({ type: "gap-take", gaps: id }),
});

const defer = ({ id }: Gap): Act => ({
  label: "Defer",
  effect: "Nobody works on it for now; it counts as half an open gap.",
  fields: [WHY],
  command: ({ reason = "" }) => ({ type: "gap-defer", gaps: id, reason }),
});

const close = ({ id }: Gap): Act => ({
  label: "Won't fix",
  effect: "It is closed unresolved; the finished spec says so.",
  fields: [WHY],
  command: ({ reason = "" }) => ({ type: "gap-wont-fix", gaps: id, reason }),
});

const park = ({ id, severity: weight }: Gap): Act => ({
  label: "Park",
  effect: "It stays listed, and nobody works on it until you resume it.",
  fields: [isBlocking(weight) ? WHY : { ...WHY, optional: true }],
  command: ({ reason }) => ({ type: "gap-park", gaps: id, ...(reason ? { reason } : {}) }),
});

const merge = ({ id }: Gap): Act => ({
  label: "Mark as duplicate",
  effect: "The other gap counts instead, with the higher severity.",
  fields: [
    { id: "of", label: "Duplicate of (for example GAP-FLOW-001)" },
    { ...WHY, optional: true },
  ],
  command: ({ of = "", reason }) => ({
    type: "gap-duplicate",
    gaps: id,
    of: of.trim() as GapId,
    ...(reason ? { reason } : {}),
  }),
});

const tell = ({ id }: Gap): Act => ({
  label: "Tell the Engineer",
  effect: "What you write goes into the next prompts for this gap.",
  fields: [{ id: "text", label: "Message", long: true }],
  command: ({ text = "" }) => ({ type: "context", gaps: [id], text }),
});

const split = ({ id }: Gap): Act => ({
  label: "Split",
  effect: "Its parts replace it.",
  fields: [{ id: "parts", label: "Parts, one per line", long: true }, WHY],
  command: ({ parts = "", reason = "" }) => ({
    type: "gap-split",
    gap: id,
    reason,
    parts: parts
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => ({ title: line.trim(), text: line.trim() })),
  }),
});

const reopen = ({ id }: Gap): Act => ({
  label: "Reopen",
  effect: "The Engineer has to revise it.",
  fields: [WHY],
  command: ({ reason = "" }) => ({ type: "gap-reopen", gaps: id, reason }),
});

const unblock = ({ id }: Gap): Act => ({
  label: "Unblock",
  effect: "The agents work on it although its blocker remains; the gap is marked.",
  fields: [WHY],
  command: ({ reason = "" }) => ({ type: "gap-unblock", gaps: id, reason }),
});

const severity = (gap: Gap): Act => ({
  label: "Set severity",
  effect: "Your severity overrides the agents'.",
  fields: [{ id: "severity", label: "Severity", choices: SEVERITIES.filter((other) => other !== gap.severity) }, WHY],
  command: (values) => ({
    type: "gap-severity",
    gaps: gap.id,
    severity: severityOf(values.severity, gap.severity),
    reason: values.reason ?? "",
  }),
});
