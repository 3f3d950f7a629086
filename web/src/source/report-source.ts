import { plural } from "../../../src/model/plural.ts";
import type { ReportData } from "../../../src/server/report.ts";
import { timeWords } from "../parts/where.tsx";
import { parseVisible } from "./http.ts";
import type { SessionSource } from "./source.ts";

/** The session embedded in a report file; `undefined` on a page served by `whetstone ui`. */
export function reportSource(): SessionSource | undefined {
  const element = document.getElementById("report");
  if (!element) return undefined;
  const data = parseVisible(element.textContent ?? "") as ReportData;
  let documents: Readonly<Record<string, string>> | undefined;
  const refused = async () => "A report cannot be changed.";
  return {
    key: "report",
    readOnly: true,
    about: aboutReport(data),
    session: async () => ({ view: data.view, running: { runner: "nobody" } }),
    async file(path) {
      // The documents are parsed when the first one is opened, because most readers open few or none.
      documents ??= JSON.parse(document.getElementById("documents")?.textContent ?? "{}") as Record<string, string>;
      return Object.hasOwn(documents, path) ? documents[path] : undefined;
    },
    spec: async () => data.spec,
    rollback: async () => data.rollback,
    history: async (gap) => data.histories[gap as keyof typeof data.histories] ?? [],
    listen: () => () => undefined,
    command: refused,
    setRunning: refused,
  };
}

function aboutReport({ view, leftOut }: ReportData): string {
  const words = `Report of ${timeWords(view.at)}. It is read-only and loads nothing from the network.`;
  if (leftOut.length === 0) return words;
  return `${words} ${plural(leftOut.length, "document")} did not fit.`;
}
