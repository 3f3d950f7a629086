import { describe, expect, it } from "vitest";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { errorCode, fileError } from "./file-errors.ts";

describe("an error of the file system", () => {
  it.each([
    ["ENOSPC", "DISK_FULL"],
    ["EDQUOT", "DISK_FULL"],
    ["EROFS", "READ_ONLY"],
    ["EACCES", "NOT_PERMITTED"],
    ["EPERM", "NOT_PERMITTED"],
    ["EIO", "DISK_FAILED"],
    ["EBUSY", "FILE_FAILED"],
    ["EMFILE", "FILE_FAILED"],
    ["ENOTDIR", "FILE_FAILED"],
  ])("with %s is told as %s, with the place and what to do", (code, told) => {
    const cause = Object.assign(new Error("as the system says"), { code });
    const error = fileError("Writing", "status.md", cause);
    expect(error).toMatchObject({ code: told, target: "status.md", cause });
    expect(error.message).toMatch(/^Writing status\.md failed: .+\.$/);
    expect(error.fix).toMatch(/then run the command again/);
  });

  it("of ours is told as it is", () => {
    const ours = new WhetstoneError("PATH_REFUSED", "no");
    expect(fileError("Writing", "a", ours)).toBe(ours);
  });

  it("has no code when it is none of the system's", () => {
    expect(errorCode("text")).toBe("");
    expect(fileError("Reading", "a", "text").message).toBe("Reading a failed: text.");
  });
});
