// What the mutation run works on: policy, money, entitlements, the record of calls and the rules that read what people type. Each
// module is judged by its own unit tests alone; none of them needs a database.

/** @param {string} file below app/, with its test at the same place below tests/ */
const mirrored = (file) => ({
  file: `app/${file}`,
  tests: [`tests/${file.replace(/(?:\.server)?\.ts$/, ".test.ts")}`],
});

const MIRRORED = [
  "features/billing/money.rules.ts",
  "features/billing/orders/capture.rules.ts",
  "features/billing/plans/package.rules.ts",
  "features/billing/plans/package-state.rules.ts",
  "access/entitlement.rules.ts",
  "access/referrals.rules.ts",
  "access/term.rules.ts",
  "access/access.server.ts",
  "admin-kit/figures/notations.ts",
  "admin-kit/figures/read-number.ts",
  "web/date-bounds.ts",
  "web/email-address.ts",
  "features/search/spelling.rules.ts",
  "features/search/search.rules.ts",
  "features/markets/quotes.rules.ts",
  "features/markets/movers.rules.ts",
  "features/mail/retry.rules.ts",
  "features/markets/market-list.rules.ts",
  "features/calls/settlement/settlement.rules.ts",
  "features/calls/track-record/record.rules.ts",
  "features/calls/call-events.rules.ts",
  "features/calls/settlement/close-call.rules.ts",
  "features/calls/ledger/ledger-hash.server.ts",
  "features/calls/ledger/canonical-json.ts",
  "platform/outgoing/public-address.server.ts",
  "features/markets/price-sources/fetch-response.server.ts",
  "web/http-url.ts",
  "web/markdown/to-blocks.server.ts",
].map(mirrored);

/** What tests of other names judge. */
const OTHERS = Object.entries({
  "features/calls/call-terms.rules.ts": ["features/calls/call-events.rules.test.ts"],
  "features/markets/instruments/price-lines.rules.ts": ["features/markets/instruments/price-csv.test.ts"],
  "web/markdown/parser.server.ts": ["web/markdown/to-blocks.test.ts", "web/markdown/hostile.test.ts"],
  "platform/outgoing/guarded-request.server.ts": ["features/markets/price-sources/fetch-response.test.ts"],
  "web/markdown/figures.ts": ["web/markdown/to-blocks.test.ts"],
}).map(([file, tests]) => ({ file: `app/${file}`, tests: tests.map((test) => `tests/${test}`) }));

export const MODULES = [...MIRRORED, ...OTHERS];
