import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Table } from "./table.ts";

interface Row {
  readonly id: string;
  readonly value: number;
}

/** A row is set in some version there is, which makes a new one: versions branch, as when a step is tried first. */
const change = fc.record({ version: fc.nat(40), id: fc.constantFrom(..."abcdefgh"), value: fc.nat(9) });

describe("versions of a table", () => {
  it("each hold what was set in them, in its order, whatever their siblings hold", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const tables = [Table.empty<string, Row>()];
        const models: ReadonlyMap<string, Row>[] = [new Map()];
        for (const { version, id, value } of changes) {
          const at = version % tables.length;
          const row = { id, value };
          tables.push((tables[at] ?? Table.empty<string, Row>()).set(row));
          models.push(new Map(models[at]).set(id, row));
        }
        for (const [at, table] of tables.entries()) {
          expect([...table]).toEqual([...(models[at]?.values() ?? [])]);
          const nines = [...(models[at]?.values() ?? [])].filter(({ value }) => value === 9);
          expect(table.filter(({ value }) => value === 9)).toEqual(nines);
          for (const id of "abcdefgh") expect(table.get(id)).toEqual(models[at]?.get(id));
        }
      }),
    );
  });
});
