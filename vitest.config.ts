import { defineConfig } from "vitest/config";

/** Tests that replace a module for the whole process. */
const APART = "src/**/*.apart.test.ts";

export default defineConfig({
  test: {
    setupFiles: ["test/support/property-seed.ts"],
    reporters: ["default", "./test/support/closing-line-reporter.ts"],
    // No measure of speed: whatever takes this long hangs, also on a computer with much else to do.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    // By default one is left idle: of two cores that is half.
    maxWorkers: "100%",
    // The built program is run as it is.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        // Loading the modules anew for each file takes longer than most files.
        test: {
          name: "all",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [APART],
          isolate: false,
          globalSetup: "test/support/places.ts",
        },
      },
      { extends: true, test: { name: "apart", include: [APART] } },
    ],
  },
});
