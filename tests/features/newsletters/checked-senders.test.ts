import { database, setUpOrm } from "tests/support/own-database";
import { beforeEach, expect, it } from "vitest";
import { checkedSenders } from "~/features/newsletters/sender-check/sender-check.screen.server";
import { readConfig, setConfig } from "~/platform/config.server";

setUpOrm();
beforeEach(() => {
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://127.0.0.1/unused",
    MAIL_FROM: "desk@site.test",
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  setConfig(read.config);
});

const add = (newsletter: string, title: string, address: string | null, ended = false) =>
  database.rows(
    `insert into newsletters (newsletter, title, sender_name, sender_address, ended_at)
     values (?, ?, ?, ?, ${ended ? "now()" : "null"})`,
    [newsletter, title, address && "The desk", address],
  );

it("the senders that are checked are one for each domain, with the newsletters that chose it", async () => {
  await add("own-1", "Letters", "desk@letters.example");
  await add("own-2", "Notes", "notes@Letters.example");
  await add("own-3", "Of the site", "letters@site.test");
  await add("own-4", "Without a sender", null);
  await add("own-5", "Ended", "desk@ended.example", true);
  expect(await checkedSenders()).toEqual([
    { from: "desk@site.test", newsletters: [] },
    { from: { name: "The desk", address: "desk@letters.example" }, newsletters: ["Letters", "Notes"] },
  ]);
});
