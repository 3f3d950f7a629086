const IRREGULAR = new Set(
  `begun bent bound bought broken brought built bred burnt cast caught chosen cut dealt done drawn driven eaten fed felt
  fought forbidden forgotten forgiven found frozen given gone ground grown heard held hidden hit hurt kept known laid
  led left lent let lost made meant met mistaken overridden overwritten paid put quit read rebuilt rerun reset resent
  rewritten rid run said seen sent set shed shown shut sold sought spent split spread stolen struck sunk swapped
  taken taught thrown told torn understood undone unset upheld withdrawn withheld won worn written`.split(/\s+/),
);

/** Words that end like a participle and name a state, or that are no verb at all. */
const STATES = new Set(
  `based located related limited interested advanced dedicated detailed needed red united varied aged naked sacred
  sophisticated supposed entitled concerned unchanged unlimited unrelated unaffected unused undefined unspecified
  well-formed nested embed speed feed exceed proceed succeed need indeed shared involved associated connected
  distributed finished completed`.split(/\s+/),
);

/** A past participle that tells what is done to something: "masked", "rolled", "written". */
export function isActionParticiple(word: string): boolean {
  const lower = word.slice(word.lastIndexOf("-") + 1); // "re-read", "double-checked"
  if (STATES.has(lower)) return false;
  if (IRREGULAR.has(lower)) return true;
  return lower.length > 4 && lower.endsWith("ed") && !lower.endsWith("eed");
}
