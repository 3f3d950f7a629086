import { useEffect, useState } from "preact/hooks";

/** What `load` gives, again whenever one of `about` changes; the last one meanwhile. A string says why there is none. */
export function useLoaded<Value extends object>(
  load: () => Promise<Value>,
  about: readonly unknown[],
): Value | string | undefined {
  const [value, setValue] = useState<Value | string>();
  useEffect(() => {
    let ended = false;
    load().then(
      (result) => ended || setValue(result),
      (error: Error) => ended || setValue(error.message),
    );
    return () => {
      ended = true;
    };
  }, about);
  return value;
}
