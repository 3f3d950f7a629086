import { useEffect, useState } from "preact/hooks";

/** `#/s/KEY/gap/GAP-FLOW-001` as its parts. */
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

/** Whether the person went to another page since this was asked last: its title takes the focus then. */
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
