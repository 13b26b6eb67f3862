import type LinkifyIt from "linkify-it";

/**
 * Longer text without a space is no useful address. The library scans ahead for each bracket in it, so that a
 * hundred thousand characters blocked the server for half a minute.
 */
const LONGEST_ADDRESS = 2_000;

const ENDLESS = new RegExp(String.raw`\S{${LONGEST_ADDRESS + 1},}`, "g");
const STARTS_ENDLESS = new RegExp(String.raw`^\S{${LONGEST_ADDRESS + 1}}`);

/** Replaces such text with spaces, so that positions stay the same. */
const withoutEndless = (text: string) => text.replace(ENDLESS, (run) => " ".repeat(run.length));

/**
 * Limits a link finder to addresses with a scheme and a reasonable length. Guessed addresses may lead readers
 * where the author did not intend.
 */
export function findWholeAddresses(linkifier: LinkifyIt): LinkifyIt {
  linkifier.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const { test, match, matchAtStart } = linkifier;
  linkifier.test = (text) => test.call(linkifier, withoutEndless(text));
  linkifier.match = (text) => match.call(linkifier, withoutEndless(text));
  linkifier.matchAtStart = (text) => (STARTS_ENDLESS.test(text) ? null : matchAtStart.call(linkifier, text));
  return linkifier;
}
