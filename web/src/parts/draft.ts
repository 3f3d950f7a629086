import type { LiveSession } from "../use-session.ts";

/** A draft in localStorage, so that typed text survives reloads and closed tabs until it is sent or discarded. */
export function draftOf<Value>({ view }: LiveSession, name: string) {
  const key = `whetstone ${view.session.id} ${name}`;
  return {
    read(): Value | undefined {
      const text = localStorage.getItem(key);
      return text === null ? undefined : JSON.parse(text);
    },
    keep: (value: Value) => localStorage.setItem(key, JSON.stringify(value)),
    forget: () => localStorage.removeItem(key),
  };
}
