/** Verbs for what a system, or somebody who uses it, does; neither for what people think nor for what things are. */
export const ACTIONS: readonly string[] =
  `accept add admit allocate allow announce append apply archive ask assign attach back become begin bind block
  blink brake break bring cache call cancel cap carry change charge check choose claim clear close come commit compare compute
  confirm connect contain continue convert copy count create cut decide decrement default delete deliver demand deny derive
  detect determine disable discard display divide double draw drive drop emit empty enable encode encrypt end enforce enter
  erase escalate evict exclude execute exit expire export extend fail fall fetch fill filter fire fix flag flush follow forbid
  forward free freeze generate get give go grant grow halt hand hash hide hold ignore import include increase increment index
  inherit insert install invalidate issue join jump keep lapse last lead leave lift limit link list load lock log look lose
  lower make map mark match measure merge migrate miss mount move mute name notify offer omit open order override pass pause pay
  perform persist pick pin place poll post print probe process produce promote protect provide publish pull purge push put
  query queue raise rank read rebuild receive reclaim record redirect reduce refresh refuse register reject release reload
  remember remove rename renew repeat replace reply report request reserve reset resolve respond restart restore resume retry
  return revert revoke rise roll rotate round route run save scan schedule seal search select send separate serve set share
  shift ship show shrink shut sign skip sleep slow sort split spread stamp start stay step stop store submit succeed supersede
  suspend swap switch take tell test throttle throw tie track transfer treat trigger trim trip turn unlock update upload use
  validate verify wait wake walk warn win withdraw wrap write yield`.split(/\s+/);
