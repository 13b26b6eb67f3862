import { COOKIES } from "./cookies.rules";
import { HELD_DATA } from "./held-data.server";
import { TOPICS, type Topic } from "./topics.rules";

/** Topics with stored data, in the order of the page. */
const LISTED_TOPICS = (Object.keys(TOPICS) as Topic[]).filter((name) =>
  HELD_DATA.some(({ topic }) => topic === name),
);

/** The stored data about a member, as a Markdown list for the privacy page. */
export const whatWeKeep = (): string =>
  LISTED_TOPICS.map((name) => {
    const { label, what, why, kept } = TOPICS[name];
    return `- **${label}.** ${what} ${why} ${kept}`;
  }).join("\n");

/** The cookies of visitors and members, as a Markdown list. */
export const cookieList = (): string =>
  COOKIES.filter(({ staffOnly }) => !staffOnly)
    .map(({ name, purpose, kept }) => `- **${name}.** ${purpose}. Kept ${kept}.`)
    .join("\n");
