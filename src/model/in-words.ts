/** `NEEDS_REVISION` as `needs revision`: names of states and causes where people read them. */
export function inWords(name: string): string {
  if (name === "USER_DEFERRED") return "put off";
  return name.toLowerCase().replaceAll("_", " ");
}
