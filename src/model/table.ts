const CHUNK = 64;

/** An immutable ordered table of rows by id; a change copies one chunk only, so large tables stay cheap. */
export class Table<Id extends string, Row extends { readonly id: Id }> implements Iterable<Row> {
  readonly #chunks: readonly (readonly Row[])[];
  /** Shared by all versions and only added to, so `get` checks that the row at the position has the id. */
  readonly #positions: Map<string, number>;
  readonly size: number;

  private constructor(chunks: readonly (readonly Row[])[], positions: Map<string, number>, size: number) {
    this.#chunks = chunks;
    this.#positions = positions;
    this.size = size;
  }

  static empty<Id extends string, Row extends { readonly id: Id }>(): Table<Id, Row> {
    return new Table<Id, Row>([], new Map(), 0);
  }

  static of<Id extends string, Row extends { readonly id: Id }>(rows: Iterable<Row>): Table<Id, Row> {
    let table = Table.empty<Id, Row>();
    for (const row of rows) table = table.set(row);
    return table;
  }

  get(id: Id): Row | undefined {
    const position = this.#positions.get(id);
    if (position === undefined || position >= this.size) return undefined;
    const row = this.#chunks[Math.floor(position / CHUNK)]?.[position % CHUNK];
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
    return this.has(row.id) ? this.#replace(row) : this.#add(row);
  }

  /** Iterates over a copy, because a generator is several times slower. */
  [Symbol.iterator](): ArrayIterator<Row> {
    return ([] as Row[]).concat(...this.#chunks).values();
  }

  /** The rows in order; a chunk stays the same object until one of its rows changes. */
  get chunks(): readonly (readonly Row[])[] {
    return this.#chunks;
  }

  filter(keep: (row: Row) => boolean): Row[] {
    const kept: Row[] = [];
    for (const chunk of this.#chunks) for (const row of chunk) if (keep(row)) kept.push(row);
    return kept;
  }

  #replace(row: Row): Table<Id, Row> {
    const position = this.#positions.get(row.id) ?? 0;
    const at = Math.floor(position / CHUNK);
    const chunk = [...(this.#chunks[at] ?? [])];
    chunk[position % CHUNK] = row;
    return new Table<Id, Row>(this.#chunks.with(at, chunk), this.#positions, this.size);
  }

  #add(row: Row): Table<Id, Row> {
    // Copies the positions if another version has already added other rows to the shared map.
    const isShared = this.#positions.size === this.size || this.#positions.get(row.id) === this.size;
    const positions = isShared ? this.#positions : new Map([...this].map(({ id }, at): [string, number] => [id, at]));
    positions.set(row.id, this.size);
    const last = this.#chunks.at(-1);
    const chunks =
      last && last.length < CHUNK
        ? this.#chunks.with(this.#chunks.length - 1, [...last, row])
        : [...this.#chunks, [row]];
    return new Table<Id, Row>(chunks, positions, this.size + 1);
  }
}
