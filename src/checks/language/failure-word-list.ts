import { wordSet } from "./word-set.ts";

/** Words that speak of something that goes wrong. */
export const FAILURE_WORDS: ReadonlySet<string> = wordSet(`
  fail fails failed failing failure failures error errors erroneous invalid reject rejects rejected rejection refuse refuses refused refusal
  decline declines declined deny denies denied timeout timeouts unreachable unavailable abort aborts aborted rollback retry retries
  retried retrying otherwise cannot missing corrupt corrupted lost loses loss exceed exceeds exceeded conflict conflicts conflicting exception exceptions
  unknown malformed duplicate duplicates expired expires interrupted interruption crash crashes crashed broken partial unless
  unable impossible dropped drops stale incomplete truncated mismatch mismatches unauthorised unauthorized forbidden disconnect disconnects disconnected
  alert alerts fallback wrong bad fault faults faulty overflow full dead-letter attempts resume resumes unreadable unparsable discards discard skips
  missed miss misses outage outages undeliverable unanswered
  skip warns warning rejects unsuccessful absent empty
`);
