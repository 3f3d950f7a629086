import { phraseList } from "./phrases.ts";

/** Verbs whose action crosses a boundary - a network, a disk, another program, a person - and so can fail there. */
const BASES = phraseList(`
  ask, call, request, query, fetch, pull, push, send, post, publish, submit, forward, deliver, download, upload, import, export, load
  read, write, save, store, copy, move, rename, replace, migrate, transfer, synchronise, synchronize, sync, replicate, restore
  back up, archive, deploy, install, connect, open, lock, acquire, charge, pay, invoke, rebuild
  provision, register, mount, flash, print, unpack, extract, merge, contact, transmit, stream, scan, fill, reserve, book
  create, delete, update, append, insert, upgrade, reload, refresh, exchange, redeem, dispatch, collect
  hand over, notify, email, ship, commit, subscribe, poll, retrieve, look up
`);

/** Verbs that are enough by themselves to speak of a boundary; the others need a far side: "from the server", "to disk". */
const STRONG = new Set(
  phraseList(`
    import, export, upload, download, fetch, pull, push, migrate, restore, replicate, transfer, install, deploy, send, ask, call
    transmit, publish, submit, deliver, archive, rebuild, provision, charge, contact, query, unpack, back up, synchronise
    synchronize, sync, forward, post, copy, retrieve, hand over, exchange, fill, dispatch
  `),
);

/** Third person and base form of each verb, with its base: "asks" is "ask". */
export const FALLIBLE_VERBS: ReadonlyMap<string, string> = new Map(
  BASES.flatMap((base) => {
    const [verb = "", ...rest] = base.split(" ");
    return rest.length > 0 ? [] : [[verb, base] as const, [thirdPerson(verb), base] as const];
  }),
);

export function isStrongVerb(base: string): boolean {
  return STRONG.has(base);
}

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|z)$/.test(verb)) return `${verb}es`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}
