import { inTempFolder, runCli } from "../../e2e/run-cli.ts";

/** What `whetstone inspect --json` tells of a document. */
export interface Inspected {
  readonly resolutions: readonly { readonly gap: string; readonly chars: number }[];
  readonly issues: readonly { readonly id: string | null; readonly label: string | null; readonly severity: string }[];
  readonly gate: {
    readonly success: boolean;
    readonly failureType: string | null;
    readonly retriable: boolean;
    readonly message: string;
    readonly warnings: readonly { readonly type: string; readonly message: string }[];
    readonly gapsAddressed: readonly string[];
  };
}

export interface Against {
  readonly role: "engineer" | "reviewer";
  readonly assigned: readonly string[];
  /** The gaps that exist. */
  readonly inventory: readonly string[];
  readonly spec: string;
}

/** Many documents in one call, by the names that the test gives them. */
export function inspectAll<Name extends string>(
  { role, assigned, inventory, spec }: Against,
  documents: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, Inspected>>> {
  const names = Object.keys(documents) as Name[];
  const files = Object.fromEntries(names.map((name) => [`${name}.md`, documents[name]]));
  const given = { ...files, "spec.md": spec, "inventory.md": inventory.map((gap) => `- ${gap}`).join("\n") };
  return inTempFolder(given, async (cwd) => {
    const against = ["--inventory", "inventory.md", "--assigned", assigned.join(","), "--spec", "spec.md"];
    const args = ["inspect", ...Object.keys(files), "--role", role, "--round", "1", "--json", ...against];
    const { stdout, stderr } = await runCli(args, { cwd });
    if (!stdout.startsWith("[")) throw new Error(`${stdout}\n${stderr}`);
    const all = JSON.parse(stdout) as Inspected[];
    return Object.fromEntries(names.map((name, index) => [name, all[index]])) as Record<Name, Inspected>;
  });
}
