import { authorSlugSql } from "db/author-slug";
import { database, setUpDatabase } from "tests/support/own-database";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { authorHref, authorSlug } from "~/features/content/authors/author.rules";

setUpDatabase();

const NAMES = [
  "Maren Holt",
  "Tomás Achterberg",
  "TOMAS  ACHTERBERG",
  "Ørjan Müller-Łukasz",
  "O’Neill, Jr.",
  "  J. R. “Bob” Dobbs  ",
  "Иван Петров",
  "李小龙",
  "ﬁnn Ⅳ",
  "a/b?c#d%e&f\\g",
  "...",
  "É",
  "_under_score_",
];

describe("an author's address", () => {
  it("is the same from code and from SQL for any name", spec("beyond authors page their calls"), async () => {
    const rows = await database.rows<{ name: string; slug: string }>(
      `select name, ${authorSlugSql("name")} as slug from unnest(?::text[]) as given (name)`,
      [NAMES],
    );
    expect(rows).toEqual(NAMES.map((name) => ({ name, slug: authorSlug(name) })));
  });

  it("contains letters, digits and hyphens, and ignores accents", () => {
    expect(authorSlug("Tomás Achterberg")).toBe("tomas-achterberg");
    expect(authorSlug("tomas achterberg")).toBe("tomas-achterberg");
    expect(authorSlug("O’Neill, Jr.")).toBe("o-neill-jr");
    expect(authorSlug("a/b?c#d%e&f\\g")).toBe("a-b-c-d-e-f-g");
  });

  it("does not exist for a missing author or a name without letters", () => {
    expect([authorHref("Admin"), authorHref("..."), authorHref("")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(authorHref("李小龙")).toBe(`/author/${encodeURIComponent("李小龙")}`);
  });
});
