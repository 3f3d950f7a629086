import type { RunName } from "../mediator/effect.ts";
import type { State } from "../mediator/state.ts";
import type { SessionEvent } from "../model/events.ts";
import type { WrittenFile } from "./write-spec.ts";

/** What the engine tells whoever watches: a terminal, a page, a log. Nothing depends on it being heard. */
export type Observation =
  | { readonly type: "recorded"; readonly events: readonly SessionEvent[]; readonly state: State }
  | { readonly type: "run-progress"; readonly order: RunName; readonly chars: number }
  | { readonly type: "run-note"; readonly order: RunName; readonly message: string }
  | { readonly type: "written"; readonly paths: readonly string[] }
  | { readonly type: "spec-written"; readonly files: readonly WrittenFile[] }
  /** What the author edited in the spec was taken over (SPEC 12). */
  | { readonly type: "source-merged"; readonly message: string }
  /** A record that a person had changed was kept beside (SPEC 2). */
  | { readonly type: "kept-beside"; readonly path: string; readonly kept: string };

export type Observe = (observation: Observation) => void;
