import { useState } from "preact/hooks";
import { plural } from "../../../src/model/plural.ts";
import type { SpecRow } from "../../../src/server/list-specs.ts";
import { href } from "../route.ts";
import { FilterBox } from "./filter-box.tsx";
import { NewSpec } from "./new-spec.tsx";

const FOLDER_OF_SPECS = "a folder of specs";

/** The specs below the folder: those of frameworks, single files, and folders that can be refined as one spec. */
export function SpecLists({ folder, specs: all }: { folder: string; specs: readonly SpecRow[] }) {
  const [words, setWords] = useState("");
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const specs = all.filter(({ key }) => wanted.every((word) => key.toLowerCase().includes(word)));
  const lists = [
    ["Spec Kit, OpenSpec and Kiro", specs.filter(({ layout }) => layout !== undefined && layout !== FOLDER_OF_SPECS)],
    ["Files", specs.filter(({ layout }) => layout === undefined)],
    ["Folders, as one spec", specs.filter(({ layout }) => layout === FOLDER_OF_SPECS)],
  ] as const;
  const filled = lists.filter(([, rows]) => rows.length > 0);
  return (
    <>
      <FilterBox
        label="Filter specs"
        placeholder="part of a name"
        count={all.length}
        words={words}
        onWords={setWords}
      />
      {all.length === 0 ? (
        <p>
          No markdown files in <span class="path">{folder}</span>.
        </p>
      ) : filled.length === 0 ? (
        <p class="quiet">No spec matches.</p>
      ) : null}
      {filled.map(([name, rows]) => (
        <section key={name} aria-label={name}>
          {wanted.length > 0 || filled.length > 1 || name !== "Files" ? <h2>{name}</h2> : null}
          <ul class="specs">
            {rows.map((row) => (
              <SpecItem key={row.key} row={row} />
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="new-spec">
        <h2 id="new-spec">New spec</h2>
        <NewSpec />
      </section>
    </>
  );
}

function SpecItem({ row: { key, layout, files = 1, session } }: { row: SpecRow }) {
  const name = key === "." ? "this folder" : key;
  return (
    <li>
      {session === undefined ? <a href={href("start", key)}>{name}</a> : <span>{name}</span>}
      {layout === undefined ? null : (
        <span class="quiet">
          {layout === FOLDER_OF_SPECS ? "" : `${layout}, `}
          {plural(files, "file")}
        </span>
      )}
      {session === undefined ? null : <a href={href("s", session)}>Open its session</a>}
    </li>
  );
}
