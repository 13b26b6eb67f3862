import { expect, it } from "vitest";
import { mentionedIn } from "~/features/reviews/mentions.rules";

const PEOPLE = ["Ada", "Ada Byron", "Sol Ådal", "Grace Murray"].map((fullname) => ({
  id: fullname,
  fullname,
}));
const names = (words: string) => mentionedIn(words, PEOPLE).map(({ fullname }) => fullname);

it("mentions name people after an @, in any case, the longest name first, each once", () => {
  expect(names("@ada byron: see page 3. @Ada Byron?")).toEqual(["Ada Byron"]);
  expect(names("(@Ada) and @SOL ÅDAL, please")).toEqual(["Ada", "Sol Ådal"]);
  expect(names("@Adamant, ada@ada.test, Grace Murray, @ Grace Murray, @")).toEqual([]);
});
