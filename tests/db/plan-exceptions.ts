/** Addresses with parameters that the test of the plans does not ask for. */
export const UNASKED: readonly RegExp[] = [
  // Links that were sent, each to one person.
  /\/(verify-email|reset-password)\//,
  // What is done to one record.
  /^\/admin\/manage-users\/:id\//,
  /^\/api\/(auth\/)?admin\//,
  /^\/ads\/:id\//,
  // Files and pictures, each by its key.
  /^\/(uploads|og)\//,
  /\/pending-pictures\/:id$/,
  // One call, one instrument with what belongs to it: each found by its id.
  /^\/(track-record|admin\/calls)\/:id$/,
  /^\/admin\/instruments\/:id\//,
  /^\/admin\/price-sources\//,
  // One of what is never many, or of what has no list of links.
  /^\/(admin|api)\/(packages|ads|banners?|market-movers)\//,
  /^\/dashboard\/receipts\/:id$/,
  // The demo's inbox and its stand-in for PayPal; what is nowhere.
  /^\/demo\//,
  /\/\*$/,
];

/** Statements that still grow: how what is found of one begins. */
export const GROWING: readonly string[] = [
  // Searches of the back-office: the index of trigrams names each row that may have a frequent word.
  "payments.count-matching",
  'with "matches" as materialized (',
  "with matches as materialized (",
  'select "r"."id" from (select "r".* from ',
  'select "r"."id", (r.created_at)::text as value from (',
  // What is narrowed by a membership that ends is counted by reading it.
  'select count(*) as "total" from (select "r"."id" from "members" as "r" where ',
  // Counted up to ten thousand, of which the index knows all but whether they were merged.
  'select count(*) as "total" from (select "r"."id" from "instruments" as "r" where "r"."merged_into" is null',
  // What one author called is read up to a bound: their newest thousands for the figures, ten thousand open ones to be counted.
  "author-calls.",
  // Six counts up to ten thousand, each by the index alone.
  "picks.categories",
  // Thirty days of the back-office's first page.
  "dashboard.new-members",
  "dashboard.revenue-by-day",
  // The whole log, a part at a time.
  "calls.log",
  // Words of one or two letters have no trigrams.
  "search.companies, locked, weak",
  // Not with the ads: of each of a part's five hundred the counts of its month.
  'select "a0"."id", "a0"."name", "a0"."category", "a0"."status", "a0"."position"',
];
