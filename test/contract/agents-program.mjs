// A program that an agent runs, in the situation that its first argument describes as JSON. It reads its prompt, as
// programs do, and writes the ids of its own process and of one that it starts to the file that the second one names.
// The third argument says how it speaks: plainly, or in the events of one of the agent programs.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, writeSync } from "node:fs";

const situation = JSON.parse(process.argv[2] ?? "{}");
const pids = process.argv[3] ?? "";
appendFileSync(pids, `${process.pid}\n`);
readFileSync(0);

/** Text in which each character is a byte, so that what is not UTF-8 can stand in JSON. */
const asBytes = (data) => Buffer.from(data).toString("latin1");
const say = (text) => writeSync(1, Buffer.from(text, "latin1"));
const tell = (event) => say(`${JSON.stringify(event)}\n`);

const streamEvent = (event) => tell({ type: "stream_event", event });
const stats = {
  input_tokens: 100,
  output_tokens: 10,
  cached: 40,
  models: { m: { input_tokens: 100, output_tokens: 10, cached: 40 } },
};

/** How each speaks: `part` while it writes, `end` when it is done, `error` when it fails. */
const SPEECH = {
  plain: {
    part: say,
    end: () => {},
    error: (message) => writeSync(2, `\u001b[31m${message}\u001b[0m\n`),
  },
  claude: {
    part: (text) => {
      streamEvent({ type: "message_start", message: {} });
      const half = Math.ceil(text.length / 2);
      for (const piece of hasOtherThanAscii(text) ? [text] : [text.slice(0, half), text.slice(half)]) {
        streamEvent({ type: "content_block_delta", delta: { type: "text_delta", text: piece } });
      }
    },
    end: (text) =>
      tell({
        type: "result",
        is_error: false,
        result: text,
        total_cost_usd: 0.5,
        usage: { input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 10 },
      }),
    error: (message) => tell({ type: "result", is_error: true, api_error_status: 401, result: message }),
  },
  codex: {
    part: () => {},
    end: (text) => {
      if (text !== "") tell({ type: "item.completed", item: { type: "agent_message", text } });
      tell({ type: "turn.completed", usage: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 10 } });
    },
    error: (message) => tell({ type: "turn.failed", error: { message } }),
  },
  gemini: {
    part: (text) => {
      say("a warning that is no event\n");
      tell({ type: "message", role: "user", content: "the prompt" });
      if (text !== "") tell({ type: "message", role: "assistant", content: text, delta: true });
    },
    end: () => tell({ type: "result", status: "success", stats }),
    error: (message) => tell({ type: "result", status: "error", error: { message }, stats }),
  },
  opencode: {
    part: () => {},
    end: (text) => {
      tell({ type: "step_start", part: {} });
      if (text !== "") tell({ type: "text", part: { text } });
      const tokens = { input: 60, output: 10, cache: { read: 40, write: 0 } };
      tell({ type: "step_finish", part: { reason: "stop", tokens, cost: 0.5 } });
    },
    error: (message) => tell({ type: "error", error: { data: { message } } }),
  },
};

function hasOtherThanAscii(text) {
  return /[^\x20-\x7e\n]/.test(text);
}

const speech = SPEECH[process.argv[4] ?? "plain"];
const answer = (text) => {
  speech.part(text);
  speech.end(text);
};
const fail = (message) => {
  speech.error(message);
  process.exit(3);
};

switch (situation.type) {
  case "answers":
    answer(Buffer.from(situation.document, "base64").toString("latin1"));
    break;
  case "answers-blank":
    answer(" \n");
    break;
  case "answers-nothing":
    answer("");
    break;
  case "hangs": {
    // Deaf to being asked, in the one case that is enough.
    const deaf = process.argv[4] === undefined ? "process.on('SIGTERM', () => {});" : "";
    if (deaf !== "") process.on("SIGTERM", () => {});
    const child = spawn(process.execPath, ["-e", `${deaf} setInterval(() => {}, 1000)`], { stdio: "inherit" });
    appendFileSync(pids, `${child.pid}\n`);
    writeSync(2, "working\n");
    setInterval(() => {}, 1000);
    break;
  }
  case "crashes":
    writeSync(2, "\u001b[31mit broke\u001b[0m\n");
    process.exit(3);
    break;
  case "breaks-off":
    speech.part(asBytes(situation.part));
    process.exit(3);
    break;
  case "tells-key":
    if (situation.where === "document") answer(`The key is ${process.env.CONTRACT_API_KEY}.`);
    else fail(`refused ${process.env.CONTRACT_API_KEY}`);
    break;
}
