/** The only escape sequences that the program itself prints. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

type Style = keyof typeof CODES;

export type Paint = Readonly<Record<Style, (text: string) => string>>;

export const PLAIN: Paint = createPaint(false);

/** `mark` is part of each sequence, so that the printer can tell ours from those in other text. */
export function createPaint(colour: boolean, mark = ""): Paint {
  const paint = {} as Record<Style, (text: string) => string>;
  for (const style of Object.keys(CODES) as Style[]) {
    const [open, close] = CODES[style];
    paint[style] = colour ? (text) => `\u001b[${mark}${open}m${text}\u001b[${mark}${close}m` : (text) => text;
  }
  return paint;
}

/** Colour on terminals; `NO_COLOR` (if not empty) turns it off, `FORCE_COLOR` turns it on anywhere. */
export function wantsColour(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if ((env.NO_COLOR ?? "") !== "") return false;
  if (env.FORCE_COLOR !== undefined) return !/^(?:0|false)$/i.test(env.FORCE_COLOR);
  return isTerminal && env.TERM !== "dumb";
}
