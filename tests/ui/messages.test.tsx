import { renderToStaticMarkup as html } from "react-dom/server";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { AdBox } from "~/features/ads/ad-box";
import { Code } from "~/features/api-description/reference-parts";
import { Button, LinkButton } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { Logo } from "~/ui/logo";
import { Picture, pictureSources } from "~/ui/picture";
import { type ToastProps, Toasts } from "~/ui/toast";
import { DRAWN_NAME } from "~/ui/wordmark";

describe("Toasts", () => {
  it(
    "disappear after a success, and stay and are announced at once after an error",
    spec("9 toasts 3 s members"),
    () => {
      const markup = html(
        <Toasts
          items={[
            { tone: "good", text: "Logged in successfully!", timeout: 3000 },
            { tone: "bad", text: "Registration failed. Try again!", timeout: 4000 },
          ]}
        />,
      );
      expect(markup).toMatch(
        /<div class="toast" role="status" data-timeout="3000">.*Logged in successfully!/,
      );
      expect(markup).toMatch(/<div class="toast toast--bad" role="alert"><svg/);
    },
  );

  it("are shown for 5 s, or as long as their frame or text needs", () => {
    const saved = { tone: "good", text: "Saved" } as const;
    const toasts = (item: ToastProps, timeout?: number) => html(<Toasts items={[item]} timeout={timeout} />);
    expect(toasts(saved)).toContain('data-timeout="5000"');
    expect(toasts(saved, 3000)).toContain('data-timeout="3000"');
    expect(toasts({ ...saved, timeout: 20_000 }, 3000)).toContain('data-timeout="20000"');
  });

  it("report a copy for 2 s", spec("8 link copied 2 seconds", "9 toasts 3 s members"), () => {
    const markup = html(<CopyButton text="x" label="Copy link" copied="Link copied!" />);
    expect(markup).toMatch(/hidden="" data-timeout="2000" data-copied="".*Link copied!/);
  });

  it("leave no empty box", () => {
    expect(html(<Toasts items={[]} />)).toBe("");
  });

  it("can be dismissed only with script", () => {
    const markup = html(<Toasts items={[{ tone: "bad", text: "Login failed" }]} />);
    expect(markup).toMatch(/<with-script><button [^>]*aria-label="Dismiss"/);
  });
});

describe("Button", () => {
  it("has the text of its busy state from the start", () => {
    const markup = html(<Button busyText="Signing In...">Sign In</Button>);
    expect(markup).toContain('data-busy=""');
    expect(markup).toContain('<span class="btn-words"><span>Sign In</span><span>Signing In...</span></span>');
    expect(markup).not.toContain("aria-busy");
    expect(
      html(
        <Button busyText="Signing In..." busy>
          Sign In
        </Button>,
      ),
    ).toContain('aria-busy="true"');
  });

  it("is disabled only with a reason", () => {
    expect(html(<Button disabledReason="Included">Select</Button>)).toMatch(/disabled="" title="Included"/);
    expect(html(<Button>Select</Button>)).toBe('<button class="btn">Select</button>');
  });

  it("looks the same as a link", () => {
    expect(
      html(
        <LinkButton to="/subscription" variant="accent" size="lg">
          Go
        </LinkButton>,
      ),
    ).toBe('<a class="btn btn--accent btn--lg" href="/subscription">Go</a>');
  });
});

describe("pictures", () => {
  it("reserve their space, and only the first has a high priority", () => {
    const picture = { src: "/a.webp", width: 1200, height: 800 };
    const lazy = html(<Picture {...picture} alt="" ratio="3x2" />);
    expect(lazy).toContain('width="1200" height="800"');
    expect(lazy).toContain('loading="lazy"');
    expect(lazy).not.toContain("fetchpriority");
    const eager = html(<Picture {...picture} alt="" eager />);
    expect(eager).toContain('loading="eager"');
    expect(eager).not.toContain("fetchpriority");
    const first = html(<Picture {...picture} alt="" first />);
    expect(first).toContain('loading="eager"');
    expect(first).toContain('fetchpriority="high"');
  });

  it("are offered in every stored width, with the middle one as fallback", () => {
    expect(pictureSources([1600, 400, 800], (width) => `/i/${width}.webp`)).toEqual({
      src: "/i/800.webp",
      srcSet: "/i/400.webp 400w, /i/800.webp 800w, /i/1600.webp 1600w",
    });
    expect(() => pictureSources([], String)).toThrow(RangeError);
  });
});

it(
  "are labelled, marked as paid, and sized before they load if they are ads",
  spec("9 ads 260 200 800"),
  () => {
    const markup = html(
      <AdBox shape="rectangle" to="https://demo.test" alt="Demo" picture={{ src: "/ad.webp" }} />,
    );
    expect(markup).toContain('<span class="ad-label">Advertisement</span>');
    expect(markup).toContain('rel="sponsored noopener nofollow"');
    expect(markup).toContain('width="800" height="100"');
    const square = html(
      <AdBox shape="square" to="https://demo.test" alt="Demo" picture={{ src: "/ad.webp" }} />,
    );
    expect(square).toContain('width="260" height="200"');
  },
);

it("the drawn wordmark is for one name only", () => {
  expect(html(<Logo siteName={DRAWN_NAME} to="/" />)).toContain('class="word"');
  const other = html(<Logo siteName="Bluebird" to="/" />);
  expect(other).toContain('<span class="serif name">Bluebird</span>');
  expect(other).toContain('aria-label="Bluebird, home"');
});

it("code wraps where it is long, and can be copied with script", () => {
  const plain = html(<Code label="Answer">{'{"a": 1}'}</Code>);
  expect(plain).toBe(
    '<figure class="code"><figcaption>Answer</figcaption><pre><code>{&quot;a&quot;: 1}</code></pre></figure>',
  );
  expect(
    html(
      <Code label="Request" copy>
        curl
      </Code>,
    ),
  ).toMatch(/<with-script><button [^>]*data-copy=""/);
});

it("a copy button is allowed inside a paragraph", () => {
  const markup = html(<CopyButton text="https://demo.test/?ref=A" label="Copy link" copied="Link copied!" />);
  expect(markup).not.toMatch(/<(div|p)[ >]/);
  expect(markup).toContain('data-copy="https://demo.test/?ref=A"');
  expect(markup).toContain('hidden=""');
});
