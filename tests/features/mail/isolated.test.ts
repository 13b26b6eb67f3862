import { describe, expect, it } from "vitest";
import { isolated, withIsolates } from "~/features/mail/isolated";
import { mailHtml } from "~/features/mail/mail-html";

const SITE = { siteName: "Openbell", publicUrl: "https://site.test" };

describe("a name inside a sentence of a mail", () => {
  it("that is written as we write stays as it is", () => {
    expect(isolated("Zoë O’Neill 張")).toBe("Zoë O’Neill 張");
  });

  it.each(["נועה", "ليلى", "Noa נועה"])("keeps its direction to itself: %s", (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
    expect(withIsolates(`Hello ${isolated(name)}, 3 days`)).toBe(`Hello <bdi>${name}</bdi>, 3 days`);
  });

  it("brings no sign that turns what follows", () => {
    expect(isolated("\u202eנועה\u2069")).toBe("\u2068נועה\u2069");
  });

  it("is an element in the mail, and a lone sign of a message is none", () => {
    const html = mailHtml(
      {
        template: "gift",
        subject: "A gift",
        heading: "A gift",
        paragraphs: [`${isolated("ליאור")} gives you 3 days`, "a \u2068 b"],
      },
      SITE as never,
      "Sent once.",
    );
    expect(html).toContain("<bdi>ליאור</bdi> gives you 3 days");
    expect(html).toContain("a \u2068 b");
    expect(html.match(/<p class="m-ink" dir="auto"/g)).toHaveLength(2);
  });
});
