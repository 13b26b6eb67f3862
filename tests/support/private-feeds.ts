import { createHash, randomBytes } from "node:crypto";
import { FEED_SECTIONS } from "db/entities/private-feed";
import { app, database } from "./running-app";
import { html, post } from "./staff-app";
import type { Person } from "./test-app";

const PAGE = "/dashboard/feeds";

/** The address that a page of feeds shows, as a path. */
export const addressIn = (page: string): string =>
  /http:\/\/localhost:3000(\/feeds\/[\w-]+\/[\w-]+)/.exec(page)?.[1] ?? "";

/** A member makes the address of a section, or another one. @returns its path */
export async function makeAddress(person: Person, section = "daily-brief"): Promise<string> {
  const question = /name="replaces" value="([^"]+)"/.exec(await html(`${PAGE}?replace=${section}`, person));
  const change: Record<string, string> = question
    ? { change: "replace", replaces: question[1] ?? "" }
    : { change: "create" };
  const answer = await post(PAGE, { section, ...change }, person);
  return addressIn(await answer.text());
}

/** A feed reader's request: no cookie, no browser. */
export const fetchFeed = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(path, { headers, method });

export const feedText = async (path: string) => (await fetchFeed(path)).text();

/** An address of every section, whatever the state of the account. @returns their paths */
export const insertFeeds = (person: string): Promise<string[]> =>
  Promise.all(
    FEED_SECTIONS.map(async (section) => {
      const token = randomBytes(32).toString("base64url");
      await database.rows(
        `insert into private_feeds (member_id, section, token_hash)
         select id, ?, ? from members where email = ?`,
        [section, createHash("sha256").update(token).digest("hex"), `${person}@demo.test`],
      );
      return `/feeds/${section}/${token}`;
    }),
  );
