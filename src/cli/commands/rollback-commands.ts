import { type CommandRow, collect, type OptionRow, SESSION } from "./command-row.ts";

function archiveCommand(
  usage: string,
  text: string,
  name: keyof typeof import("../session/archives.ts"),
  ...options: readonly OptionRow[]
): CommandRow {
  const load = async () => (await import("../session/archives.ts"))[name];
  return { usage: `archive ${usage}`, text, options: [...SESSION, ...options], load };
}

/** Commands on archives of undone rounds, in sessions and in cold storage (SPEC 13.10). */
export const ARCHIVE_COMMANDS: readonly CommandRow[] = [
  archiveCommand("list", "list the archives of the session and in cold storage", "listArchives"),
  archiveCommand("show <ARCHIVE>", "show what an archive holds and why it was made", "showArchive"),
  archiveCommand("restore <ARCHIVE>", "unpack an archive into its own folder", "restoreArchive", [
    "--to <FOLDER>",
    "a folder that is empty or does not exist yet",
  ]),
  archiveCommand("keep <ARCHIVE>", "never remove this archive automatically", "keepArchive"),
  archiveCommand(
    "prune",
    "remove old archives from cold storage",
    "pruneArchives",
    ["--days <DAYS>", "older than this (default: as configured)"],
    ["--dry-run", "only show what would be removed"],
  ),
];

export const ROLLBACK: CommandRow = {
  usage: "rollback [ROUNDS]",
  text: "undo rounds: archive and analyze them, then run them again",
  examples: ["--list", '2 --reason "wrong direction"', '--narrow --reason "too broad"'],
  args: { "[ROUNDS]": "how many rounds to undo (default: 1)" },
  options: [
    ["--reason <TEXT>", "why; recorded in decisions.md and in the analysis"],
    ["--same", "run again with the same prompt"],
    ["--adjusted", "run again as the analysis recommends"],
    ["--narrow", "run again with only the simplest of the round's gaps"],
    ["--context <TEXT>", "run again with these words in the prompts"],
    ["--next", "leave the round's gaps for later and work on others"],
    ["--adjust <TEXT>", "what else the prompts should say (repeatable)", collect],
    ["-y, --yes", "do not ask: run again as the analysis recommends"],
    ["--list", "only show how far back you can go"],
    ["--cancel", "cancel a rollback that is waiting for your answer"],
    ["--mode <MODE>", "INTERACTIVE, AUTO_RETRY or STRICT, from now on"],
    ...SESSION,
  ],
  load: async () => (await import("../session/roll-back.ts")).rollBack,
};
