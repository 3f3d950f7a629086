import fc from "fast-check";
import { expect, it } from "vitest";
import { Redactor, redactBytes, redactText } from "./secrets.ts";

it("takes out a secret that is cut over two pieces", () => {
  const redactor = new Redactor(["hunter2-key"]);
  expect(redactor.push("the hunt")).toBe("the ");
  expect(redactor.push("er2-key is")).toBe("[redacted] is");
  expect(redactor.end()).toBe("");
});

it("gives back what only looked like the beginning of a secret", () => {
  const redactor = new Redactor(["hunter2-key"]);
  expect(redactor.push("a hunter") + redactor.push("s hunt") + redactor.end()).toBe("a hunters hunt");
});

it("prefers the longer of two secrets that begin alike", () => {
  expect(redactText("x abcd1234efgh y", ["abcd1234", "abcd1234efgh"])).toBe("x [redacted] y");
});

it("changes no byte of a document that is not UTF-8 but the secret's", () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("kéy-12345"), Buffer.from([0x80])]);
  const redacted = redactBytes(bytes, ["kéy-12345"]);
  expect(Buffer.from(redacted).toString("latin1")).toBe("\xff\xfe[redacted]\x80");
});

it("gives the same text however it is cut, and no secret in it", () => {
  const secrets = ["aab", "aabba", "bbb", "abab"];
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 })), (pieces) => {
      const redactor = new Redactor(secrets);
      const streamed = pieces.map((piece) => redactor.push(piece)).join("") + redactor.end();
      expect(streamed).toBe(redactText(pieces.join(""), secrets));
      expect(secrets.some((secret) => streamed.includes(secret))).toBe(false);
    }),
  );
});
