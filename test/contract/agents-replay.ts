import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openReplayAgent } from "../../src/agents/replay/open-replay-agent.ts";
import { type AgentKind, KEY_NAME, type Place, type Situation } from "./agents-kind.ts";

export const replayKind: AgentKind = {
  name: "replay",
  rawBytes: true,
  streams: true,
  async open(situation, place) {
    const { document, settings } = recordingFor(situation, place);
    await writeFile(join(place.fixtures, "engineer.md"), document);
    await writeFile(join(place.fixtures, "replay.json"), JSON.stringify({ version: 1, ...settings }));
    const agent = await openReplayAgent({ folder: place.fixtures, ...place });
    return { agent, close: async () => {} };
  },
};

function recordingFor(situation: Situation, place: Place): { document: string | Uint8Array; settings: object } {
  const fault = (value: object) => ({ rules: [{ fault: value }] });
  const key = place.environment[KEY_NAME] ?? "";
  switch (situation.type) {
    case "answers":
      return { document: situation.document, settings: { chunkBytes: 7 } };
    case "answers-blank":
      return { document: " \n", settings: {} };
    case "answers-nothing":
      return { document: "", settings: fault({ type: "missing" }) };
    case "hangs":
      return { document: "late", settings: { latencyMs: 600_000 } };
    case "crashes":
      return { document: "", settings: fault({ type: "crash" }) };
    case "breaks-off":
      return { document: situation.part, settings: fault({ type: "crash", afterBytes: situation.part.length }) };
    case "tells-key":
      return situation.where === "document"
        ? { document: `The key is ${key}.`, settings: { chunkBytes: 5 } }
        : { document: "", settings: fault({ type: "crash", message: `refused ${key}` }) };
  }
}
