/** Identifies a process so that it is not mistaken for another after a reboot or when its number is reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When it started, in the system's own units; absent if that cannot be read. */
  readonly started?: string;
  /** Identifies the boot of the computer; absent if that cannot be read. */
  readonly boot?: string;
  /** The namespace of its process number, in containers; absent if that cannot be read. */
  readonly namespace?: string;
}

/** The processes of this computer. Contract: neither call throws or waits. */
export interface Processes {
  self(): ProcessIdentity;
  /** `unknown` if this process cannot tell for sure. */
  liveness(identity: ProcessIdentity): "alive" | "dead" | "unknown";
}
