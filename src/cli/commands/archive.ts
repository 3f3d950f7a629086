import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import type { ArchiveOptions } from "../session/archives.ts";
import { sub } from "./person-command.ts";

type Archives = typeof import("../session/archives.ts");

/** `whetstone archive …`: what undone rounds held, in sessions and in cold storage (SPEC 13.10). */
export function registerArchive(program: Command, context: CliContext): void {
  const archive = program
    .command("archive")
    .description("list, look into, restore, keep or prune archives of undone rounds");
  const forAll = (name: "listArchives" | "pruneArchives") => async (options: ArchiveOptions) => {
    await (await load())[name](options, context);
  };
  const forOne =
    (name: "showArchive" | "restoreArchive" | "keepArchive") => async (word: string, options: ArchiveOptions) => {
      await (await load())[name](word, options, context);
    };
  sub(archive, "list", "every archive: of the session, and in cold storage").action(forAll("listArchives"));
  sub(archive, "show", "what an archive holds, and why it is there")
    .argument("<ARCHIVE>", "its name, or a file")
    .action(forOne("showArchive"));
  sub(archive, "restore", "unpack an archive into a folder of its own; the session is not changed")
    .argument("<ARCHIVE>", "its name, or a file")
    .option("--to <FOLDER>", "where; it must not exist yet, or be empty")
    .action(forOne("restoreArchive"));
  sub(archive, "keep", "never remove this archive by itself")
    .argument("<ARCHIVE>", "its name")
    .action(forOne("keepArchive"));
  sub(archive, "prune", "remove from cold storage what is older than its days")
    .option("--days <DAYS>", "another number of days than the configuration has")
    .option("--dry-run", "only show what would go")
    .action(forAll("pruneArchives"));
}

function load(): Promise<Archives> {
  return import("../session/archives.ts");
}
