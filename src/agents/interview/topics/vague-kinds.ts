/** What a vague word is vague about: each kind is asked about in its own way. */
export type VagueKind = "speed" | "escape" | "hedge" | "usability" | "security" | "recovery" | "fitting" | "other";

const KINDS: readonly (readonly [VagueKind, RegExp])[] = [
  [
    "speed",
    /\b(?:quick(?:ly)?|fast|rapid(?:ly)?|swift(?:ly)?|speedily|prompt(?:ly)?|soon|shortly|timely|asap|snappy|responsive|slow(?:ly)?|in due (?:course|time)|in good time|earliest opportunity|undue delay|unnecessary delay|near[- ]real[- ]time)\b/,
  ],
  [
    "escape",
    /\b(?:possible|necessary|needed|appropriate(?=$)|applicable|practical|practicable|feasible|sensible|desired|required|fit|discretion|effort|permits?|permitting|makes? sense)$/,
  ],
  [
    "hedge",
    /\b(?:usually|typically|normally|generally|mostly|largely|often|sometimes|in most cases|in general|under normal (?:circumstances|conditions)|more or less|roughly|to some (?:extent|degree))\b/,
  ],
  [
    "usability",
    /\b(?:user[- ]friendly|intuitive(?:ly)?|easy|easily|ease of use|simple|simply|convenient(?:ly)?|comfortabl[ey]|effortless(?:ly)?|painless|hassle-free|self-explanatory|usable|accessible|understandable|ergonomic|pleasant|delightful|friendly|seamless(?:ly)?)\b/,
  ],
  ["security", /\b(?:secure(?:ly)?|safe(?:ly)?)\b/],
  ["recovery", /\b(?:robust(?:ly)?|reliabl[ey]|resilient|stable|graceful(?:ly)?|tolerant|forgiving)\b/],
  [
    "fitting",
    /\b(?:appropriate(?:ly)?|adequate(?:ly)?|suitabl[ey]|reasonabl[ey]|sensibl[ey]|acceptabl[ey]|satisfactor(?:y|ily)|meaningful(?:ly)?|proper(?:ly)?|correctly|clear(?:ly)?|helpful|useful|good|nice(?:ly)?|decent|prudent)\b/,
  ],
];

/** Clauses by which a duty can be evaded begin with one of these. */
const EVADES =
  /^(?:if|where|when|whenever|wherever|as|to the extent|at (?:its|their) discretion|make every|every|best|reasonable effort|time)\b/;

export function vagueKind(words: string): VagueKind {
  const lower = words.toLowerCase();
  for (const [kind, pattern] of KINDS) {
    if (!pattern.test(lower)) continue;
    if (kind === "escape" && !EVADES.test(lower)) continue;
    if (kind === "speed" && /^as (?:required|needed)/.test(lower)) continue;
    return kind;
  }
  return "other";
}
