import { useEffect, useState } from "preact/hooks";
import { getFile } from "../api.ts";

/** A document of the session; `undefined` while it loads, `null` when it is not there. Read again when `version` changes. */
export function useFile(key: string, path: string | undefined, version: number): string | null | undefined {
  const [text, setText] = useState<string | null>();
  useEffect(() => {
    let ended = false;
    setText(undefined);
    if (path !== undefined) {
      getFile(key, path).then(
        (content) => ended || setText(content ?? null),
        () => ended || setText(null),
      );
    }
    return () => {
      ended = true;
    };
  }, [key, path, version]);
  return text;
}

/** Some lines of a document. */
export function linesOf(text: string, line: number, endLine: number): string {
  return text
    .split("\n")
    .slice(line - 1, endLine)
    .join("\n");
}
