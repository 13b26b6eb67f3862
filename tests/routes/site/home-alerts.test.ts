import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { insertSettledCall } from "tests/support/settled-calls";
import { expect, it } from "vitest";

setUpApp();

const alertsOf = async (cookies: string) => {
  const html = await (await app.request("/", { cookies })).text();
  return /<h2[^>]*>(?:<a[^>]*>)?Trade Alerts.*?<\/section>/s.exec(html)?.[0]?.replace(/<[^>]*>/g, " ") ?? "";
};

it("a settled alert shows its outcome on the front page, and is open again after a new call", async () => {
  const alert = { ticker: "STPD", name: "Stopped Corporation", stop_loss: "90", target_price: "120" };
  const record_id = await insertRecord(database, "trade_alerts", { ...alert, current_price: "101" });
  const premium = await app.cookiesOf("premium");
  expect(await alertsOf(premium)).toMatch(/Stopped Corporation.*120/s);
  await insertSettledCall(2, { record_id, close_price: "90", close_reason: "stop", number: 1 });
  const settled = await alertsOf(premium);
  expect(settled).toMatch(/Stop\s+−10\.0%.*Stopped Corporation.*settled/s);
  expect(settled).not.toContain("120");
  expect(await alertsOf(await app.cookiesOf("basic"))).not.toMatch(/Stopped|Stop\s/);
  const open = { state: "open", ended_on: null, close_price: null, close_ratio: null, close_reason: null };
  await insertSettledCall(1, { ...open, record_id, number: 2 });
  expect(await alertsOf(premium)).toMatch(/Stopped Corporation.*120/s);
});
