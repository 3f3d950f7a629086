import { useEffect, useState } from "preact/hooks";
import type { SpecRow } from "../../../src/server/list-specs.ts";
import type { StartPreview, StartWish } from "../../../src/server/start-route.ts";
import { AgentField } from "../parts/agent-field.tsx";
import { Field } from "../parts/field.tsx";
import { type InventoryEdit, inventoryFields, UNCHANGED } from "../parts/inventory-edit.ts";
import { InventoryEditor } from "../parts/inventory-editor.tsx";
import { SpecLists } from "../parts/spec-lists.tsx";
import { Title } from "../parts/title.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { href } from "../route.ts";
import { getJson, postJson } from "../source/http.ts";
import { SubmitKey } from "../submit-key.tsx";

/** Starts a session: choose the spec, then its gaps, the agents and the limits. */
export function StartPage({ spec }: { spec: string | undefined }) {
  return spec === undefined ? <ChooseSpec /> : <PrepareSession key={spec} spec={spec} />;
}

function ChooseSpec() {
  const loaded = useLoaded(() => getJson<{ folder: string; specs: readonly SpecRow[] }>("/api/specs"), []);
  return (
    <>
      <Title window="Start a session">Start a session</Title>
      <p>
        Choose the spec to refine. The result is a new file next to it; for Spec Kit, OpenSpec and Kiro it is written
        into the session folder. Your configuration can change this.
      </p>
      {loaded === undefined ? <p class="quiet">Loading …</p> : null}
      {typeof loaded === "string" ? <p role="alert">{loaded}</p> : null}
      {typeof loaded === "object" ? <SpecLists {...loaded} /> : null}
    </>
  );
}

function PrepareSession({ spec }: { spec: string }) {
  const [wish, setWish] = useState<StartWish>({});
  const [edit, setEdit] = useState<InventoryEdit>(UNCHANGED);
  const [preview, refusal] = usePreview(spec, wish);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setProblem(undefined);
      set(value);
    };
  const begin = async (event: Event) => {
    event.preventDefault();
    if (sending || !preview) return;
    setSending(true);
    const body = { wish, inventory: inventoryFields(preview.gaps, edit) };
    const result = await postJson<{ session: string }>(`/api/specs/${encodeURIComponent(spec)}/begin`, body);
    setSending(false);
    if ("refusal" in result) return setProblem(result.refusal);
    const key = result.value.session;
    await postJson(`/api/sessions/${encodeURIComponent(key)}/run`, {});
    location.hash = href("s", key);
  };
  return (
    <>
      <Title window={`Start: ${spec}`}>Start: {spec}</Title>
      {refusal === undefined ? null : <p role="alert">{refusal}</p>}
      {preview === undefined && refusal === undefined ? <p class="quiet">Looking for gaps …</p> : null}
      {preview === undefined ? null : (
        <form onSubmit={begin} noValidate>
          <Gaps preview={preview} edit={edit} change={changed(setEdit)} />
          <Settings preview={preview} wish={wish} change={changed(setWish)} />
          <div class="actions">
            {problem === undefined ? null : <p role="alert">{problem}</p>}
            <p class="row">
              <button type="submit" class="primary" disabled={sending}>
                {sending ? "Starting …" : "Start session"}
              </button>
              <a class="button" href={href("start")}>
                Choose another spec
              </a>
              <SubmitKey does="starts" />
            </p>
          </div>
        </form>
      )}
    </>
  );
}

interface GapsProps {
  readonly preview: StartPreview;
  readonly edit: InventoryEdit;
  change(edit: InventoryEdit): void;
}

function Gaps({ preview, edit, change }: GapsProps) {
  const { gaps } = preview;
  return (
    <section aria-labelledby="inventory">
      <h2 id="inventory">{gaps.length === 1 ? "1 gap found" : `${gaps.length} gaps found`}</h2>
      <p class="quiet">
        A gap is something the spec leaves open. Drop the gaps that do not matter and add missing ones. They are worked
        on in this order.
      </p>
      <InventoryEditor gaps={gaps} scope={preview.scope} edit={edit} change={change} />
    </section>
  );
}

interface SettingsProps {
  readonly preview: StartPreview;
  readonly wish: StartWish;
  change(wish: StartWish): void;
}

function Settings({ preview, wish, change }: SettingsProps) {
  const { settings, offered } = preview;
  const isInterview = (["engineer", "reviewer"] as const).every(
    (role) => (wish[role] ?? settings[role]) === "interview",
  );
  const number = (name: "maxRounds" | "parallelGaps" | "budget", label: string) => (
    <Field
      label={label}
      isNumber
      value={String(wish[name] ?? settings[name])}
      change={(text) => change({ ...wish, [name]: Number(text) })}
    />
  );
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{isInterview ? "Agents" : "Agents and limits"}</h2>
      <div class="columns">
        {(["engineer", "reviewer"] as const).map((role) => (
          <AgentField
            key={role}
            label={role === "engineer" ? "Engineer" : "Reviewer"}
            configured={settings[role]}
            offered={offered}
            value={wish[role]}
            change={(agent) => {
              const { [role]: _, ...rest } = wish;
              change(agent === undefined ? rest : { ...rest, [role]: agent });
            }}
          />
        ))}
      </div>
      {isInterview ? null : (
        <>
          <div class="row fields">
            {number("maxRounds", "Max. rounds")}
            {number("parallelGaps", "Gaps per round")}
            {number("budget", "Budget (USD)")}
          </div>
          <p>
            <label>
              <input
                type="checkbox"
                checked={wish.survey ?? settings.survey}
                onChange={(event) => change({ ...wish, survey: event.currentTarget.checked })}
              />{" "}
              Have the Reviewer look for more gaps first
            </label>
          </p>
        </>
      )}
      {preview.agentNotes.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {preview.problem === undefined ? null : <p role="alert">{preview.problem}</p>}
      <p aria-live="polite">
        <strong>Estimate:</strong> {preview.expected}
      </p>
    </section>
  );
}

const PAUSE_MILLISECONDS = 400;

/** The gaps, agents and estimate of the session to start, updated shortly after each change. */
function usePreview(spec: string, wish: StartWish): [StartPreview | undefined, string | undefined] {
  const [preview, setPreview] = useState<StartPreview>();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    let ended = false;
    const load = async () => {
      const path = `/api/specs/${encodeURIComponent(spec)}/preview`;
      const result = await postJson<StartPreview>(path, { wish });
      if (ended) return;
      setRefusal("refusal" in result ? result.refusal : undefined);
      if ("value" in result) setPreview(result.value);
    };
    const timer = setTimeout(load, preview === undefined ? 0 : PAUSE_MILLISECONDS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [spec, wish]);
  return [preview, refusal];
}
