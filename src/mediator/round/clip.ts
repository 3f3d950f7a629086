/** Words of a document that the state keeps are bounded: whatever a model writes is untrusted. */
const TEXT_LIMIT = 6_000;

export function clip(text: string, most = TEXT_LIMIT): string {
  return text.length > most ? `${text.slice(0, most)} […]` : text;
}
