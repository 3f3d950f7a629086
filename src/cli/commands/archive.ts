import type { Command } from "commander";
import type { CliContext } from "../context.ts";

/** `whetstone archive …`: what undone rounds held, in sessions and in cold storage (SPEC 13.10). */
export function registerArchive(program: Command, context: CliContext): void {
  const archive = program
    .command("archive")
    .description("list, look into, restore, keep or prune archives of undone rounds");
  sub(archive, "list", "every archive: of the session, and in cold storage").action(async (options: ArchiveOptions) => {
    const { listArchives } = await import("../session/archives.ts");
    await listArchives(options, context);
  });
  sub(archive, "show", "what an archive holds, and why it is there")
    .argument("<ARCHIVE>", "its name, or a file")
    .action(async (name: string, options: ArchiveOptions) => {
      const { showArchive } = await import("../session/archives.ts");
      await showArchive(name, options, context);
    });
  sub(archive, "restore", "unpack an archive into a folder of its own; the session is not changed")
    .argument("<ARCHIVE>", "its name, or a file")
    .option("--to <FOLDER>", "where; it must not exist yet, or be empty")
    .action(async (name: string, options: ArchiveOptions & { to?: string }) => {
      const { restoreArchive } = await import("../session/archives.ts");
      await restoreArchive(name, options, context);
    });
  sub(archive, "keep", "never remove this archive by itself")
    .argument("<ARCHIVE>", "its name")
    .action(async (name: string, options: ArchiveOptions) => {
      const { keepArchive } = await import("../session/archives.ts");
      await keepArchive(name, options, context);
    });
  sub(archive, "prune", "remove from cold storage what is older than its days")
    .option("--days <DAYS>", "another number of days than the configuration has")
    .option("--dry-run", "only show what would go")
    .action(async (options: ArchiveOptions & { days?: string; dryRun?: true }) => {
      const { pruneArchives } = await import("../session/archives.ts");
      await pruneArchives(options, context);
    });
}

export interface ArchiveOptions {
  readonly session?: string;
}

function sub(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document");
}
