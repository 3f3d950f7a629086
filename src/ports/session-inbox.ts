/**
 * Where other processes leave requests for the one that has a session open, and find what came of them.
 *
 * Contract: a request is there, whole, when `send` resolves, and until `reply` or `withdraw`; a reply is given out once.
 * What is no request is not listed. An inbox that cannot be reached holds nothing.
 */
export interface SessionInbox {
  /** `id` is a plain name, no other request's. */
  send(id: string, request: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  takeReply(id: string): Promise<string | undefined>;
  /** The ids of what waits. */
  waiting(): Promise<readonly string[]>;
  /** `undefined` when it is gone, or larger than any request. */
  read(id: string): Promise<string | undefined>;
  /** The request is gone then. */
  reply(id: string, text: string): Promise<void>;
}

/** More than any request takes. */
export const MOST_REQUEST_BYTES = 8_000_000;
