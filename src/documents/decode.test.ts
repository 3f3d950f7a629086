import { describe, expect, it } from "vitest";
import { decode } from "./decode.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("decode", () => {
  it("strips the byte order mark and makes every line end a line feed", () => {
    expect(decode(utf8("\ufeffa\r\nb\rc\n"))).toEqual({ text: "a\nb\nc\n" });
  });

  it("refuses Latin-1 bytes", () => {
    expect(decode(Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x20))).toMatchObject({ undecodable: true });
  });

  it("refuses NUL and names the byte", () => {
    expect(decode(utf8("a\0b"))).toEqual({ undecodable: true, reason: "byte 1 is NUL" });
  });

  it("reads nothing as the empty text", () => {
    expect(decode(new Uint8Array())).toEqual({ text: "" });
  });
});
