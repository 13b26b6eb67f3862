import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";

setUpStaffApp();

describe("the email log", () => {
  it(
    "is linked from failed emails on the dashboard, for superadmins and admins",
    spec("2.4-7 log mails staff"),
    async () => {
      const mail = (subject: string, values: Record<string, unknown>) =>
        insertRecord(database, "mails", {
          to_address: "m.bea@demo.test",
          subject,
          html: "<p>secret words</p>",
          ...values,
        });
      await mail("It left", {});
      await mail("It did not", { state: "failed", sent_at: null, attempts: 9, last_error: "no route" });
      expect(await html("/admin")).toMatch(
        />email that could not be delivered<\/span><a href="\/admin\/mails\?state=failed"/,
      );
      const failed = await html("/admin/mails?state=failed");
      for (const words of ["It did not", "no route", ">9<", "Failed"]) expect(failed).toContain(words);
      expect(failed).not.toContain("It left");
      expect(failed).toContain('href="/admin/manage-users?q=m.bea%40demo.test"');
      const csv = await html("/admin/mails/export.csv");
      expect(csv).toContain("m.bea@demo.test,It did not,Failed,9,no route,");
      for (const path of ["/admin/mails", "/admin/mails.data", "/admin/mails/export.csv"]) {
        expect(await html(path)).not.toContain("secret words");
      }
      expect(await html("/admin/mails?q=nobody")).toContain("No emails found.");
      expect(await (await get("/admin/mails", "editor")).text()).toContain("Only superadmin and admin");
    },
  );
});
