import { useState } from "preact/hooks";
import { isProblem } from "../../../src/model/gap-selection.ts";
import type { ListedGap } from "../../../src/model/question.ts";
import { Field } from "./field.tsx";
import { BULK, type Bulk, bulkEdit, type InventoryEdit, inOrder } from "./inventory-edit.ts";
import { InventoryTable } from "./inventory-table.tsx";

interface EditorProps {
  readonly gaps: readonly ListedGap[];
  /** What the session is about, as it stands. */
  readonly scope: string;
  readonly edit: InventoryEdit;
  change(edit: InventoryEdit): void;
}

/** The inventory as a choice, with the scope beside it (SPEC 3.5a, 16.1). */
export function InventoryEditor({ gaps, scope, edit, change }: EditorProps) {
  const [words, select] = useState("");
  const shown = inOrder(gaps, edit.order);
  const isAnyLeft = edit.dropped.size + edit.parked.size + edit.duplicates.size > 0;
  return (
    <>
      {gaps.length > 1 ? <BulkBar {...{ shown, edit, change, words, select }} /> : null}
      <InventoryTable {...{ shown, edit, change, words, select }} />
      {isAnyLeft ? (
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
  /** The selection, as a person would write it: `3-9, HIGH+`. */
  readonly words: string;
  select(words: string): void;
}

/** Several at once: rows that were clicked, or numbers, ids, ranges and severities that were written. */
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
      {problem?.words === words ? <p role="alert">{problem.text}</p> : null}
      <p class="quiet">Or click the numbers; Shift-click selects a range.</p>
    </div>
  );
}
