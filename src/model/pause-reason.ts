/** The reason of a pause that the User gave none for. */
export const PAUSED_BY_USER = "paused by the person";

/** `paused: waiting for legal`, and `paused` alone where nothing more is known. */
export function pausedText(reason: string): string {
  return reason === PAUSED_BY_USER ? "paused" : `paused: ${reason}`;
}
