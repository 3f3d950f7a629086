import fc from "fast-check";

// Loaded before every test file (vitest.config.ts): all properties draw from one seed, so that `npm test` gives the same
// verdict each time. `npm run test:explore` sets another one.
const seed = Number(process.env.WHETSTONE_TEST_SEED ?? 42);
if (!Number.isInteger(seed))
  throw new Error(`WHETSTONE_TEST_SEED is no whole number: ${process.env.WHETSTONE_TEST_SEED}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
