import { phraseList } from "./phrases.ts";

/** Verbs whose action crosses a boundary - a network, a disk, another program, a person - and so can fail there. */
const BASES = phraseList(`
  ask, call, query, fetch, pull, push, send, post, publish, submit, forward, deliver, download, upload, import, export, load
  read, write, save, store, copy, move, rename, replace, migrate, transfer, synchronise, synchronize, sync, replicate, restore
  archive, deploy, install, connect, acquire, charge, pay, invoke, rebuild, provision, register, mount, flash, unpack, extract
  contact, transmit, stream, fill, reserve, book, exchange, redeem, dispatch, collect, notify, email, ship, subscribe, poll, retrieve
  authenticate, sign, enrol, enroll, recognise, recognize, parse, decode, decrypt, geocode, translate, transcode, convert, digitise, digitize
  dial, route, relay, broadcast, withdraw, deposit, settle, reimburse, credit, remit, attach, pair, capture, reconcile, enqueue, escalate
  mail, request, revoke, refund, debit, hand, merge, upgrade, commit, refresh, scan, take, obtain, order, create, delete, update, append, insert, open, lock, apply, print
`);

/** Verbs that are enough by themselves to speak of a boundary; the others need a far side: "from the server", "to disk". */
const STRONG = new Set(
  phraseList(`
    import, export, upload, download, fetch, pull, push, migrate, restore, replicate, transfer, install, deploy, send, ask, call
    transmit, publish, submit, deliver, archive, rebuild, provision, charge, contact, query, unpack, revoke, refund, debit, synchronise
    authenticate, recognise, recognize, parse, decrypt, geocode, transcode, broadcast, reimburse, remit, relay, digitise, digitize
    synchronize, sync, forward, mount, store, save, write, replace, post, copy, retrieve, exchange, fill, dispatch, connect, acquire, book, mail
  `),
);

/** Third person and base form of each verb, with its base: "asks" is "ask". */
export const FALLIBLE_VERBS: ReadonlyMap<string, string> = new Map(
  BASES.flatMap((base) => [[base, base] as const, [thirdPerson(base), base] as const]),
);

export function isStrongVerb(base: string): boolean {
  return STRONG.has(base);
}

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|z)$/.test(verb)) return `${verb}es`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}
