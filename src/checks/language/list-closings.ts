import { phraseList } from "./phrases.ts";

/** Words that leave a list open: INCOSE R9, the open-ended terms of ISO/IEC/IEEE 29148. */
export const LIST_CLOSINGS: readonly string[] = phraseList(`
  etc, et cetera, and so on, and so forth, and the like, or the like, and others, among others, amongst others, among other things
  and more, and many more, and much more, and such, and similar, or similar, or others, and so on and so forth, and the rest
  including but not limited to, including without limitation, but not limited to, not limited to, inter alia, to name a few
  and other such, and other similar, or other similar, and comparable, and related, and whatever else, or something similar
  or equivalent, or the equivalent, and the usual, and anything else, or anything else, and everything else, and all that, to mention a few
  and the others, and several others, and many others, and various others, and some others
  and things like that, or something like that, and friends, and what not, and whatnot, and further, or whatever
`);
