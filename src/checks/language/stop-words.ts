/** Words that say nothing about what a sentence is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after afterwards again all also although always am an and any are as at be because been before being
  below between both but by can cannot could did do does doing done down during each either else every few first for
  from further get gets had has have having he her here hers him his how however i if in into is it its itself just
  last least less may me might mine more most much must my no nor not of off on once one only onto or other others our
  out over own per same second shall she should since so some such than that the their them then there these they this
  those though three through thus to too two under unless until up upon us use used uses using very via was we were
  what when whenever where whether which while who whom whose why will with within without would yet you your
  always never otherwise instead still already exactly whichever take takes place happen happens occur occurs`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
