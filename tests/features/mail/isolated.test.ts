import { describe, expect, it } from "vitest";
import { isolated, withIsolates } from "~/features/mail/isolated";
import { mailHtml } from "~/features/mail/mail-html";

const SITE = { siteName: "Openbell", publicUrl: "https://site.test" };

describe("a name in an email", () => {
  it("in left-to-right script is unchanged", () => {
    expect(isolated("Zoë O’Neill 張")).toBe("Zoë O’Neill 張");
  });

  it.each(["נועה", "ليلى", "Noa נועה"])("in right-to-left script is isolated: %s", (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
    expect(withIsolates(`Hello ${isolated(name)}, 3 days`)).toBe(`Hello <bdi>${name}</bdi>, 3 days`);
  });

  it("loses its own direction characters", () => {
    expect(isolated("\u202eנועה\u2069")).toBe("\u2068נועה\u2069");
  });

  it("becomes an element in HTML, but a single character in a message does not", () => {
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
