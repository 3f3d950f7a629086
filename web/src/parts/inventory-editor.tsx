import { useState } from "preact/hooks";
import { capitalised } from "../../../src/model/in-words.ts";
import type { ListedGap } from "../../../src/model/question.ts";
import { isProblem } from "../../../src/model/select-gaps.ts";
import { Field } from "./field.tsx";
import { BULK, type Bulk, bulkEdit, type InventoryEdit, inOrder } from "./inventory-edit.ts";
import { InventoryTable } from "./inventory-table.tsx";

interface EditorProps {
  readonly gaps: readonly ListedGap[];
  /** The scope as found in the spec. */
  readonly scope: string;
  readonly edit: InventoryEdit;
  change(edit: InventoryEdit): void;
}

/** Edits the list of gaps and the scope before round 1 (SPEC 3.5a, 16.1). */
export function InventoryEditor({ gaps, scope, edit, change }: EditorProps) {
  const [words, select] = useState("");
  const shown = inOrder(gaps, edit.order);
  const isAnyExcluded = edit.dropped.size + edit.parked.size + edit.duplicates.size > 0;
  return (
    <>
      {gaps.length > 1 ? <BulkBar {...{ shown, edit, change, words, select }} /> : null}
      <InventoryTable {...{ shown, edit, change, words, select }} />
      {isAnyExcluded ? (
        <Field
          label="Why they are left out (required to park CRITICAL or HIGH)"
          value={edit.reason}
          change={(reason) => change({ ...edit, reason })}
        />
      ) : null}
      <Field
        label="More gaps, one per line"
        value={edit.add}
        long
        rows={2}
        hint="Start a line with a severity to set it: HIGH: what happens when …"
        change={(add) => change({ ...edit, add })}
      />
      <Field
        label="Scope: what is in, and what is out"
        value={edit.scope ?? scope}
        long
        rows={2}
        change={(text) => change({ ...edit, scope: text })}
      />
    </>
  );
}

interface BulkProps extends Pick<EditorProps, "edit" | "change"> {
  readonly shown: readonly ListedGap[];
  /** The typed selection, such as `3-9, HIGH+`. */
  readonly words: string;
  select(words: string): void;
}

/** Actions on several gaps, selected by clicking rows or by typing numbers, ids, ranges or severities. */
function BulkBar({ shown, edit, change, words, select }: BulkProps) {
  const [problem, setProblem] = useState<{ readonly words: string; readonly text: string }>();
  const apply = (what: Bulk) => {
    const changed = bulkEdit(shown, edit, what, words);
    if (isProblem(changed)) return setProblem({ words, text: changed.problem });
    setProblem(undefined);
    select("");
    change(changed);
  };
  return (
    <div class="bulk">
      <p class="row">
        <label class="filter">
          Select{" "}
          <input
            type="text"
            value={words}
            placeholder="3-9, GAP-PAY-001..004, HIGH+"
            autocomplete="off"
            onInput={(event) => select(event.currentTarget.value)}
            onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
          />
        </label>
        {BULK.map((what) => (
          <button key={what} type="button" onClick={() => apply(what)}>
            {what}
          </button>
        ))}
      </p>
      {problem?.words === words ? <p role="alert">{capitalised(problem.text)}.</p> : null}
      <p class="quiet">Or click the numbers; Shift-click selects a range.</p>
    </div>
  );
}
