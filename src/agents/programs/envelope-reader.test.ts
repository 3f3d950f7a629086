import { afterEach, expect, it, vi } from "vitest";
import { taskIn } from "../../../test/contract/agents-run.ts";
import { envelopeReader, field, text } from "./envelope-reader.ts";

afterEach(() => vi.restoreAllMocks());

/** A program each event of which tells a piece, or begins another message. */
function reader(outputBytes: number) {
  const task = taskIn("/");
  const own = { ...task, budget: { ...task.budget, outputBytes } };
  const read = envelopeReader(own, (event) => {
    return { restart: field(event, "restart") === true, piece: text(event, "piece") };
  });
  return { ...read, tell: (event: object) => read.push(Buffer.from(`${JSON.stringify(event)}\n`)) };
}

const piece = (words: string) => ({ piece: words });

it("gives up a message whose pieces together are larger than the limit, in bytes", () => {
  const { tell, end } = reader(6);
  expect(tell(piece("üü"))).toEqual([{ type: "text", text: "üü" }]);
  tell(piece("ü"));
  expect(tell(piece("x"))).toEqual([]);
  expect(end().failure).toMatchObject({ reason: "too-large" });
});

it("counts each message for itself", () => {
  const { tell, end } = reader(6);
  for (let message = 0; message < 3; message += 1) {
    tell({ restart: true });
    tell(piece("12345"));
  }
  expect(end()).toMatchObject({ document: Buffer.from("12345") });
  expect(end().failure).toBeUndefined();
});

it("measures each piece once, however many came before", () => {
  const measured = vi.spyOn(Buffer, "byteLength");
  const { tell } = reader(1_000_000);
  for (let index = 0; index < 200; index += 1) tell(piece("üxüx"));
  const lengths = measured.mock.calls.map(([text]) => String(text).length);
  expect(Math.max(...lengths)).toBeLessThan(50);
});
