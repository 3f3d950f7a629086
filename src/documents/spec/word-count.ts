import type { Spec } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";

/** Words of a spec, markup counted as people count it: whatever stands between white space. */
export const wordCount = rememberFor((spec: Spec): number =>
  spec.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0),
);
