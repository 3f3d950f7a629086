/**
 * Where other processes leave requests for the process that has a session open, and find the replies.
 *
 * Contract: when `send` resolves, the whole request is there, until `reply` or `withdraw`. A reply is returned once.
 * Only valid requests are listed. An inbox that cannot be reached is empty.
 */
export interface SessionInbox {
  /** `id` is a plain name that no other request has. */
  send(id: string, request: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  takeReply(id: string): Promise<string | undefined>;
  /** The ids of the waiting requests. */
  waiting(): Promise<readonly string[]>;
  /** `undefined` if the request is gone or too large. */
  read(id: string): Promise<string | undefined>;
  /** Stores the reply and removes the request. */
  reply(id: string, text: string): Promise<void>;
}

/** Larger files in the inbox are ignored. */
export const MOST_REQUEST_BYTES = 8_000_000;
