import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*"(\.{1,2}\/[^"]+)"/g;

/** What each file of `src` imports, also for types and at run time. */
function readImports(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((path) => join("src", path).split(sep).join("/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): string[] {
  const named = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path = ""]) => path);
  return [
    ...new Set(
      named.map((path) =>
        normalize(join(dirname(file), path))
          .split(sep)
          .join("/"),
      ),
    ),
  ];
}

/** Rings and what lies between two: what has no import left, or no importer, is taken away until nothing goes. */
function filesInRings(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Set(imports.keys());
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size;
    const imported = new Set([...left].flatMap((file) => imports.get(file) ?? []));
    for (const file of left) {
      const goesOn = imports.get(file)?.some((other) => left.has(other)) ?? false;
      if (!goesOn || !imported.has(file)) left.delete(file);
    }
  }
  return [...left].sort();
}

const IMPORTS = readImports();

/** Exports of `src` that neither another file nor a test, the page, a script or a bench names. */
function unusedExports(): string[] {
  const folders = ["src", "test", "web/src", "scripts", "bench"];
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && path !== "imports.test.ts")
      .map((path) => [join(folder, path).split(sep).join("/"), readFileSync(join(folder, path), "utf8")] as const),
  );
  const users = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [word] of text.matchAll(/[A-Za-z_]\w+/g)) users.set(word, (users.get(word) ?? new Set()).add(file));
  const declared = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
  return texts
    .filter(([file]) => IMPORTS.has(file))
    .flatMap(([file, text]) => Array.from(text.matchAll(declared), ([, name = ""]) => ({ file, name })))
    .filter(({ name }) => users.get(name)?.size === 1)
    .map(({ file, name }) => `${file}: ${name}`);
}

/** The types of the library name them, and only the compiler sees it. */
const NAMED_IN_TYPES = ["src/mediator/state.ts: ArchiveState", "src/mediator/state.ts: SessionFacts"];

describe("imports in src", () => {
  test("have all that is exported", () => {
    expect(unusedExports().sort()).toEqual(NAMED_IN_TYPES);
  });

  test("are read", () => {
    expect(IMPORTS.size).toBeGreaterThan(300);
    expect(IMPORTS.get("src/mediator/next.ts")).toContain("src/mediator/state.ts");
  });

  test("make no ring, type imports included", () => {
    expect(filesInRings(IMPORTS)).toEqual([]);
  });

  test("that make a ring are found", () => {
    const ring = { a: ["b"], b: ["c"], c: ["b"], d: ["a"] };
    expect(filesInRings(new Map(Object.entries(ring)))).toEqual(["b", "c"]);
  });
});

/** The layers of `mediator/` as ARCHITECTURE.md draws them, the lowest first: names of files and folders. */
function readLayers(): string[][] {
  const [, drawing = ""] = /## The layers of the Mediator[\s\S]*?```text\n([\s\S]*?)```/.exec(readArchitecture()) ?? [];
  return drawing
    .trim()
    .split("\n")
    .map((line) => line.match(/[a-z-]+(?:\.ts|\/)/g) ?? []);
}

function readArchitecture(): string {
  return readFileSync("ARCHITECTURE.md", "utf8");
}

describe("the layers of the Mediator", () => {
  const layers = readLayers();
  const partOf = (file: string) => {
    const [first = "", ...rest] = relative("src/mediator", file).split(sep);
    return rest.length === 0 ? first : `${first}/`;
  };
  const layerOf = (file: string) => layers.findIndex((names) => names.includes(partOf(file)));
  const inMediator = [...IMPORTS].filter(([file]) => file.startsWith("src/mediator/"));

  test("have all of its files and folders", () => {
    expect(inMediator.filter(([file]) => layerOf(file) < 0)).toEqual([]);
  });

  test("import only what is drawn above them", () => {
    const wrong = inMediator.flatMap(([file, imported]) =>
      imported
        .filter((other) => other.startsWith("src/mediator/") && layerOf(other) > layerOf(file))
        .map((other) => `${file} imports ${other}`),
    );
    expect(wrong).toEqual([]);
  });
});

test("every source that a bench or a script loads by its name is there", () => {
  const loaded = ["bench", "bench/lib", "bench/machinery", "scripts"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".mjs"))
      .flatMap((name) =>
        Array.from(
          readFileSync(join(folder, name), "utf8").matchAll(/"([a-z]+\/[a-z/-]+\.ts)"/g),
          ([, path = ""]) => path,
        ),
      ),
  );
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((path) => !existsSync(path.startsWith("src/") ? path : join("src", path)))).toEqual([]);
});
