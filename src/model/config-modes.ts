/** Whether a late HIGH issue blocks its gap: the first one, every one, or none (SPEC 3.6). */
export const LATE_HIGH_MODES = ["once", "always", "note"] as const;

/** How a rollback continues: ask the User, retry once by itself, or analyse every time (SPEC 13.5). */
export const ROLLBACK_MODES = ["INTERACTIVE", "AUTO_RETRY", "STRICT"] as const;
export type RollbackMode = (typeof ROLLBACK_MODES)[number];

/** What happens to rollback archives when the session ends (SPEC 13.10); `ask` means `cold` in unattended runs. */
export const ARCHIVE_POLICIES = ["ask", "keep", "delete", "recent", "cold"] as const;
export type ArchivePolicy = (typeof ARCHIVE_POLICIES)[number];

/** What the appendix of the finished spec lists (SPEC 12). */
export const SPEC_APPENDIXES = ["open", "none", "full"] as const;

/** The name of a kind of agent (SPEC 15.2). */
export const AGENT_KIND = /^[a-z][a-z0-9-]{0,31}$/;
