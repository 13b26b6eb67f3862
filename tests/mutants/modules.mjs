// What the mutation run works on: policy, money, entitlements and the rules that read what people type. Each module is
// judged by its own unit tests alone; none of them needs a database.

/** @param {string} file below app/, with its test at the same place below tests/ */
const mirrored = (file) => ({
  file: `app/${file}`,
  tests: [`tests/${file.replace(/(?:\.server)?\.ts$/, ".test.ts")}`],
});

export const MODULES = [
  "features/billing/money.rules.ts",
  "features/billing/capture.rules.ts",
  "features/billing/package.rules.ts",
  "features/billing/package-state.rules.ts",
  "features/entitlements/entitlement.rules.ts",
  "features/entitlements/referrals.rules.ts",
  "features/entitlements/term.rules.ts",
  "features/entitlements/access.server.ts",
  "admin-kit/number-notations.ts",
  "admin-kit/number-text.ts",
  "web/date-bounds.ts",
  "web/email-address.ts",
  "features/search/spelling.rules.ts",
  "features/search/search.rules.ts",
  "features/markets/quotes.rules.ts",
  "features/markets/movers.rules.ts",
  "features/mail/retry.rules.ts",
  "features/markets/market-list.rules.ts",
].map(mirrored);
