import type { LiveSession } from "../use-session.ts";

/** What is typed outlives the page and the tab, until it is handed in or thrown away. */
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
