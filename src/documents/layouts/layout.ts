/** What a person names when they want a spec refined. */
export interface Place {
  /** Absolute or not, with forward slashes. */
  readonly path: string;
  readonly kind: "file" | "folder";
  /** The markdown files below a folder, from it on, sorted; for a file its name alone. */
  readonly files: readonly string[];
  /** What stands in a file. */
  readonly text?: string;
}

/** A way in which people keep their specs (SPEC 12): which files are the spec, read and written as one. */
export interface Layout {
  /** As a person knows it: `Spec Kit`. */
  readonly name: string;
  /**
   * The files of the spec, from the folder on, in the order in which they are read; for a file its name alone.
   * `undefined` where the place is not kept in this way.
   */
  specFiles(place: Place): readonly string[] | undefined;
}
