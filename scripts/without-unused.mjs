// A plugin for esbuild that removes what markdown-it and commander load but this program never uses.
import { readFileSync } from "node:fs";
import { transform } from "esbuild";

/** Replaces packages that are never called: links and entities are inline markdown, and only blocks are read. */
const UNUSED =
  'export class LinkifyIt {} export const decodeHTMLStrict = () => { throw new Error("not in this build"); }; export default {};';

/** It would slow every start. */
export function withoutUnused() {
  return {
    name: "without-unused",
    setup({ onResolve, onLoad }) {
      onResolve(
        { filter: /^(?:entities|linkify-it|mdurl|uc\.micro|punycode\.js|node:child_process)$/ },
        ({ path, importer }) =>
          /node_modules\/(?:markdown-it|commander)\//.test(importer.replaceAll("\\", "/"))
            ? { path, namespace: "unused" }
            : undefined,
      );
      onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: UNUSED }));
      // A helper defines fields one by one, which takes half the time of creating a token.
      onLoad({ filter: /[\\/]node_modules[\\/](?:markdown-it|commander)[\\/].*\.m?js$/ }, async ({ path }) => {
        const source = readFileSync(path, "utf8").replace(
          /_defineProperty\(\s*this,\s*(?:\/\*[\s\S]*?\*\/\s*)?"(\w+)",/g,
          (_, field) => `this.${field} = (`,
        );
        return { contents: (await transform(source, { minify: true })).code };
      });
    },
  };
}
