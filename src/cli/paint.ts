/** The only escape sequences that the program itself puts into its lines. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

type Style = keyof typeof CODES;

/** Colour, or nothing where colour is not wanted. */
export type Paint = Readonly<Record<Style, (text: string) => string>>;

/** Matches a sequence that `Paint` makes, and no other: nothing of it hides text or moves the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is the subject.
export const PAINTED = /\u001b\[(?:1|2|4|22|24|31|32|33|34|35|36|39)m/g;

export const PLAIN: Paint = createPaint(false);

export function createPaint(colour: boolean): Paint {
  const paint = {} as Record<Style, (text: string) => string>;
  for (const style of Object.keys(CODES) as Style[]) {
    const [open, close] = CODES[style];
    paint[style] = colour ? (text) => `\u001b[${open}m${text}\u001b[${close}m` : (text) => text;
  }
  return paint;
}

/** Colour only on a terminal and without `NO_COLOR` (no-color.org: set and not empty); `TERM=dumb` has none. */
export function wantsColour(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  return isTerminal && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
}
