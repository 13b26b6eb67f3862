import { companyAt100, insertAlert } from "tests/support/price-alerts";
import { database } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { api, setUpStaffApp } from "tests/support/staff-app";
import { expect, it } from "vitest";
import { wakeQueue } from "~/platform/jobs/queue.server";
import { PRICE_ALERT_MAIL_QUEUE } from "~/platform/jobs/queue-names";

setUpStaffApp({}, { doesJobs: true });

const QUEUED_FOR_LATER =
  "select from jobs.job where name = ? and start_after >= created_on + interval '50 seconds'";

it("an alert fires by a job of the server, and a later job sends its email", async () => {
  const company = await companyAt100("PAJ");
  await insertAlert(company, "rises", "110");
  expect((await api("PUT", `/api/markets/${company.quote}`, { last: "111" })).status).toBe(200);
  await waitUntil(async () => (await database.rows(QUEUED_FOR_LATER, [PRICE_ALERT_MAIL_QUEUE])).length === 1);
  expect(await database.rows("select subject from mails")).toEqual([]);

  // A minute passes.
  await database.rows("update price_alert_firings set created_at = created_at - interval '61 seconds'");
  await database.rows("update jobs.job set start_after = now() where name = ?", [PRICE_ALERT_MAIL_QUEUE]);
  await wakeQueue(PRICE_ALERT_MAIL_QUEUE);
  await waitUntil(
    async () =>
      (await database.rows("select from mails where subject = 'PAJ rose to 111.00 USD'")).length > 0,
  );
});
