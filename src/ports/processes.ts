/** Which process it is, told so that neither a reused number nor a reboot can be mistaken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When it started, in the system's own count; absent where that cannot be read. */
  readonly started?: string;
  /** Which start of the computer it belongs to; absent where that cannot be read. */
  readonly boot?: string;
  /** Which set of process numbers it belongs to, for containers; absent where that cannot be read. */
  readonly namespace?: string;
}

/** The processes of this computer. Contract: neither call throws or waits. */
export interface Processes {
  self(): ProcessIdentity;
  /** Whether the process is still there; `unknown` when that cannot be told for sure from here. */
  liveness(identity: ProcessIdentity): "alive" | "dead" | "unknown";
}
