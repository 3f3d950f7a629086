import { describe, expect, it } from "vitest";
import { ISSUE } from "../../../../test/support/detector-input.ts";
import { saysSomething } from "./claims.ts";
import { readStance } from "./stance.ts";
import { termReader } from "./terms.ts";

const read = termReader();

/** Replies to "Retry limit of the upload is not justified", as they are written. */
const DEFLECTIONS = [
  "The reviewer misunderstands how uploads work. Trying three times is the standard approach.",
  "This is out of scope for this spec.",
  "Not an issue. Uploads rarely fail.",
  "We have considered this and do not see a problem with the retry limit.",
  "Three attempts are enough. No change needed.",
  "The limit is fine as it is.",
  "This was already addressed in the previous round.",
  "The concern is theoretical; in practice uploads do not exhaust the attempts.",
  "This point has been discussed at length already and I do not want to reopen it.",
  "The issue is noted. No action is required.",
  "I do not share this concern. The retry behaviour is clear to anyone familiar with uploads.",
  "A slow network is an edge case that will never occur in our environment.",
  "Disagree. The retry limit is correct.",
  "The suggestion would add needless complexity. Rejected.",
  "Users have not complained about the retry limit, so there is nothing to fix.",
  "The limit is a matter of taste. I have chosen it based on experience and stand by it.",
  "Everybody who has worked with networks knows how retries are done.",
  "That would be a question for the network team, not for this document.",
  "Slow networks are rare here.",
  "Uploads have worked like that for ten years without trouble.",
  "No user will notice.",
  "A backoff is a gimmick.",
  "How often an upload is tried is out of scope here. The attempts will be handled later, when the client is built.",
  "Noted. When exactly an upload is given up will be considered during the implementation. No change to the proposal.",
  "The reviewer exaggerates. Fixed limits are proven, and a slow network does not exhaust anything that matters.",
  "Deferred. Retries are a network topic and not a topic of ours. People who upload files know about them.",
  "Not a real problem. Whoever wrote this has not watched an upload. We keep the rule.",
];

const DISAGREEMENTS = [
  "I disagree that the limit should be configurable. Instead the client backs off exponentially and stops after ten minutes, whatever the number of attempts; this bounds the time a user waits.",
  "A configurable limit is not needed: the upload is chunked, so a failed chunk is sent again until the session expires after one hour. The user never loses more than one chunk.",
  "Not configurable, but justified: three attempts with 1, 4 and 16 seconds cover the outages measured in March; longer ones are handed to the background queue.",
  "No. A setting that nobody can choose well is worse than a fixed number. Alternative: the server returns Retry-After and the client follows it, at most ten minutes in all.",
  "We keep three attempts. The loss of the upload is solved by saving the file locally first and offering it again at the next start.",
];

const ANSWERS = [
  "The limit is now read from `upload.retries`, default 5, because 95 % of failures clear within four attempts.",
  "The reviewer is right. The upload is resumable now and the limit is gone.",
  "Fixed: the default is 3, configurable from 0 to 10.",
  "The client waits between attempts, longer each time.",
  "The client now demands proof that the part on the server is unchanged.",
  "Attempts are counted by the server, and whoever exceeds them is told so.",
];

const PROMISES = [
  "Deferred to the next version.",
  "Agreed, and taken on board.",
  "We will come back to this in the next round.",
];

describe("SPEC 9, H5: the stance of a reply", () => {
  it.each(DEFLECTIONS)("deflects: %s", (reply) => {
    expect(readStance(reply, ISSUE, read).stance).toBe("deflects");
  });

  it.each(DISAGREEMENTS)("does not deflect, for it offers something: %s", (reply) => {
    expect(readStance(reply, ISSUE, read).stance).not.toBe("deflects");
  });

  it.each(ANSWERS)("accepts: %s", (reply) => {
    expect(readStance(reply, ISSUE, read).stance).toBe("accepts");
  });

  it.each(PROMISES)("neither turns away nor answers: %s", (reply) => {
    expect(readStance(reply, ISSUE, read).stance).toBe("accepts");
    expect(saysSomething(reply, ISSUE, read)).toBe(false);
  });

  it("says which words reject", () => {
    expect(readStance("The limit is fine as it is.", ISSUE, read).rejecting.join(" ")).toContain("is fine");
  });

  it("takes only plain rejection in a row or a section for a stance", () => {
    const words = "Everybody who has worked with networks knows how retries are done.";
    expect(readStance(words, ISSUE, read, false).stance).toBe("accepts");
    expect(readStance("Not an issue; the limit is fine.", ISSUE, read, false).stance).toBe("deflects");
  });

  it("does not read fences", () => {
    expect(readStance("```\nthis is fine\n```\n", ISSUE, read).stance).toBe("accepts");
  });
});
