import type { SessionHome, SessionLease } from "../../src/ports/session-home.ts";
import type { Faults } from "./faults.ts";

/** A home with a point on both sides of every append and sync, named by the events' types. */
export function faultyHome(home: SessionHome, faults: Faults): SessionHome {
  return {
    ...home,
    create: async (beginning, onEntry) => faultyLease(await home.create(beginning, onEntry), faults),
    open: async (onEntry, known) => faultyLease(await home.open(onEntry, known), faults),
  };
}

function faultyLease(lease: SessionLease, faults: Faults): SessionLease {
  return {
    ...lease,
    append(step, options) {
      const types = step.events.map(({ type }) => type).join(", ");
      return faults.around("append", types, () => lease.append(step, options));
    },
    sync: () => faults.around("sync", "journal", () => lease.sync()),
  };
}
