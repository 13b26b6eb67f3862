import { expect, it } from "vitest";
import { fillWords, supportWays, titleAndRest } from "~/features/static-pages/static-text";

const WORDS = {
  siteName: "Star *Paper*",
  supportPhone: "+44 7700 900123",
  supportEmail: "help_us@a.test",
  supportWays: supportWays("+44 7700 900123", "help_us@a.test"),
  publicUrl: "https://a_b.test",
};

it("fills in the words that it knows, with nothing in them that would be Markdown, and leaves others", () => {
  expect(fillWords("{siteName}, {supportPhone}, {publicUrl}/x, {other}", WORDS)).toBe(
    "Star \\*Paper\\*, +44 7700 900123, https://a_b.test/x, {other}",
  );
});

it("the contact text names an email address for support only if one is set", () => {
  expect(fillWords("Write to {supportWays}.", WORDS)).toBe(
    "Write to +44 7700 900123 with a messaging app, or to help\\_us@a.test by email.",
  );
  expect(supportWays("1", undefined)).toBe("1 with a messaging app");
  expect(supportWays("1", "")).toBe("1 with a messaging app");
});

it.each([
  ["# About us #\n\nWords.", { title: "About us", rest: "\nWords." }],
  ["\n# About", { title: "About", rest: "" }],
  ["## About", { rest: "## About" }],
  ["#About", { rest: "#About" }],
  ["Words.\n# Later", { rest: "Words.\n# Later" }],
])("takes a title from the first line alone: %j", (text, read) => {
  expect(titleAndRest(text)).toEqual(read);
});
