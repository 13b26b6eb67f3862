import { COOKIES } from "./cookies.rules";
import { HELD_DATA } from "./held-data.server";
import { TOPICS, type Topic } from "./topics.rules";

/** In the order of the page: those of which something is kept. */
const TOLD = (Object.keys(TOPICS) as Topic[]).filter((name) => HELD_DATA.some(({ topic }) => topic === name));

/** What is kept about a member, as a list in Markdown for the privacy page. */
export const whatWeKeep = (): string =>
  TOLD.map((name) => {
    const { label, what, why, kept } = TOPICS[name];
    return `- **${label}.** ${what} ${why} ${kept}`;
  }).join("\n");

/** The cookies that visitors and members get, as such a list. */
export const cookieList = (): string =>
  COOKIES.filter(({ staffOnly }) => !staffOnly)
    .map(({ name, purpose, kept }) => `- **${name}.** ${purpose}. Kept ${kept}.`)
    .join("\n");
