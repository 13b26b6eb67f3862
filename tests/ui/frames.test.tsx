import { renderToStaticMarkup as html } from "react-dom/server";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { BareFrame } from "~/features/site-shell/bare-frame";
import { ErrorScreen } from "~/features/site-shell/error-screen";
import { SiteFrame } from "~/features/site-shell/site-frame";
import { AdminFrame } from "~/ui/admin-frame";
import { ConfirmDialog, Sheet, SheetBody, SheetFoot, SheetHead } from "~/ui/dialog";
import { ERROR_TEXTS, NO_ANSWER } from "~/ui/error-page";
import { markCurrent, type NavEntry } from "~/ui/navigation";

type SiteProps = Partial<Parameters<typeof SiteFrame>[0]>;

const site = (props: SiteProps = {}) =>
  html(
    <SiteFrame
      siteName="Openbell"
      sections={[
        { label: "Home", to: "/", current: true },
        { label: "News", to: "/news" },
      ]}
      extras={{ label: "Extras", entries: [{ label: "Academy" }] }}
      footer={{ year: 2026, columns: [{ title: "EXPLORE", entries: [{ label: "Portfolio" }] }] }}
      {...props}
    >
      <p>Content</p>
    </SiteFrame>,
  );

const member = { name: "Jonas Wetherby", email: "jonas@demo.test" };

describe("SiteFrame", () => {
  it("starts with the skip link, which leads to the content", spec("2.1 main layout sticky top"), () => {
    expect(site()).toMatch(/^<a class="skip" href="#content">/);
    expect(site()).toContain('<main class="main" id="content"');
  });

  it("searches by a GET form, with the specification's texts", () => {
    expect(site()).toContain('role="search" action="/search"');
    expect(site()).toContain('placeholder="Search for news, symbols or companies..."');
    expect(site()).toMatch(/<input[^>]*name="q"[^>]*minLength="2"/i);
    // Screen readers read only changes of an existing status element.
    expect(site()).toMatch(/<search-box class="search">.*<p class="sr" role="status"><\/p><\/search-box>/);
  });

  it("has three links for visitors", () => {
    for (const [label, to] of [
      ["Sign In", "/login"],
      ["Get Started", "/register"],
      ["Subscribe to Premium", "/subscription"],
    ])
      expect(site()).toMatch(new RegExp(`href="${to}">${label}</a>`));
    expect(site()).not.toContain("/logout");
  });

  it("shows members their menu, with sign-out as a POST", () => {
    const markup = site({ member, supportPhone: "+44 7700 900123" });
    const help = "Messages only: <strong>+44 7700 900123</strong>";
    // In the bar on wide screens, in the menu on narrow ones.
    expect(markup.split(help)).toHaveLength(3);
    expect(markup).toMatch(/class="help meta desk"/);
    expect(markup.split('class="menu-panel popover"').at(-1)).toContain('class="help meta no-desk"');
    expect(markup.split('class="menu-panel popover"').at(-1)).toContain(help);
    expect(markup).toContain("jonas@demo.test");
    expect(markup).toContain(
      '<form method="post" action="/logout"><button type="submit">Sign Out</button></form>',
    );
    expect(markup).toContain('<a href="/watchlist">My Watchlist</a><span class="off">Help Center</span>');
    expect(markup).not.toContain("/login");
  });

  it("shows the support number to members", () => {
    expect(site({ supportPhone: "+44 7700 900123" })).not.toContain("900123");
  });

  it("does not link an entry without an address", () => {
    expect(site()).toContain('<span class="off">Academy</span>');
    expect(site()).toContain('<span class="off">Portfolio</span>');
    expect(site()).not.toContain('href="#"');
  });

  it("labels social networks, and links none without an address", () => {
    const social = [
      { label: "X", icon: "x" as const },
      { label: "YouTube", icon: "youtube" as const, to: "https://video.test/" },
    ];
    const markup = site({ footer: { year: 2026, columns: [], social } });
    expect(markup).toMatch(/<span class="off"><svg class="icon"[^>]*aria-hidden="true">.*?<\/svg>X<\/span>/);
    expect(markup).toMatch(/<a href="https:\/\/video.test\/"[^>]*><svg class="icon".*?<\/svg>YouTube<\/a>/);
  });

  it("has a right column only if one is passed", spec("2.1 main layout sticky top"), () => {
    expect(site({ sidebar: <p>Ad</p> })).toContain("shell--rail");
    expect(site({ sidebar: false })).not.toContain('class="rail"');
    expect(site()).not.toContain("shell--rail");
  });

  it("shows the disclaimer under its heading", () => {
    const markup = site({ siteName: "Bluebird" });
    expect(markup).toContain(
      "Everything on Bluebird is for educational purposes only. It is not financial advice",
    );
    expect(markup).not.toContain("Openbell");
  });

  it("includes the number of notifications in the bell's label", () => {
    expect(site({ notifications: [{ label: "Quote", to: "/market" }] })).toContain(
      'aria-label="Notifications, 1 new"',
    );
    expect(site()).toContain('aria-label="Notifications"');
  });
});

const saved = [{ tone: "good", text: "Saved" }] as const;

it(
  "shows members' toasts for 3 s, with and without the navigation",
  spec("2.1 bare layout top bar", "9 toasts 3 s members"),
  () => {
    const bare = html(
      <BareFrame siteName="Openbell" toasts={saved}>
        <p>Content</p>
      </BareFrame>,
    );
    for (const markup of [site({ toasts: saved }), bare]) expect(markup).toContain('data-timeout="3000"');
  },
);

describe("AdminFrame", () => {
  const admin = (overlay?: React.ReactNode, toasts?: typeof saved, more: NavEntry[] = []) =>
    html(
      <AdminFrame
        toasts={toasts}
        siteName="Openbell"
        staff={{ name: "Edda Fairweather", role: "superadmin" }}
        menu={[[{ label: "Dashboard", to: "/admin" }], [{ label: "News", to: "/admin/news", current: true }]]}
        more={more}
        overlay={overlay}
      >
        <p>List</p>
      </AdminFrame>,
    );

  it("has groups, marks the current screen and signs out by POST", () => {
    expect(admin()).toContain('<li class="gap"><a href="/admin/news" aria-current="page">News</a></li>');
    expect(admin().match(/<form method="post" action="\/admin\/logout">/g)).toHaveLength(2);
    expect(admin()).not.toContain("inert");
  });

  it("folds further screens away, and unfolds them where one of them is open", () => {
    const bin = { label: "Bin", to: "/admin/bin" };
    expect(admin()).not.toContain(">More<");
    expect(admin(null, undefined, [bin])).toMatch(
      /<details><summary>More.*href="\/admin\/bin".*href="\/admin\/news"/,
    );
    expect(admin(null, undefined, [{ ...bin, current: true }])).toContain('<details open=""><summary>More');
  });

  it("shows its toasts for 5 s", spec("9 toasts 3 s members"), () => {
    expect(admin(null, saved)).toContain('data-timeout="5000"');
  });

  it("makes the screen inert under a dialog", () => {
    const question = (
      <ConfirmDialog question="Are you sure you want to delete this news item?" cancelTo="/admin/news?page=2">
        “Title”
      </ConfirmDialog>
    );
    const markup = admin(question);
    expect(markup).toMatch(/^<div class="admin behind" inert="">/);
    expect(markup.indexOf("alertdialog")).toBeGreaterThan(markup.indexOf("</main>"));
    expect(markup).toMatch(
      /<a data-cancel="" autofocus="" class="btn" href="\/admin\/news\?page=2">Cancel<\/a>/,
    );
    expect(markup).not.toContain('id="content"');
  });

  it("draws a form over its list", () => {
    const markup = admin(
      <Sheet>
        <form>
          <SheetHead title="Edit news" closeTo="/admin/news" />
          <SheetBody>
            <p>Fields</p>
          </SheetBody>
          <SheetFoot closeTo="/admin/news">
            <button type="submit">Save</button>
          </SheetFoot>
        </form>
      </Sheet>,
    );
    expect(markup).toContain('role="dialog" aria-modal="true" aria-labelledby="sheet-title"');
    expect(markup.match(/href="\/admin\/news"[^>]*>(<svg|Cancel)/g)).toHaveLength(2);
  });
});

describe("ErrorScreen", () => {
  it.each(Object.entries(ERROR_TEXTS))("has a text for %s", (status, text) => {
    const markup = html(<ErrorScreen siteName="Openbell" status={Number(status)} requestId="7d5c" />);
    expect(markup).toContain(`Error ${status}`);
    expect(markup).toContain(text.title);
    expect(markup).toContain(text.sentence);
    expect(markup.includes("<code>7d5c</code>")).toBe(Number(status) >= 500);
  });

  it("has a text for unknown statuses", () => {
    expect(html(<ErrorScreen siteName="Openbell" status={418} />)).toContain(ERROR_TEXTS[400]?.title);
    expect(html(<ErrorScreen siteName="Openbell" status={507} />)).toContain(ERROR_TEXTS[500]?.title);
  });

  it("shows a failed connection without status and number, and offers the same page again", () => {
    const markup = html(<ErrorScreen siteName="Openbell" status={NO_ANSWER} requestId="7d5c" />);
    expect(markup).toContain("The site could not be reached");
    expect(markup).not.toMatch(/Error \d|7d5c/);
    expect(markup).toMatch(/<a[^>]*href=""[^>]*>Try again</);
  });

  it.each([
    [404, true, ["Go to the home page"]],
    [500, true, ["Try again", "Go to the home page"]],
    [503, false, ["Try again", "Go to the home page"]],
    [403, false, ["Go to the home page"]],
  ])("for %s offers links", (status, ways, actions) => {
    const markup = html(<ErrorScreen siteName="Openbell" status={status} />);
    expect([...markup.matchAll(/<a class="btn[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual(actions);
    expect(markup.includes('role="search" action="/search"')).toBe(status === 404);
    for (const path of ["/news", "/daily-brief", "/stock-picks", "/trade-alert", "/videos", "/market"])
      expect(markup.includes(`<a href="${path}">`), path).toBe(ways);
  });

  it("shows the text of the thrown response", () => {
    const message = "Only superadmin can access this page.";
    expect(html(<ErrorScreen siteName="Openbell" status={403} message={message} />)).toContain(message);
  });
});

describe("markCurrent", () => {
  const entries = [
    { label: "Home", to: "/" },
    { label: "Dashboard", to: "/admin" },
    { label: "News", to: "/admin/news" },
    { label: "Academy" },
  ];
  const currentAt = (path: string) =>
    markCurrent(entries, path)
      .filter(({ current }) => current)
      .map((e) => e.label);

  it.each([
    ["/", ["Home"]],
    ["/admin", ["Dashboard"]],
    ["/admin/news", ["News"]],
    ["/admin/news/7/edit", ["News"]],
    ["/admin/newsletter", ["Dashboard"]],
    ["/search", []],
  ])("at %s marks %j", (path, labels) => {
    expect(currentAt(path)).toEqual(labels);
  });
});
