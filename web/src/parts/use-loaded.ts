import { useEffect, useState } from "preact/hooks";

/** The result of `load`, loaded again when one of `about` changes, with the old value meanwhile. A string is an error message. */
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
