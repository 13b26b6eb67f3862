const FUNCTIONS = `
create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create function notify_content_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('content', tg_table_name);
  return null;
end
$$;
`;

const EDITED = [
  "members",
  "staff",
  "packages",
  "orders",
  "payments",
  "referrals",
  "daily_briefs",
  "stock_picks",
  "trade_alerts",
  "news",
  "videos",
  "quotes",
  "movers",
  "ads",
  "banners",
  "mails",
];

/** What pages show: every instance drops its kept pages when one of these changes. */
const CONTENT = [
  "news",
  "daily_briefs",
  "stock_picks",
  "trade_alerts",
  "videos",
  "quotes",
  "movers",
  "ads",
  "banners",
  "packages",
  "images",
];

export const TRIGGERS = [
  FUNCTIONS,
  ...EDITED.map(
    (table) => `create trigger ${table}_updated_at before update on ${table}
  for each row execute function set_updated_at()`,
  ),
  ...CONTENT.map(
    (
      table,
    ) => `create trigger ${table}_content_change after insert or update or delete or truncate on ${table}
  for each statement execute function notify_content_change()`,
  ),
];
