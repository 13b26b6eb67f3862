import type LinkifyIt from "linkify-it";

/**
 * Longer than this without a space is no address that anybody follows. Every bracket in one is looked for to its end, so that a hundred
 * thousand characters kept the server busy for half a minute.
 */
const LONGEST_ADDRESS = 2_000;

const ENDLESS = new RegExp(String.raw`\S{${LONGEST_ADDRESS + 1},}`, "g");
const STARTS_ENDLESS = new RegExp(String.raw`^\S{${LONGEST_ADDRESS + 1}}`);

/** With as many spaces in its place, so that what is found stands where it stood. */
const withoutEndless = (text: string) => text.replace(ENDLESS, (run) => " ".repeat(run.length));

/** Has a finder of addresses find only what carries its scheme (guessed ones lead readers where no author meant to) and has an end. */
export function findWholeAddresses(linkifier: LinkifyIt): LinkifyIt {
  linkifier.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const { test, match, matchAtStart } = linkifier;
  linkifier.test = (text) => test.call(linkifier, withoutEndless(text));
  linkifier.match = (text) => match.call(linkifier, withoutEndless(text));
  linkifier.matchAtStart = (text) => (STARTS_ENDLESS.test(text) ? null : matchAtStart.call(linkifier, text));
  return linkifier;
}
