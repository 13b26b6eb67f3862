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
  // One of what is never many, or of what has no list of links.
  /^\/(admin|api)\/(packages|ads|banners?|market-movers)\//,
  /^\/dashboard\/receipts\/:id$/,
  // The demo's inbox and its stand-in for PayPal; what is nowhere.
  /^\/demo\//,
  /\/\*$/,
];

/** Statements that still grow: how what is found of one begins. */
export const GROWING: readonly string[] = [
  // The back-office, and the API's lists.
  "changes.newest",
  "payments.",
  'select "',
  "select count(*) as ",
];
