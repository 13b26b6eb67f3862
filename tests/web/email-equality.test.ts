import fc from "fast-check";
import { database, setUpDatabase } from "tests/support/own-database";
import { describe, expect, it } from "vitest";
import { normalizeEmail } from "~/web/email-address";
import { keyOf } from "~/web/rate-limits.server";

setUpDatabase();

describe("the normal form of an email address", () => {
  it("is equal for every letter that the database folds to another", async () => {
    const folded = await database.rows<{ letter: string; lower: string }>(
      `select chr(n) as letter, lower(chr(n)) as lower from generate_series(1, 1114111) as n
        where n not between 55296 and 57343 and lower(chr(n)) <> chr(n)`,
    );
    expect(folded.length).toBeGreaterThan(1300);
    // Letters that this Node does not know are rejected in addresses.
    const known = folded.filter(({ letter }) => !/\p{Cn}/u.test(letter));
    const apart = known.filter(
      ({ letter, lower }) =>
        normalizeEmail(`a${letter}b@demo.test`) !== normalizeEmail(`a${lower}b@demo.test`),
    );
    expect(apart).toEqual([]);
  });
});

describe("two email addresses that the database treats as equal", () => {
  /** Letters with a plain lower case, or involved in composing and decomposing. */
  const LETTERS = [..."abikms@.İIKMSſΣσςẞßÅÉé\u0307\u0308ΌǅǄﬁℋ½０"];
  const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 }).map((letters) => letters.join(""));
  const flipped = fc
    .tuple(text, fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }))
    .map(([one, cases]) => {
      const other = [...one].map((letter, at) => {
        if (cases[at] === 1) return letter.toUpperCase();
        return cases[at] === 2 && letter === "i" ? "İ" : letter;
      });
      return [`${one}@demo.test`, `${other.join("")}@demo.test`] as const;
    });

  it("have one rate-limit key", async () => {
    const pairs = fc.sample(flipped, 5000);
    const equal = await database.rows<{ one: string; other: string }>(
      `select one, other from unnest(?::text[], ?::text[]) as t (one, other)
        where one::citext = other::citext and one <> other`,
      [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
    );
    expect(equal.length).toBeGreaterThan(100);
    const apart = equal.filter(
      ({ one, other }) =>
        keyOf("sign-in-address", `member ${one}`) !== keyOf("sign-in-address", `member ${other}`),
    );
    expect(apart).toEqual([]);
  });
});
