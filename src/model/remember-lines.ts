/** Longer lines are not remembered, so that memory is bounded. */
const LONGEST = 200;
const MOST = 600;

/**
 * A pure function of a line that remembers what it said of the lines of late. Only a saving: one line is asked about
 * several times while its document is read, and again when the document is repaired.
 */
export function rememberLines<Value extends object>(make: (line: string) => Value): (line: string) => Value {
  const known = new Map<string, Value>();
  return (line) => {
    if (line.length > LONGEST) return make(line);
    const said = known.get(line);
    if (said !== undefined) return said;
    if (known.size >= MOST) known.clear();
    const value = make(line);
    known.set(line, value);
    return value;
  };
}
