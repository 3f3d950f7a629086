/** An immutable table of rows by id, in the order in which they were added. */
export class Table<Id extends string, Row extends { readonly id: Id }> implements Iterable<Row> {
  readonly rows: readonly Row[];
  /** Shared by all versions and only added to, so `get` checks that the row at the position has the id. */
  readonly #positions: Map<string, number>;

  private constructor(rows: readonly Row[], positions: Map<string, number>) {
    this.rows = rows;
    this.#positions = positions;
  }

  static empty<Id extends string, Row extends { readonly id: Id }>(): Table<Id, Row> {
    return new Table<Id, Row>([], new Map());
  }

  static of<Id extends string, Row extends { readonly id: Id }>(rows: Iterable<Row>): Table<Id, Row> {
    const latest = [...new Map(Array.from(rows, (row) => [row.id, row])).values()];
    return new Table<Id, Row>(latest, new Map(latest.map(({ id }, index) => [id, index])));
  }

  get size(): number {
    return this.rows.length;
  }

  get(id: Id): Row | undefined {
    const row = this.rows[this.#positions.get(id) ?? -1];
    return row?.id === id ? row : undefined;
  }

  /** The rows with these ids; ids without a row are skipped. */
  pick(ids: readonly Id[]): Row[] {
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  has(id: Id): boolean {
    return this.get(id) !== undefined;
  }

  /** Adds the row, or replaces the row with the same id in place. */
  set(row: Row): Table<Id, Row> {
    const { rows, size } = this;
    const at = this.#positions.get(row.id);
    if (at !== undefined && this.has(row.id)) return new Table<Id, Row>(rows.with(at, row), this.#positions);
    // Copies the positions if another version has already added other rows to the shared map.
    const isShared = this.#positions.size === size || at === size;
    const positions = isShared ? this.#positions : new Map(rows.map(({ id }, index): [string, number] => [id, index]));
    return new Table<Id, Row>([...rows, row], positions.set(row.id, size));
  }

  [Symbol.iterator](): ArrayIterator<Row> {
    return this.rows.values();
  }

  filter(keep: (row: Row) => boolean): Row[] {
    return this.rows.filter(keep);
  }
}
