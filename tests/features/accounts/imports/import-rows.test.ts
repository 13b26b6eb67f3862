import { describe, expect, it } from "vitest";
import { classifyRow, type KnownPerson } from "~/features/accounts/imports/classify-row.rules.server";
import {
  chosenTargets,
  formatOf,
  targetsOf,
  targetsToDecide,
  UNDECIDED,
} from "~/features/accounts/imports/import-columns.rules";
import { namesOfNew, previewRow, readRow } from "~/features/accounts/imports/read-row.rules.server";

const GHOST =
  "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers".split(
    ",",
  );
const SUBSTACK = "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at".split(
  ",",
);
const OLD_SUBSTACK = "email,active_subscription,expiry,email_disabled,prefer_digests,created_at".split(",");

const TODAY = "2026-07-16";
const context = (names: readonly string[]) => ({
  targets: targetsOf(formatOf(names), names),
  zone: "UTC",
  today: TODAY,
});

describe("an import file's format", () => {
  it.each([
    [GHOST, "ghost"],
    [[...GHOST, "gift_id"], "ghost"],
    [SUBSTACK, "substack"],
    [OLD_SUBSTACK, "substack"],
    [["Email", "Name"], "other"],
    [["email", "firstname", "lastname", "subscriptionExpiresAt", "remindByMail", "notes"], "openbell"],
  ] as const)("%j", (names, format) => {
    expect(formatOf(names)).toBe(format);
  });

  it("each target is assigned once, and unknown targets are ignored", () => {
    expect(chosenTargets(["email", "email", "constructor", "plan"])).toEqual(["email", "", "", "plan"]);
    expect(targetsOf("other", ["E-Mail", "mail", "Tier"])).toEqual(["email", "", "plan"]);
  });
});

describe("an access end date", () => {
  const HEADINGS = [
    ...[
      "Expires",
      "expires_at",
      "Expiry Date",
      "expiration_date",
      "Expiration",
      "End date",
      "end_date",
      "Ends at",
    ],
    ...[
      "Access ends",
      "Access Expiration",
      "Membership end",
      "Membership expires",
      "Membership expiration date",
    ],
    ...["Subscription end date", "Subscription expires at", "subscription_end", "Plan ends on", "Term end"],
    ...[
      "Valid until",
      "Valid to",
      "Valid thru",
      "Paid until",
      "paid_through",
      "current_period_end",
      "Period end",
    ],
    ...[
      "Renews",
      "Renewal date",
      "next_renewal",
      "Next payment date",
      "Next billing date",
      "Next Charge Date",
    ],
    ...["cancel_at", "Until", "enddate", "Last day"],
  ];
  it.each(HEADINGS)("is recognised in a column named %j", (heading) => {
    expect(targetsOf("other", ["Email", heading])).toEqual(["email", "until"]);
  });

  it.each([
    ["2027/03/01", "2027-03-01T23:59:59.999Z"],
    ["2027-03-01 12:00:00+00", "2027-03-01T12:00:00.000Z"],
    ["Mar 1, 2027", "2027-03-01T23:59:59.999Z"],
    ["1 March 2027", "2027-03-01T23:59:59.999Z"],
    ["46447", "2027-03-01T23:59:59.999Z"],
    ["20270301", "2027-03-01T23:59:59.999Z"],
    ["2027-03-01T12:00:00.000000+00:00", "2027-03-01T12:00:00.000Z"],
    ["31.12.27", "2027-12-31T23:59:59.999Z"],
    ["2027-03-01 12:00:00 UTC", "2027-03-01T12:00:00.000Z"],
    ["2027-03-01T12:00Z", "2027-03-01T12:00:00.000Z"],
    ["2027-03-01 12:00:00 -0500", "2027-03-01T17:00:00.000Z"],
    ["2027-03-01T12:00:00+00", "2027-03-01T12:00:00.000Z"],
    ["Mon, 01 Mar 2027 12:00:00 GMT", "2027-03-01T12:00:00.000Z"],
  ])("%j is parsed", (text, at) => {
    expect(goldRow({ until: text }).person?.until?.toISOString()).toBe(at);
  });

  it.each([
    "Never",
    "lifetime",
    "0000-00-00 00:00:00",
    "0000-00-00",
    "9999-12-31",
    "9999-12-31T23:59:59Z",
    "No expiry",
  ])("%j means no end", (text) => expect(goldRow({ until: text }).person?.until).toBeNull());

  it.each(["", "N/A", "-", "\u2013", "null", "None"])("%j counts as empty and needs a decision", (text) => {
    expect(goldRow({ until: text }).person?.until).toBeUndefined();
    expect(previewRow(["a@demo.test", "Gold", text, ""], TARGETS).isOpen).toBe(true);
  });

  it.each(["2027-03", "soon", "99999", "00000"])("%j is refused", (text) => {
    expect(goldRow({ until: text }).problem).toContain("is not a date");
  });

  it("is ambiguous if it has two numbers and a short year", () => {
    expect(goldRow({ until: "03/04/27" })).toEqual({ email: "a@demo.test", ambiguous: true });
  });

  it("in an unknown column needs a decision, as do status words", () => {
    const samples = [
      ["a@demo.test", "2027-03-01", "Former patron", "4", "cus_1", ""],
      ["b@demo.test", "never", "Active patron", "5", "cus_2", ""],
    ];
    const targets = ["email", "", "", "", "", ""];
    expect(targetsToDecide(targets, samples)).toEqual(["email", UNDECIDED, UNDECIDED, "", "", ""]);
    expect(targetsToDecide(["email", "until"], samples)).toEqual(["email", "until"]);
  });
});

const TARGETS = ["email", "plan", "until", "access"];
const goldRow = ({ until = "", access = "" }) =>
  readRow(["a@demo.test", "Gold", until, access], { targets: TARGETS, zone: "UTC", today: TODAY });

describe("a plan's status", () => {
  const classify = (access: string, statuses?: Record<string, "access" | "none">) =>
    classifyRow(goldRow({ until: "2199-01-01", access }), undefined, {
      decisions: { plans: { Gold: "Premium" }, statuses, updateKnown: false, mailNew: false },
      ...{ zone: "UTC", now: new Date(`${TODAY}T12:00:00Z`), following: new Set<string>() },
    });

  it.each(["", "active", "Active Patron", "TRIALING", "comped", "paid"])("%j gives access", (word) => {
    expect(classify(word).addition?.term.tier).toBe("Premium");
  });

  it.each([
    "inactive",
    "canceled",
    "Cancelled",
    "expired",
    "Former patron",
    "former_patron",
    "Declined patron",
    "lapsed",
  ])("%j gives no access", (word) =>
    expect(classify(word).addition?.term).toEqual({ tier: "Basic", until: null }));

  it("needs a decision if it is unknown, and then follows the decision", () => {
    expect(classify("Past due")).toEqual({
      outcome: "undecided",
      reason: "Choose whether “past due” has access",
    });
    expect(classify("past_due", { "past due": "access" }).addition?.term.tier).toBe("Premium");
    expect(classify("constructor").outcome).toBe("undecided");
    expect(classify("canceled", { canceled: "access" }).addition?.term.tier).toBe("Premium");
  });
});

describe("a person missing from the file", () => {
  const named = (name: string) =>
    readRow(["a@demo.test", name], { targets: ["email", "name"], zone: "UTC", today: TODAY });

  it.each([
    "undefined",
    "null",
    "NULL",
    "undefined undefined",
    "N/A",
  ])("is refused for the placeholder name %j", (name) =>
    expect(named(name).problem).toBe(`“${name}” is not a name`));

  it.each(["Ann Null", "Nan Goldin"])("is not assumed for the real name %j", (name) =>
    expect(named(name).problem).toBeUndefined());

  it.each(["\u202Eevil Rtl", "Ann \u2066Lee"])("is refused for direction-changing characters in %j", (name) =>
    expect(named(name).problem).toMatch(/name contains characters that are not allowed/));

  it("is refused if Substack has a deletion request", () => {
    const row = [
      "u1234567@deletion-request.substack.com",
      "true",
      "2027-02-01T00:00:00.000Z",
      "yearly",
      "false",
      "",
      "",
    ];
    expect(readRow(row, context(SUBSTACK)).problem).toBe(
      "Deleted, or deletion requested, on the site the file comes from",
    );
  });
});

describe("a Ghost row", () => {
  const row = (values: Record<string, string>) =>
    readRow(
      GHOST.map((name) => values[name] ?? ""),
      context(GHOST),
    );

  it("has name, plan, email preference, note and date", () => {
    const { person } = row({
      email: " Ada@Demo.Test ",
      name: "Ada  Augusta Byron",
      note: "Early",
      subscribed_to_emails: "false",
      created_at: "2021-05-06T07:08:09.000Z",
      tiers: "Gold",
    });
    expect(person).toEqual({
      email: "ada@demo.test",
      firstname: "Ada Augusta",
      lastname: "Byron",
      plan: "Gold",
      until: undefined,
      remindByMail: false,
      createdAt: new Date("2021-05-06T07:08:09Z"),
      status: "active",
      notes: ["Early"],
      labels: [],
    });
  });

  it("without a name gets a default name, and a complimentary plan needs a decision", () => {
    const { person } = row({ email: "a@demo.test", complimentary_plan: "true" });
    expect(person && namesOfNew(person)).toEqual({ firstname: "New", lastname: "Member" });
    expect(person?.plan).toBe("Complimentary");
    const { person: one } = row({ email: "a@demo.test", name: "Cher" });
    expect(one && namesOfNew(one)).toEqual({ firstname: "Cher", lastname: "Member" });
  });

  it.each([
    [{ email: "nobody" }, "valid email"],
    [{ email: "a@demo.test", deleted_at: "2024-01-01" }, "Deleted, or deletion requested"],
    [{ email: "a@demo.test", subscribed_to_emails: "perhaps" }, "must be yes or no"],
    [{ email: "a@demo.test", name: "A\u0007 Bell" }, "characters that are not allowed"],
    [{ email: "a@demo.test", name: `Ada ${"x".repeat(101)}` }, "at most 100"],
    [{ email: "a@demo.test", created_at: "2026-07-18" }, "must not be in the future"],
    [{ email: "a@demo.test", note: "x".repeat(2001) }, "longer than 2000"],
  ])("%j is refused", (values, why) => {
    expect(row(values)).toMatchObject({ problem: expect.stringContaining(why) });
  });

  it("keeps formulas and markup as plain text", () => {
    const { person } = row({ email: "a@demo.test", name: "'=HYPERLINK(1) <b>Bold</b>" });
    expect(person).toMatchObject({ firstname: "=HYPERLINK(1)", lastname: "<b>Bold</b>" });
  });

  it("is refused if it has more cells than the header", () => {
    expect(
      readRow([...GHOST.map((name) => (name === "email" ? "a@demo.test" : "")), "more"], context(GHOST))
        .problem,
    ).toContain("more cells");
  });
});

describe("a Substack row", () => {
  const row = (text: string) => readRow(text.split(","), context(SUBSTACK));

  it("has a plan and an end only while it pays", () => {
    expect(
      row("a@demo.test,true,2027-01-02T03:04:05.000Z,yearly,true,2025-01-01T00:00:00.000Z,").person,
    ).toMatchObject({
      plan: "yearly",
      until: new Date("2027-01-02T03:04:05Z"),
      remindByMail: false,
    });
    const free = row("a@demo.test,false,,other,false,2025-01-01,").person;
    expect(free).toMatchObject({ plan: undefined, remindByMail: true });
    expect(row("a@demo.test,true,,,false,2025-01-01,").person?.plan).toBe("Paid");
  });

  it("shows its plan and missing end before any decision", () => {
    const targets = context(SUBSTACK).targets;
    expect(previewRow("a@demo.test,true,,founding,false,3/4/2025,".split(","), targets)).toMatchObject({
      plan: "founding",
      isOpen: true,
      dates: [{ evidence: undefined }, { evidence: "eitherFirst" }],
    });
  });
});

describe("days left", () => {
  const read = (days: string) =>
    readRow(["a@demo.test", "Gold", days], { ...context([]), targets: ["email", "plan", "daysLeft"] });

  it("count from the day the file arrived, including that day", () => {
    expect(read("30").person?.until).toEqual(new Date("2026-08-15T23:59:59.999Z"));
    expect(read("0").person?.until).toEqual(new Date("2026-07-16T23:59:59.999Z"));
    expect(read("a month").problem).toContain("not a number of days");
  });
});

const NOW = new Date("2026-07-16T12:00:00Z");
const rules = (more: object = {}) => ({
  decisions: {
    plans: { Gold: "Premium", Black: "Private", Free: "Basic" } as const,
    updateKnown: true,
    mailNew: false,
    ...more,
  },
  zone: "UTC",
  now: NOW,
  following: new Set<string>(),
});
const knownPerson = (more: Partial<KnownPerson> = {}): KnownPerson => ({
  ...{ id: "1", email: "a@demo.test", firstname: "Ada", lastname: "Byron", tier: "Premium" },
  ...{
    until: new Date("2027-01-01T00:00:00Z"),
    over: false,
    remindByMail: true,
    version: 1,
    notes: [],
    labels: [],
    ...more,
  },
});
const rowWith = (more: object = {}) => ({
  person: {
    email: "a@demo.test",
    firstname: "Ada",
    lastname: "Byron",
    status: "active" as const,
    notes: [],
    labels: [],
    ...more,
  },
});
const until = (text: string) => new Date(`${text}T00:00:00Z`);

describe("a row for a new member", () => {
  it("needs a decision on the tier and the end", () => {
    expect(classifyRow(rowWith({ plan: "Silver" }), undefined, rules())).toEqual({
      outcome: "undecided",
      reason: "Choose the tier for “Silver”",
    });
    expect(classifyRow(rowWith({ plan: "constructor" }), undefined, rules()).outcome).toBe("undecided");
    expect(classifyRow(rowWith({ plan: "Gold" }), undefined, rules()).outcome).toBe("undecided");
    expect(classifyRow({ ambiguous: true }, undefined, rules()).outcome).toBe("undecided");
  });

  it("adds the member with its term, even an ended one", () => {
    const term = (more: object, decisions: object = {}) =>
      classifyRow(rowWith(more), undefined, rules(decisions)).addition?.term;
    expect(term({})).toEqual({ tier: "Basic", until: null });
    expect(term({ plan: "Free", until: until("2027-01-01") })).toEqual({ tier: "Basic", until: null });
    expect(term({ plan: "Gold", until: until("2020-01-01") })).toEqual({
      tier: "Premium",
      until: until("2020-01-01"),
    });
    expect(term({ plan: "Gold" }, { openEnd: "endless" })).toEqual({ tier: "Premium", until: null });
    expect(term({ plan: "Gold" }, { openEnd: "2027-03-31" })).toEqual({
      tier: "Premium",
      until: new Date("2027-03-31T23:59:59.999Z"),
    });
  });
});

describe("a row for an existing member", () => {
  it("changes nothing unless updates are chosen", () => {
    const other = rowWith({ firstname: "Eve", plan: "Black", until: until("2030-01-01") });
    expect(classifyRow(other, knownPerson(), rules({ updateKnown: false }))).toMatchObject({
      outcome: "same",
    });
    expect(classifyRow(other, knownPerson(), rules())).toMatchObject({
      outcome: "changed",
      change: { firstname: "Eve", term: { tier: "Private", until: until("2030-01-01") } },
    });
  });

  it.each([
    ["shorter", { plan: "Gold", until: until("2026-12-01") }, {}],
    ["lower", {}, {}],
    ["dearer, but shorter", { plan: "Black", until: until("2026-12-01") }, {}],
    ["dearer, against no end", { plan: "Black", until: until("2030-01-01") }, { until: null }],
    ["an end, against none", { plan: "Gold", until: until("2030-01-01") }, { until: null }],
    ["lower than Private", { plan: "Gold", until: until("2030-01-01") }, { tier: "Private" as const }],
  ])("%s: the current term stays, and the row gives the reason", (_, more, held) => {
    const row = classifyRow(rowWith(more), knownPerson(held), rules());
    expect(row).toMatchObject({ outcome: "same", reason: expect.stringMatching(/^Keeps (Premium|Private)/) });
  });

  it.each([
    ["longer", { plan: "Gold", until: until("2027-01-02") }, {}],
    ["no end", { plan: "Gold" }, {}],
    ["dearer and as long", { plan: "Black", until: until("2027-01-01") }, {}],
    [
      "anything that runs, to Basic",
      { plan: "Gold", until: until("2026-08-01") },
      { tier: "Basic" as const, until: null },
    ],
    [
      "anything that runs, to what is over",
      { plan: "Gold", until: until("2026-08-01") },
      { until: until("2026-01-01"), over: true },
    ],
  ])("%s: the term is updated", (_, more, held) => {
    const row = classifyRow(rowWith(more), knownPerson(held), rules({ openEnd: "endless" }));
    expect(row.change?.term).toBeDefined();
  });

  it("gives a Basic member nothing if its term has ended", () => {
    const over = rowWith({ plan: "Gold", until: until("2020-01-01") });
    expect(classifyRow(over, knownPerson({ tier: "Basic", until: null }), rules())).toMatchObject({
      outcome: "same",
    });
  });

  it("never turns emails back on, but can turn them off", () => {
    expect(
      classifyRow(
        rowWith({ remindByMail: false, plan: "Gold", until: until("2027-01-01") }),
        knownPerson(),
        rules(),
      ).change,
    ).toEqual({
      remindByMail: false,
      notes: [],
    });
    const wants = rowWith({ remindByMail: true, plan: "Gold", until: until("2027-01-01") });
    expect(classifyRow(wants, knownPerson({ remindByMail: false }), rules()).outcome).toBe("same");
  });

  it("gets only labels that they do not have, however they are written", () => {
    const labelled = rowWith({ labels: ["STRASSE", "New"], plan: "Gold", until: until("2027-01-01") });
    const known = knownPerson({ labels: ["strasse"] });
    expect(classifyRow(labelled, known, rules()).change).toEqual({ labels: ["New"], notes: [] });
  });

  it("gets no label that only a segment gives, and keeps one that they have", () => {
    const following = { ...rules(), following: new Set(["rule", "held"]) };
    const row = rowWith({ labels: ["Rule", "Held"], plan: "Gold", until: until("2027-01-01") });
    expect(classifyRow(row, knownPerson({ labels: ["held"] }), following)).toMatchObject({
      outcome: "same",
      reason: "Without some labels: “Rule” follows a segment",
    });
  });

  it("skips notes that already exist", () => {
    const noted = rowWith({ notes: ["Old", "New"], plan: "Gold", until: until("2027-01-01") });
    expect(classifyRow(noted, knownPerson({ notes: ["Old"] }), rules()).change).toEqual({ notes: ["New"] });
  });
});
