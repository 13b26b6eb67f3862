import { News } from "db/entities/news";
import { Staff } from "db/entities/staff";
import { em } from "db/orm.server";
import { expect, it } from "vitest";
import { saveSubmission } from "~/admin-kit/submit.server";
import { inOneTransaction } from "~/admin-kit/transaction.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { news } from "~/features/content/news/news.resource.server";
import { setUpOrm } from "../support/own-database";

// A second connection would never become free here.
setUpOrm({ poolMax: 1 });

const publish = (staff: StaffViewer, id: string, version: number) =>
  saveSubmission(
    news,
    staff,
    { format: "json", values: { status: "published", version }, files: {} } as const,
    "update",
    { id },
  );

it("simultaneous saves with a conflict need only the connection they hold", async () => {
  const manager = em();
  const drafts = ["One", "Two"].map((title) =>
    manager.create(News, { title, content: "Text.", category: "Energy", status: "draft" }, { persist: true }),
  );
  const desk = {
    email: "desk@demo.test",
    fullname: "Desk",
    role: "admin",
    passwordHash: "no password has this hash",
  } as const;
  const { id: staffId } = manager.create(Staff, desk, { persist: true });
  await manager.flush();
  const staff = { ...desk, kind: "staff", id: staffId, sessionId: "1" } as unknown as StaffViewer;
  const [one = "", two = ""] = drafts.map(({ id }) => id);
  const together = inOneTransaction(async () => {
    await publish(staff, one, 1);
    await publish(staff, two, 7);
  });
  await expect(together).rejects.toMatchObject({ status: 409, details: { conflict: { version: 1 } } });
  const rows = await em().find(News, {}, { fields: ["status"] });
  expect(rows.map(({ status }) => status)).toEqual(["draft", "draft"]);
});
