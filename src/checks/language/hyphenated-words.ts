/** First parts that make an ordinary compound of any second one. */
const PREFIXES = new Set(
  `non pre post re co anti auto multi sub super inter intra cross self ex semi micro mini mid pro per all any no un de over under out
  in on off up down by top bottom left right front back high low long short fast slow late early well full half single double triple dual
  two three four five six ten first second third last next one zero real open closed new old hard fixed free best worst main ad
  user server client host data file line key read write run build time date day week month year round point end start stop test
  log error code type name id field value page web app api url http json xml sql cpu gpu io byte bit word text string number
  machine human kernel system network peer node cluster thread process service container image package plug add check sign set
  opt log back fall fail time trade follow hand pop drop copy pass man day-to call event message request response session token rate`.split(
    /\s+/,
  ),
);

/** Second parts that do the same: "case-sensitive", "read-only", "sign-in". */
const SUFFIXES = new Set(
  `based only level wide side time run safe aware like type specific style ready proof friendly sensitive insensitive free first last
  up out in off down on over back through by away to end ended ahead around together able less ful most more way oriented driven
  facing bound native local remote independent dependent compatible compliant capable size sized length width height term party
  line point key value case mode system set list log file code name id set-up letter hand line-of copy start stop order class range`.split(
    /\s+/,
  ),
);

/** Compounds that an engineer knows although neither part tells. */
const KNOWN = new Set(
  `round-robin sans-serif dead-letter write-ahead copy-on head-end front-end back-end look-aside look-up roll-back hot-plug man-in cut-over fan-out
  fan-in tie-breaker work-around trade-off hand-shake life-cycle life-time white-list black-list deny-list allow-list block-list e-mail
  follow-up follower-read leader-election load-balancer load-balancing rate-limit rate-limiter garbage-collector water-mark
  check-sum hand-off stand-by stand-alone trust-zone sand-box side-car blue-green canary-release feature-flag circuit-breaker
  exponential-backoff drag-and point-of time-to end-to peer-to go-live bare-metal air-gap air-gapped bread-crumb key-ring key-chain
  publish-subscribe producer-consumer master-slave primary-replica request-response left-join full-text hyper-link meta-data big-endian
  little-endian hall-effect piezo-electric solid-state two-phase stack-trace max-age catch-all switch-root compare-and test-and fire-and store-and`.split(
    /\s+/,
  ),
);

/** "ring-fence" is a coined compound; "read-only", "sign-in", "self-test" and "round-robin" are not. */
export function isCoinedCompound(lower: string): boolean {
  const parts = lower.split("-");
  const [first = "", second = ""] = parts;
  if (parts.length !== 2 || !/^[a-z]{3,12}-[a-z]{3,12}$/.test(lower) || KNOWN.has(lower)) return false;
  if (PREFIXES.has(first) || SUFFIXES.has(second)) return false;
  return (
    !/(?:ed|ing|en|er|or|ly|al|ic|ive|ous|able|ible|ant|ent|ary|ful|less|ish|est|ion|ment|ness|ity|ism)$/.test(
      second,
    ) && !/(?:ly|...ing|..ed)$/.test(first)
  );
}
