import { LIMITS, type Limits } from "tests/support/plan-offences";
import { COUNTED_A_DAY } from "~/features/staff/month.queries.server";

/** Addresses with parameters that the test of the plans does not ask for. */
export const UNASKED: readonly RegExp[] = [
  // Links that were sent, each to one person.
  /\/(verify-email|reset-password|invitation|gift|dashboard\/email)\//,
  // What is done to one record.
  /^\/admin\/settings\/:id\/two-step$/,
  /^\/admin\/settings\/keys\/:id/,
  /^\/admin\/manage-users\/:id\//,
  // One import, with a page of its rows in the order of their key.
  /^\/admin\/manage-users\/import\//,
  /^\/api\/(auth\/)?admin\//,
  /^\/ads\/:id\//,
  /^\/readings\//,
  /^\/locks\//,
  // One of five, and one of its versions by its number.
  /^\/admin\/settings\/texts\/:page/,
  // The draft of one person and form, and who else has that form open.
  /^\/admin\/(writing|openings)\//,
  // One picture of the library, with what shows it: each found by its id.
  /^\/admin\/pictures\/:id\//,
  // One of six.
  /^\/admin\/pick-lists\/:id\//,
  // Files and pictures, each by its key.
  /^\/(uploads|og|brand)\//,
  /\/pending-pictures\/:id$/,
  // One call, one instrument with what belongs to it: each found by its id.
  /^\/(track-record|admin\/calls)\/:id$/,
  /^\/admin\/instruments\/:id\//,
  /^\/admin\/price-sources\//,
  // One of what is never many, or of what has no list of links.
  /^\/(admin|api)\/(packages|coupons|ads|banners?|market-movers)\//,
  /^\/dashboard\/(receipts|gifts)\/:id/,
  /^\/admin\/payments\/:id\//,
  // The page of one record before it is published, read by the statements of the record's page, and the screen that links to it.
  /^\/preview\//,
  /\/:id\/preview$/,
  // The demo's inbox and its stand-in for PayPal; what is nowhere.
  /^\/demo\//,
  /\/\*$/,
];

/** Kinds that a member's search asks for in one statement: it may take for each what one of them may. */
const KINDS = 7;

/** Statements with a bound of their own, by their whole names: the number of rows they may read at most. */
export const BOUNDED: Readonly<Record<string, Partial<Limits>>> = {
  // Six lists, each counted up to ten thousand by its index alone.
  "picks.categories": { walked: 6 * LIMITS.walked },
  "search.everything, members, weak": { blocks: KINDS * LIMITS.blocks },
  "search.everything, members, strong 1": { blocks: KINDS * LIMITS.blocks },
  "search.everything, members, candidates": { made: KINDS * LIMITS.made },
  // Twice thirty days, each counted up to a bound by the index alone.
  "dashboard.new-members": { walked: 60 * (COUNTED_A_DAY + 1) },
  // Totals by day, status and currency: a thousand and a half in three years, however much is paid.
  "analytics.known": { removed: 10_000 },
};

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
  // All that was paid and still runs is held against who may read, when the owner asks: 300,000 payments in a second and a half.
  "findings.",
  // What is counted by page and day is added up for the owner alone: a million counts in a third of a second, behind a savepoint.
  "analytics.paywall",
  // What one author called is read up to a bound: their newest thousands for the figures, ten thousand open ones to be counted.
  "author-calls.",
  // Open calls that are over are found along the index of open ones.
  'select count(*) as "total" from (select "r"."id" from "calls" as "r" where "r"."state" = \'open\' and ',
  'select "r"."id", (r.made_at)::text as value from "calls" as "r" where "r"."state" = \'open\' and "r"."last_day" < ',
  // Not with the pictures: each of a part's five hundred is looked up in seven places.
  'select "l0"."id", "l0"."title", "l0"."alt", "l0"."created_at", "l0"."updated_at", "l0"."version", (select string_agg(kin',
  // Not with the ads: of each of a part's five hundred the counts of its month.
  'select "a0"."id", "a0"."name", "a0"."category", "a0"."status", "a0"."position"',
];
