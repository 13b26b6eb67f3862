import { dkimTestKey } from "tests/support/dkim";
import { beforeEach, describe, expect, it } from "vitest";
import { domainOfSender } from "~/features/mail/sender-domain.rules";
import type { DnsResolver } from "~/features/newsletters/sender-check/read-dns.server";
import {
  areAligned,
  type Check,
  checkDmarc,
  checkSpf,
  dmarcNames,
  spfTerms,
} from "~/features/newsletters/sender-check/sender-check.rules";
import { checkSender } from "~/features/newsletters/sender-check/sender-check.screen.server";
import { readConfig, setConfig } from "~/platform/config.server";

const KEY = dkimTestKey();

function configure(more: Record<string, string> = {}): void {
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://127.0.0.1/unused",
    PUBLIC_URL: "https://www.site.test",
    SMTP_URL: "smtp://user:password@mx.site.test",
    MAIL_FROM: "The Bell <desk@site.test>",
    DKIM_SELECTOR: "bell1",
    DKIM_PRIVATE_KEY: KEY.setting,
    ...more,
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  setConfig(read.config);
}
beforeEach(() => configure());

const nothing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** A resolver with these records; all other names have none. A function gives the answer. */
function dns(
  texts: Record<string, string[] | (() => Promise<string[][]>)>,
  hosts: Record<string, string[]> = { "site.test": ["mx.site.test"] },
): DnsResolver & { lookedUp: string[] } {
  const lookedUp: string[] = [];
  return {
    lookedUp,
    resolveTxt(name) {
      lookedUp.push(name);
      const found = texts[name];
      if (!found) return nothing("ENODATA");
      // Long records are stored in parts.
      if (typeof found === "function") return found();
      return Promise.resolve(found.map((text) => text.match(/.{1,255}/g) ?? [""]));
    },
    resolveMx: (name) =>
      hosts[name] ? Promise.resolve(hosts[name].map((exchange) => ({ exchange }))) : nothing("ENOTFOUND"),
    cancel() {},
  };
}

const SPF = { "site.test": ["v=spf1 include:provider.test -all", "google-site-verification=x"] };
const PROVIDER = { "provider.test": ["v=spf1 ip4:192.0.2.0/24 a mx -all"] };
const DKIM = { "bell1._domainkey.site.test": [`v=DKIM1; k=rsa; p=${KEY.publicKey}`] };
const DMARC = { "_dmarc.site.test": ["v=DMARC1; p=reject"] };
const GOOD = { ...SPF, ...PROVIDER, ...DKIM, ...DMARC };

/** The checks by the first word of their title. */
async function checksOf(resolver: DnsResolver, limitMs?: number): Promise<Record<string, Check>> {
  const { checks } = await checkSender(resolver, undefined, limitMs);
  return Object.fromEntries(checks.map((check) => [check.title.split(/[: ]/)[0] ?? "", check]));
}
const statusesOf = async (resolver: DnsResolver, limitMs?: number) =>
  Object.fromEntries(
    Object.entries(await checksOf(resolver, limitMs)).map(([name, { status }]) => [name, status]),
  );

describe("a sender's records", () => {
  it("are all OK", async () => {
    expect(await statusesOf(dns(GOOD))).toEqual({
      Address: "ok",
      SPF: "ok",
      DKIM: "ok",
      DMARC: "ok",
      MX: "ok",
    });
    expect((await checksOf(dns(GOOD))).SPF?.says).toBe(
      "v=spf1 include:provider.test -all (3 of 10 look-ups). Ask your mail provider whether it covers their servers.",
    );
  });

  it("are named if they are missing, each with the record to add", async () => {
    const checks = await checksOf(dns({}, {}));
    expect(Object.values(checks).map(({ status }) => status)).toEqual([
      "ok",
      "missing",
      "missing",
      "missing",
      "warning",
    ]);
    expect(checks.SPF?.add).toEqual({ name: "site.test", type: "TXT", value: "v=spf1 a:mx.site.test ~all" });
    expect(checks.DKIM?.add).toEqual({
      name: "bell1._domainkey.site.test",
      type: "TXT",
      value: `v=DKIM1; k=rsa; p=${KEY.publicKey}`,
    });
    expect(checks.DMARC?.add).toEqual({ name: "_dmarc.site.test", type: "TXT", value: "v=DMARC1; p=none" });
  });

  it("are said to be unasked if nobody answers, and the page comes in time", async () => {
    const silent: DnsResolver = {
      resolveTxt: () => new Promise(() => {}),
      resolveMx: () => new Promise(() => {}),
      cancel() {},
    };
    const failing: DnsResolver = {
      resolveTxt: () => nothing("ESERVFAIL"),
      resolveMx: () => {
        throw new Error("No network");
      },
      cancel() {},
    };
    for (const resolver of [silent, failing])
      expect(await statusesOf(resolver, 100)).toEqual({
        Address: "ok",
        SPF: "unasked",
        DKIM: "unasked",
        DMARC: "unasked",
        MX: "unasked",
      });
  });

  it("are those of the sender's domain, which readers know from the site", async () => {
    configure({ MAIL_FROM: "desk@other.test" });
    const resolver = dns({});
    const { Address } = await checksOf(resolver);
    expect(Address).toMatchObject({ status: "warning" });
    expect(resolver.lookedUp).toContain("bell1._domainkey.other.test");
  });

  it("say where a sender that readers do not know is changed: the setting, or its newsletters", async () => {
    configure({ MAIL_FROM: "desk@other.test" });
    expect((await checksOf(dns({}))).Address?.says).toMatch(
      / Set MAIL_FROM to an address at the site’s domain\.$/,
    );
    const from = { name: "Letters", address: "desk@letters.example" };
    const { checks } = await checkSender(dns({}), { from, newsletters: ["Letters", "News"] });
    expect(checks[0]).toMatchObject({
      status: "warning",
      says: expect.stringMatching(
        / Set an address at the site’s domain in the settings of \u201cLetters\u201d, \u201cNews\u201d\.$/,
      ),
    });
    expect(checks[0]?.says).not.toContain("MAIL_FROM");
  });

  it("cannot be told for a sender without an address", async () => {
    configure({ MAIL_FROM: "The Bell" });
    expect(await checkSender(dns(GOOD))).toEqual({ sender: "The Bell", checks: [] });
  });
});

describe("SPF", () => {
  const statusOf = async (texts: Record<string, string[]>) =>
    (await checksOf(dns({ ...GOOD, ...texts }))).SPF;

  it("is none if there are two records", async () => {
    expect(await statusOf({ "site.test": ["v=spf1 -all", "v=spf1 mx -all"] })).toMatchObject({
      status: "warning",
      says: "There are 2 records, so receivers ignore them all. Combine them into one.",
    });
  });

  it.each([
    ["v=spf1 mx ?all", "v=spf1 mx ~all"],
    ["v=spf1 mx +all", "v=spf1 mx ~all"],
    ["v=spf1 ALL", "v=spf1 ~all"],
    ["v=spf1 mx", "v=spf1 mx ~all"],
  ])("that lets everybody send is a warning: %s", async (record, value) => {
    expect(await statusOf({ "site.test": [record] })).toMatchObject({
      status: "warning",
      add: { name: "site.test", value },
    });
  });

  it("counts with the end of the record to which it redirects", async () => {
    const status = await statusOf({
      "site.test": ["v=spf1 redirect=provider.test"],
      "provider.test": ["v=spf1 mx -all"],
    });
    expect(status).toMatchObject({ status: "ok" });
  });

  it("is a warning if it redirects to a record without an end, and no end is added to it", async () => {
    const check = await statusOf({
      "site.test": ["v=spf1 redirect=provider.test"],
      "provider.test": ["v=spf1 mx ?all"],
    });
    expect(check).toMatchObject({ status: "warning", says: expect.stringContaining("provider.test") });
    expect(check?.add).toBeUndefined();
  });

  it.each([
    ["none", []],
    ["several", ["v=spf1 mx -all", "v=spf1 a -all"]],
  ])("is a warning that names an included domain with %s of its records", async (_what, records) => {
    expect(await statusOf({ "provider.test": records })).toMatchObject({
      status: "warning",
      says: expect.stringContaining("refers to provider.test"),
    });
  });

  it("needs too many look-ups if it includes itself", async () => {
    expect(await statusOf({ "site.test": ["v=spf1 include:site.test -all"] })).toMatchObject({
      status: "warning",
      says: expect.stringContaining("more than 10 look-ups"),
    });
  });

  it("counts a record as often as it is included", async () => {
    const shared = ["v=spf1 mx mx:b.test a exists:c.test ~all"];
    const check = await statusOf({
      "site.test": ["v=spf1 include:one.test include:two.test ~all"],
      "one.test": ["v=spf1 include:shared.test ~all"],
      "two.test": ["v=spf1 include:shared.test ~all"],
      "shared.test": shared,
    });
    expect(check?.says).toContain("more than 10 look-ups");
  });

  it("is a warning if it allows nobody", async () => {
    expect(await statusOf({ "site.test": ["v=spf1 -all"] })).toMatchObject({
      status: "warning",
      says: expect.stringContaining("does not allow any server"),
    });
  });

  it.each([
    ["smtp://192.0.2.7:25", "v=spf1 ip4:192.0.2.7 ~all"],
    ["smtps://[2001:db8::7]", "v=spf1 ip6:2001:db8::7 ~all"],
    ["smtp://127.0.0.1:25", undefined],
    ["smtp://[::1]:25", undefined],
  ])("of a server at %s is written as receivers read it", async (SMTP_URL, value) => {
    configure({ SMTP_URL });
    expect((await checksOf(dns({}))).SPF?.add?.value).toBe(value);
  });

  it("is a warning if it needs too many look-ups, and its inclusions are not asked without end", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, nth) => [
        `p${nth}.test`,
        [`v=spf1 include:p${nth + 1}.test include:p${nth}.test a mx ~all`],
      ]),
    );
    const resolver = dns({ ...GOOD, ...many, "site.test": ["v=spf1 include:p0.test ~all"] });
    expect((await checksOf(resolver)).SPF).toMatchObject({
      status: "warning",
      says: expect.stringContaining("more than 10 look-ups"),
    });
    expect(resolver.lookedUp.filter((name) => /^p\d/.test(name)).length).toBeLessThan(6);
  });

  it("whose inclusion nobody answers could not be asked", async () => {
    const unanswered = { ...GOOD, "provider.test": () => nothing("ETIMEOUT") };
    expect((await checksOf(dns(unanswered))).SPF).toMatchObject({ status: "unasked" });
  });

  it("counts what receivers look up", () => {
    expect(
      spfTerms("v=spf1 A MX:x.test a/24 ip4:192.0.2.1 ip6:2001:db8::1 exists:%{i}.x.test ptr -ALL"),
    ).toEqual({
      includes: [],
      lookups: 5,
      all: "-",
      allows: true,
    });
    expect(checkSpf("x.test", { texts: [], lookups: 0 }, "mx.x.test").status).toBe("missing");
  });
});

describe("DKIM", () => {
  const at = "bell1._domainkey.site.test";
  const statusOf = async (records: string[]) =>
    (await checksOf(dns({ ...GOOD, [at]: records }))).DKIM?.status;

  it("is not OK if the key is another one, was revoked, or is one of several", async () => {
    expect(await statusOf([`p=${dkimTestKey().publicKey}`])).toBe("warning");
    expect(await statusOf(["v=DKIM1; p="])).toBe("missing");
    expect(await statusOf([`p=${KEY.publicKey}`, `p=${KEY.publicKey}`])).toBe("warning");
    expect(await statusOf([`v=DKIM1;p=${KEY.publicKey.replace(/(.{60})/g, "$1 ")}`])).toBe("ok");
  });

  it("is a warning if the site does not sign, and no key is asked for", async () => {
    configure({ DKIM_SELECTOR: "", DKIM_PRIVATE_KEY: "" });
    const resolver = dns(GOOD);
    expect((await checksOf(resolver)).DKIM).toMatchObject({ status: "warning" });
    expect(resolver.lookedUp.join()).not.toContain("_domainkey");
  });
});

describe("DMARC", () => {
  const of = (record: string, returnPath = "site.test", name = "_dmarc.site.test") =>
    checkDmarc("site.test", { texts: [record], name }, returnPath);

  it.each([
    ["v=DMARC1; p=quarantine", "ok"],
    ["v=DMARC1;p=REJECT;rua=mailto:a@site.test", "ok"],
    ["v=DMARC1; p=none", "warning"],
    ["v=DMARC1; rua=mailto:a@site.test", "warning"],
    ["v=spf1 -all", "missing"],
  ])("%s is %s", (record, status) => {
    expect(of(record).status).toBe(status);
  });

  it("aligns a return path below the domain, unless it is strict", () => {
    expect(of("v=DMARC1; p=reject", "bounce.site.test").status).toBe("ok");
    expect(of("v=DMARC1; p=reject; aspf=s", "bounce.site.test").status).toBe("warning");
    expect(of("v=DMARC1; p=reject", "provider.test").status).toBe("warning");
  });

  it("keeps the other tags of a record whose policy must change", () => {
    expect(of("v=DMARC1; p=none; rua=mailto:a@site.test; pct=0").add?.value).toBe(
      "v=DMARC1; p=quarantine; rua=mailto:a@site.test",
    );
    expect(of("v=DMARC1; p=reject; pct=0").status).toBe("warning");
  });

  it("is read at the domain above, with its policy for domains below", async () => {
    configure({ MAIL_FROM: "desk@news.site.test" });
    const above = (record: string) => checksOf(dns({ "_dmarc.site.test": [record] }));
    expect((await above("v=DMARC1; p=reject")).DMARC?.status).toBe("ok");
    expect((await above("v=DMARC1; p=reject; sp=none")).DMARC).toMatchObject({
      status: "warning",
      add: { name: "_dmarc.news.site.test" },
    });
    expect(dmarcNames("a.news.site.test")).toEqual([
      "_dmarc.a.news.site.test",
      "_dmarc.news.site.test",
      "_dmarc.site.test",
    ]);
  });
});

it.each([
  ["The Bell <desk@Site.test>", "site.test"],
  ["desk@site.test", "site.test"],
  ['"a@b" <desk@site.test.> ', "site.test"],
  ["The Bell", undefined],
])("the domain of %j is %s", (sender, domain) => {
  expect(domainOfSender(sender)).toBe(domain);
});

it("a name that only ends alike belongs to another domain", () => {
  expect(areAligned("www.site.test", "site.test")).toBe(true);
  expect(areAligned("notsite.test", "site.test")).toBe(false);
  expect(areAligned("www.site.test", "news.site.test")).toBe(true);
  expect(areAligned("one.co.uk", "two.co.uk")).toBe(false);
});
