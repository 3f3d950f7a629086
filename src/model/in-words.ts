/** `NEEDS_REVISION` as `needs revision`: names of states and causes where people read them. */
export function inWords(name: string): string {
  return name.toLowerCase().replaceAll("_", " ");
}
