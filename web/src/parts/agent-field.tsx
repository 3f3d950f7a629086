import { useState } from "preact/hooks";
import { Field } from "./field.tsx";

interface AgentProps {
  readonly label: string;
  /** The agent from the configuration. */
  readonly configured: string;
  readonly offered: readonly string[];
  readonly value: string | undefined;
  change(agent: string | undefined): void;
}

const ANOTHER = "another model …";
const HINTS: Readonly<Record<string, string>> = {
  interview: "Built in, no model needed: it asks you one question for each gap.",
  human: "You: you write the documents yourself, here on the page.",
};

/** Chooses the agent of a role: the configured one, an available one, or another model by name. */
export function AgentField({ label, configured, offered, value, change }: AgentProps) {
  const [isOther, setOther] = useState(false);
  const [first] = useState(`default: ${configured}`);
  const hint = HINTS[value ?? configured];
  const choose = (choice: string) => {
    setOther(choice === ANOTHER);
    if (choice !== ANOTHER) change(choice === first ? undefined : choice);
  };
  return (
    <div>
      <Field
        label={label}
        value={isOther ? ANOTHER : (value ?? first)}
        choices={[first, ...offered, ANOTHER]}
        {...(hint === undefined ? {} : { hint })}
        change={choose}
      />
      {isOther ? (
        <Field
          label={`${label}: provider and model`}
          hint="For example anthropic:claude-opus-4"
          value={value ?? ""}
          change={(text) => change(text.trim() === "" ? undefined : text.trim())}
        />
      ) : null}
    </div>
  );
}
