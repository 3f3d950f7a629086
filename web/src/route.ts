import { useEffect, useState } from "preact/hooks";

/** The parts of the address behind the `#`: `#/s/KEY/gap/GAP-FLOW-001` gives `s`, `KEY`, `gap`, `GAP-FLOW-001`. */
export function useRoute(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const change = () => {
      moved = true;
      scrollTo(0, 0);
      setHash(location.hash);
    };
    addEventListener("hashchange", change);
    return () => removeEventListener("hashchange", change);
  }, []);
  return hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
}

export function href(...parts: readonly (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
}

let moved = false;

/** Whether the person went to another page since the last call: the heading of that page then takes the focus. */
export function takeMove(): boolean {
  const result = moved;
  moved = false;
  return result;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
