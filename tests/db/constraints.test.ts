import { randomUUID } from "node:crypto";
import { ENTITIES } from "db/entities";
import { em, orm } from "db/orm.server";
import { query } from "db/query.server";
import { describe, expect, test } from "vitest";
import { setUpOrm } from "../support/own-database";
import { saveSample, TABLES } from "./samples";

setUpOrm({ poolMax: 4 });

test("every table accepts its sample", async () => {
  expect(TABLES).toEqual(expect.arrayContaining(ENTITIES.map(({ meta }) => meta.tableName)));
  for (const table of TABLES) await saveSample(em(), table);
});

/** Columns that a trigger overwrites, so that no written value stays. */
const KEPT_BY_TRIGGER = ["calls.part"];

test("every enum column rejects unknown values", async () => {
  const enums = Object.values(orm().getMetadata().getAll())
    .flatMap(({ tableName, props }) =>
      props.flatMap(({ enum: isEnum, fieldNames }) =>
        isEnum ? [{ tableName, column: fieldNames[0] ?? "" }] : [],
      ),
    )
    .filter(({ tableName, column }) => !KEPT_BY_TRIGGER.includes(`${tableName}.${column}`));
  expect(enums.length).toBeGreaterThanOrEqual(25);
  for (const { tableName, column } of enums) {
    for (const word of ["nonsense", "", "PUBLISHED"]) {
      const wrong = saveSample(em(), tableName, { [column]: word });
      await expect(wrong, `${tableName}.${column} = ${word}`).rejects.toMatchObject({ code: "23514" });
    }
  }
});

test("a trigger overwrites a column that it maintains", async () => {
  await saveSample(em(), "calls", { part: "nonsense" });
  expect(await query("select part from calls where part = 'nonsense'")).toEqual([]);
});

describe("ranges", () => {
  const long = (length: number) => "x".repeat(length);

  test.each([
    ["members", { firstname: "" }, "members_firstname_length"],
    ["members", { firstname: long(101) }, "members_firstname_length"],
    ["members", { lastname: long(101) }, "members_lastname_length"],
    ["members", { email: `${long(250)}@demo.test` }, "members_email_length"],
    ["members", { password_hash: "short" }, "members_password_hash_length"],
    ["staff", { fullname: "" }, "staff_fullname_length"],
    ["sessions", { token_hash: "a-raw-token" }, "sessions_token_hash_format"],
    ["sessions", { kind: "staff" }, "sessions_owner"],
    ["sessions", { member_id: null }, "sessions_owner"],
    ["sessions", { user_agent: long(501) }, "sessions_user_agent_length"],
    ["single_use_tokens", { token_hash: long(64) }, "single_use_tokens_token_hash_format"],
    ["single_use_tokens", { browser_hash: long(64) }, "single_use_tokens_browser_hash_format"],
    ["intents", { sealed: "" }, "intents_sealed_length"],
    ["packages", { name: "" }, "packages_name_length"],
    ["packages", { expires_in: null }, "packages_priced_has_days"],
    ["packages", { expires_in: 0 }, "packages_expires_in_range"],
    ["packages", { price: "-1" }, "packages_price_range"],
    ["packages", { price: "NaN" }, "packages_price_range"],
    ["orders", { amount: "NaN" }, "orders_amount_range"],
    ["payments", { amount: "NaN" }, "payments_amount_range"],
    ["packages", { currency: "usd" }, "packages_currency_format"],
    ["packages", { benefits: `{${Array(51).fill("x").join(",")}}` }, "packages_benefits_range"],
    ["orders", { amount: "0" }, "orders_amount_range"],
    ["orders", { days: 0 }, "orders_days_range"],
    ["orders", { status: "captured" }, "orders_captured_has_time"],
    ["payments", { amount: "-0.01" }, "payments_amount_range"],
    ["referrals", { days: -1 }, "referrals_days_range"],
    [
      "gifts",
      { paid_at: new Date(), expires_at: new Date(), link_id: randomUUID(), token_hash: "a-raw-token" },
      "gifts_token_hash_format",
    ],
    ["gifts", { message: long(501) }, "gifts_message_length"],
    ["gifts", { paid_at: new Date() }, "gifts_paid_has_link"],
    ["gifts", { access_from: new Date() }, "gifts_claimed_has_access"],
    [
      "gifts",
      { claimed_at: new Date(), access_from: new Date(), access_until: new Date() },
      "gifts_claimed_was_paid",
    ],
    ["packages", { trial_days: 91 }, "packages_trial_days_range"],
    ["packages", { trial_days: 14, price: "0", tier: "Basic" }, "packages_trial_has_price"],
    ["trials", { tier: "Basic" }, "trials_tier_paid"],
    ["trials", { days: 0 }, "trials_days_range"],
    ["trials", { access_until: new Date("2026-07-16T12:00:00Z") }, "trials_access_order"],
    ["trials", { plan_name: "" }, "trials_plan_name_length"],
    ["trial_addresses", { address_hash: "reader@demo.test" }, "trial_addresses_hash_format"],
    ["trial_devices", { device_hash: "firefox" }, "trial_devices_hash_format"],
    ["payments", { payer_id: "" }, "payments_payer_id_length"],
    ["referrals", { state: "refused", refusal: "mailbox" }, "referrals_refused_has_time"],
    ["referrals", { state: "refused", refused_at: new Date() }, "referrals_refused_has_reason"],
    ["referrals", { refusal: "cap" }, "referrals_reason_of_payment"],
    ["referrals", { state: "rewarded", refusal: "payer" }, "referrals_cap_rewards_friend"],
    [
      "referrals",
      { state: "refused", refusal: "cap", refused_at: new Date() },
      "referrals_cap_rewards_friend",
    ],
    ["daily_briefs", { ticker: long(21) }, "daily_briefs_ticker_length"],
    ["daily_briefs", { analysis: long(100_001) }, "daily_briefs_analysis_length"],
    ["daily_briefs", { buy_zone_min: "2", buy_zone_max: "1" }, "daily_briefs_buy_zone_order"],
    ["stock_picks", { week_52_low: "2", week_52_high: "1" }, "stock_picks_week_52_order"],
    ["quotes", { low: "2.00000001", high: "2" }, "quotes_range_order"],
    ["packages", { tier: "Basic" }, "packages_tier_has_price"],
    ["packages", { price: "0" }, "packages_tier_has_price"],
    ["stock_picks", { name: long(301) }, "stock_picks_name_length"],
    ["stock_picks", { target_2028: "Infinity" }, "stock_picks_target_2028_figure"],
    ["trade_alerts", { holding_period: "" }, "trade_alerts_holding_period_length"],
    ["news", { title: "" }, "news_title_length"],
    ["news", { title: long(301) }, "news_title_length"],
    ["news", { content: long(100_001) }, "news_content_length"],
    ["news", { author: "" }, "news_author_length"],
    ["videos", { youtube_link: long(2001) }, "videos_youtube_link_length"],
    ["ads", { position: 0 }, "ads_position_range"],
    ["ads", { position: 11 }, "ads_position_range"],
    ["ads", { name: long(2001) }, "ads_name_length"],
    ["ads", { alt_text: "" }, "ads_alt_text_length"],
    ["ads", { alt_text: long(301) }, "ads_alt_text_length"],
    ["ad_counts", { views: -1 }, "ad_counts_views_range"],
    ["ad_counts", { clicks: -1 }, "ad_counts_clicks_range"],
    ["pick_lists", { thesis: "" }, "pick_lists_thesis_length"],
    ["pick_lists", { thesis: long(301) }, "pick_lists_thesis_length"],
    ["edition_counts", { clicks: -1 }, "edition_counts_range"],
    ["edition_counts", { unsubscribed: -1 }, "edition_counts_range"],
    ["edition_counts", { bounced: -1 }, "edition_counts_range"],
    ["page_readings", { views: -1 }, "page_readings_views_range"],
    ["reading_days", { views: -1 }, "reading_days_views_range"],
    ["payer_days", { ended: -1 }, "payer_days_counts_range"],
    ["payer_days", { free_readers: -1 }, "payer_days_counts_range"],
    ["revenue_days", { refunds: -1 }, "revenue_days_counts_range"],
    ["revenue_days", { amount: "-0.01" }, "revenue_days_counts_range"],
    ["lock_days", { followed: -1 }, "lock_days_counts_range"],
    ["lock_days", { page: "/news" }, "lock_days_page_format"],
    ["lock_days", { page: "//elsewhere.test" }, "lock_days_page_format"],
    ["lock_revenue_days", { page: "/daily-brief/1" }, "lock_revenue_days_page_format"],
    ["lock_revenue_days", { refunded: "-0.01" }, "lock_revenue_days_counts_range"],
    ["orders", { locked_page: "/subscription" }, "orders_locked_page_format"],
    ["most_read", { place: 0 }, "most_read_place_range"],
    ["banners", { url: long(2001) }, "banners_url_length"],
    ["images", { byte_size: 0 }, "images_byte_size_range"],
    ["images", { widths: "{}" }, "images_widths_range"],
    ["quotes", { volume: "-1" }, "quotes_volume_range"],
    ["quotes", { last: "NaN" }, "quotes_last_figure"],
    ["quotes", { last: "1000000000000000" }, "quotes_last_figure"],
    ["quotes", { last: "1e-25" }, "quotes_last_figure"],
    ["movers", { change_percent: "-Infinity" }, "movers_change_percent_figure"],
    ["mails", { state: "sent" }, "mails_sent_has_time"],
    ["mails", { attempts: -1 }, "mails_attempts_range"],
    ["changes", { action: "" }, "changes_action_length"],
    ["price_sources", { name: "Import" }, "price_sources_name_own"],
    ["price_sources", { name: "…" }, "price_sources_name_own"],
    ["price_sources", { url: "https://{symbol}.test/" }, "price_sources_url_template"],
    ["price_sources", { url: "https://key@feed.test/{symbol}" }, "price_sources_url_template"],
    ["price_sources", { url: "https://feed.test/" }, "price_sources_url_template"],
    ["price_sources", { scope: "kind" }, "price_sources_kind_chosen"],
    ["price_sources", { scope: "list" }, "price_sources_symbols_chosen"],
    ["price_sources", { symbols: '{""}' }, "price_sources_symbols_lines"],
    ["price_sources", { hour: 24 }, "price_sources_hour_range"],
    ["price_sources", { lookback_days: 0 }, "price_sources_lookback_days_range"],
    ["price_sources", { requests_per_minute: 601 }, "price_sources_requests_per_minute_range"],
    ["price_sources", { last_error: "" }, "price_sources_last_error_length"],
    ["price_failures", { reason: "" }, "price_failures_reason_length"],
  ])("%s rejects %o", async (table, wrong, constraint) => {
    await expect(saveSample(em(), table, wrong)).rejects.toMatchObject({ code: "23514", constraint });
  });

  test("a value at its limit is accepted", async () => {
    await saveSample(em(), "news", { title: long(300), content: long(100_000), author: long(100) });
    await saveSample(em(), "quotes", { last: "999999999999999.12345678", change: "-0.00000001" });
    await saveSample(em(), "packages", { price: "0", expires_in: null, tier: "Basic" });
    await saveSample(em(), "ads", { position: 10 });
  });
});

describe("relations", () => {
  test("nobody can refer themselves, and a friend can be referred only once", async () => {
    const [one, other, friend] = await Promise.all([1, 2, 3].map(() => saveSample(em(), "members")));
    await expect(saveSample(em(), "referrals", { referrer_id: one, friend_id: one })).rejects.toMatchObject({
      constraint: "referrals_not_oneself",
    });
    await saveSample(em(), "referrals", { referrer_id: one, friend_id: friend });
    const again = saveSample(em(), "referrals", { referrer_id: other, friend_id: friend });
    await expect(again).rejects.toMatchObject({ constraint: "referrals_friend_id_unique" });
  });

  test("addresses are unique regardless of case", async () => {
    await saveSample(em(), "members", { email: "Someone@demo.test" });
    const again = saveSample(em(), "members", { email: "someone@DEMO.test" });
    await expect(again).rejects.toMatchObject({ constraint: "members_email_unique" });
  });

  test("one cause queues one email", async () => {
    await saveSample(em(), "mails", { cause: "receipt:1" });
    await expect(saveSample(em(), "mails", { cause: "receipt:1" })).rejects.toMatchObject({ code: "23505" });
  });

  test("deleting a member deletes their sessions and tokens, but orders and payments prevent it", async () => {
    const knex = em().getKnex();
    const member_id = await saveSample(em(), "members");
    await saveSample(em(), "sessions", { member_id });
    await saveSample(em(), "single_use_tokens", { member_id });
    await knex.delete().from("members").where({ id: member_id });
    expect(await knex.from("sessions").where({ member_id })).toEqual([]);
    expect(await knex.from("single_use_tokens").where({ member_id })).toEqual([]);
    for (const table of ["orders", "payments"]) {
      const buyer = await saveSample(em(), "members");
      await saveSample(em(), table, { member_id: buyer });
      const removal = knex.delete().from("members").where({ id: buyer });
      await expect(removal).rejects.toMatchObject({ code: "23503" });
    }
  });

  test("deleting a picture clears it from news, but an ad prevents it", async () => {
    const knex = em().getKnex();
    const image_id = await saveSample(em(), "images");
    const id = await saveSample(em(), "news", { image_id });
    await knex.delete().from("images").where({ id: image_id });
    expect(await knex.from("news").where({ id })).toMatchObject([{ image_id: null }]);
    const adImage = await saveSample(em(), "images");
    await saveSample(em(), "ads", { image_id: adImage });
    await expect(knex.delete().from("images").where({ id: adImage })).rejects.toMatchObject({ table: "ads" });
  });

  test("an ad has one row of counts per day, deleted with the ad", async () => {
    const knex = em().getKnex();
    const ad_id = await saveSample(em(), "ads");
    await saveSample(em(), "ad_counts", { ad_id });
    await expect(saveSample(em(), "ad_counts", { ad_id })).rejects.toMatchObject({ code: "23505" });
    await saveSample(em(), "ad_counts", { ad_id, day: "2026-07-17" });
    await knex.delete().from("ads").where({ id: ad_id });
    expect(await knex.from("ad_counts").where({ ad_id })).toEqual([]);
  });

  test("the change log outlives a staff account", async () => {
    const knex = em().getKnex();
    const staff_id = await saveSample(em(), "staff");
    const id = await saveSample(em(), "changes", { staff_id });
    await knex.delete().from("staff").where({ id: staff_id });
    expect(await knex.from("changes").where({ id })).toMatchObject([
      { staff_id: null, staff_name: "Grace Murray" },
    ]);
  });
});
