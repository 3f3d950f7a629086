import type { Layout } from "./layout.ts";

/** One markdown file of any form. */
export const plainFile: Layout = {
  name: "a plain file",
  specFiles: ({ kind, files }) => (kind === "file" ? files : undefined),
};

/** Every markdown file below a folder, as one spec. */
export const folderOfSpecs: Layout = {
  name: "a folder of specs",
  specFiles: ({ kind, files }) => (kind === "folder" && files.length > 0 ? files : undefined),
};
