import { describe, expect, it } from "vitest";
import { classifyRow, type KnownPerson } from "~/features/accounts/imports/classify-row.rules.server";
import {
  chosenTargets,
  formatOf,
  targetsOf,
  targetsToSay,
  UNSAID,
} from "~/features/accounts/imports/import-files.rules";
import { namesOfNew, readRow, shownByRow } from "~/features/accounts/imports/read-row.rules.server";

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

describe("whose export a file is", () => {
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

  it("a target is given once, and none that is not there", () => {
    expect(chosenTargets(["email", "email", "constructor", "plan"])).toEqual(["email", "", "", "plan"]);
    expect(targetsOf("other", ["E-Mail", "mail", "Tier"])).toEqual(["email", "", "plan"]);
  });
});

describe("the end of an access", () => {
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
  it.each(HEADINGS)("is found below %j", (heading) => {
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
  ])("%j is read", (text, at) => {
    expect(goldRow({ until: text }).said?.until?.toISOString()).toBe(at);
  });

  it.each([
    "Never",
    "lifetime",
    "0000-00-00 00:00:00",
    "0000-00-00",
    "9999-12-31",
    "9999-12-31T23:59:59Z",
    "No expiry",
  ])("%j says that there is none", (text) => expect(goldRow({ until: text }).said?.until).toBeNull());

  it.each(["", "N/A", "-", "\u2013", "null", "None"])("%j says nothing, and is asked about", (text) => {
    expect(goldRow({ until: text }).said?.until).toBeUndefined();
    expect(shownByRow(["a@demo.test", "Gold", text, ""], TARGETS).isOpen).toBe(true);
  });

  it.each(["2027-03", "soon", "99999", "00000"])("%j is refused", (text) => {
    expect(goldRow({ until: text }).problem).toContain("is no date");
  });

  it("of two figures and a short year is asked about", () => {
    expect(goldRow({ until: "03/04/27" })).toEqual({ email: "a@demo.test", ambiguous: true });
  });

  it("below a heading that nobody knows has to be said, as have words of a status", () => {
    const samples = [
      ["a@demo.test", "2027-03-01", "Former patron", "4", "cus_1", ""],
      ["b@demo.test", "never", "Active patron", "5", "cus_2", ""],
    ];
    const targets = ["email", "", "", "", "", ""];
    expect(targetsToSay(targets, samples)).toEqual(["email", UNSAID, UNSAID, "", "", ""]);
    expect(targetsToSay(["email", "until"], samples)).toEqual(["email", "until"]);
  });
});

const TARGETS = ["email", "plan", "until", "access"];
const goldRow = ({ until = "", access = "" }) =>
  readRow(["a@demo.test", "Gold", until, access], { targets: TARGETS, zone: "UTC", today: TODAY });

describe("the status of a plan", () => {
  const judge = (access: string, statuses?: Record<string, "access" | "none">) =>
    classifyRow(goldRow({ until: "2199-01-01", access }), undefined, {
      decisions: { plans: { Gold: "Premium" }, statuses, updateKnown: false, mailNew: false },
      ...{ zone: "UTC", now: new Date(`${TODAY}T12:00:00Z`) },
    });

  it.each(["", "active", "Active Patron", "TRIALING", "comped", "paid"])("%j has access", (word) => {
    expect(judge(word).addition?.term.tier).toBe("Premium");
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
  ])("%j has none", (word) => expect(judge(word).addition?.term).toEqual({ tier: "Basic", until: null }));

  it("that nobody knows is asked about, and is then what staff say", () => {
    expect(judge("Past due")).toEqual({ outcome: "undecided", reason: "Say whether “past due” has access" });
    expect(judge("past_due", { "past due": "access" }).addition?.term.tier).toBe("Premium");
    expect(judge("constructor").outcome).toBe("undecided");
    expect(judge("canceled", { canceled: "access" }).addition?.term.tier).toBe("Premium");
  });
});

describe("a person that a file has lost", () => {
  const named = (name: string) =>
    readRow(["a@demo.test", name], { targets: ["email", "name"], zone: "UTC", today: TODAY });

  it.each(["undefined", "null", "NULL", "undefined undefined", "N/A"])("is refused: %j", (name) =>
    expect(named(name).problem).toBe(`The name “${name}” is none`));

  it.each(["Ann Null", "Nan Goldin"])("is none of those who are called so: %j", (name) =>
    expect(named(name).problem).toBeUndefined());

  it.each(["\u202Eevil Rtl", "Ann \u2066Lee"])("has no name that turns others around: %j", (name) =>
    expect(named(name).problem).toMatch(/name has characters that are not allowed/));

  it("is refused where Substack was asked to delete them", () => {
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
      "Was deleted, or asked to be, where the file comes from",
    );
  });
});

describe("a row of Ghost's", () => {
  const row = (values: Record<string, string>) =>
    readRow(
      GHOST.map((name) => values[name] ?? ""),
      context(GHOST),
    );

  it("says name, plan, wish for mail, note and day", () => {
    const { said } = row({
      email: " Ada@Demo.Test ",
      name: "Ada  Augusta Byron",
      note: "Early",
      subscribed_to_emails: "false",
      created_at: "2021-05-06T07:08:09.000Z",
      tiers: "Gold",
    });
    expect(said).toEqual({
      email: "ada@demo.test",
      firstname: "Ada Augusta",
      lastname: "Byron",
      plan: "Gold",
      until: undefined,
      remindByMail: false,
      createdAt: new Date("2021-05-06T07:08:09Z"),
      status: "active",
      notes: ["Early"],
    });
  });

  it("without a name is a new member, and a plan for nothing is one to be decided", () => {
    const { said } = row({ email: "a@demo.test", complimentary_plan: "true" });
    expect(said && namesOfNew(said)).toEqual({ firstname: "New", lastname: "Member" });
    expect(said?.plan).toBe("Complimentary");
    const { said: one } = row({ email: "a@demo.test", name: "Cher" });
    expect(one && namesOfNew(one)).toEqual({ firstname: "Cher", lastname: "Member" });
  });

  it.each([
    [{ email: "nobody" }, "valid email"],
    [{ email: "a@demo.test", deleted_at: "2024-01-01" }, "Was deleted"],
    [{ email: "a@demo.test", subscribed_to_emails: "perhaps" }, "neither yes nor no"],
    [{ email: "a@demo.test", name: "A\u0007 Bell" }, "characters that are not allowed"],
    [{ email: "a@demo.test", name: `Ada ${"x".repeat(101)}` }, "at most 100"],
    [{ email: "a@demo.test", created_at: "2026-07-18" }, "still to come"],
    [{ email: "a@demo.test", note: "x".repeat(2001) }, "longer than 2000"],
  ])("%j is refused", (values, why) => {
    expect(row(values)).toMatchObject({ problem: expect.stringContaining(why) });
  });

  it("keeps what looks like a formula or markup as the text it is", () => {
    const { said } = row({ email: "a@demo.test", name: "'=HYPERLINK(1) <b>Bold</b>" });
    expect(said).toMatchObject({ firstname: "=HYPERLINK(1)", lastname: "<b>Bold</b>" });
  });

  it("of more cells than the line of names has is refused", () => {
    expect(
      readRow([...GHOST.map((name) => (name === "email" ? "a@demo.test" : "")), "more"], context(GHOST))
        .problem,
    ).toContain("more cells");
  });
});

describe("a row of Substack's", () => {
  const row = (text: string) => readRow(text.split(","), context(SUBSTACK));

  it("has a plan only where it pays now, until a moment", () => {
    expect(
      row("a@demo.test,true,2027-01-02T03:04:05.000Z,yearly,true,2025-01-01T00:00:00.000Z,").said,
    ).toMatchObject({
      plan: "yearly",
      until: new Date("2027-01-02T03:04:05Z"),
      remindByMail: false,
    });
    const free = row("a@demo.test,false,,other,false,2025-01-01,").said;
    expect(free).toMatchObject({ plan: undefined, remindByMail: true });
    expect(row("a@demo.test,true,,,false,2025-01-01,").said?.plan).toBe("Paid");
  });

  it("shows its plan and that it tells no end, before anything is decided", () => {
    const targets = context(SUBSTACK).targets;
    expect(shownByRow("a@demo.test,true,,founding,false,3/4/2025,".split(","), targets)).toMatchObject({
      plan: "founding",
      isOpen: true,
      dates: [{ said: undefined }, { said: "eitherFirst" }],
    });
  });
});

describe("days left", () => {
  const read = (days: string) =>
    readRow(["a@demo.test", "Gold", days], { ...context([]), targets: ["email", "plan", "daysLeft"] });

  it("are counted from the day on which the file came, that day included", () => {
    expect(read("30").said?.until).toEqual(new Date("2026-08-15T23:59:59.999Z"));
    expect(read("0").said?.until).toEqual(new Date("2026-07-16T23:59:59.999Z"));
    expect(read("a month").problem).toContain("no number of days");
  });
});

const NOW = new Date("2026-07-16T12:00:00Z");
const judging = (more: object = {}) => ({
  decisions: {
    plans: { Gold: "Premium", Black: "Private", Free: "Basic" } as const,
    updateKnown: true,
    mailNew: false,
    ...more,
  },
  zone: "UTC",
  now: NOW,
});
const person = (more: Partial<KnownPerson> = {}): KnownPerson => ({
  ...{ id: "1", email: "a@demo.test", firstname: "Ada", lastname: "Byron", tier: "Premium" },
  ...{
    until: new Date("2027-01-01T00:00:00Z"),
    over: false,
    remindByMail: true,
    version: 1,
    notes: [],
    ...more,
  },
});
const said = (more: object = {}) => ({
  said: {
    email: "a@demo.test",
    firstname: "Ada",
    lastname: "Byron",
    status: "active" as const,
    notes: [],
    ...more,
  },
});
const until = (text: string) => new Date(`${text}T00:00:00Z`);

describe("a row of somebody new", () => {
  it("waits for what was not said: which tier, and how long", () => {
    expect(classifyRow(said({ plan: "Silver" }), undefined, judging())).toEqual({
      outcome: "undecided",
      reason: "Say which tier “Silver” is",
    });
    expect(classifyRow(said({ plan: "constructor" }), undefined, judging()).outcome).toBe("undecided");
    expect(classifyRow(said({ plan: "Gold" }), undefined, judging()).outcome).toBe("undecided");
    expect(classifyRow({ ambiguous: true }, undefined, judging()).outcome).toBe("undecided");
  });

  it("is added with its term, an end that is over included", () => {
    const term = (more: object, decisions: object = {}) =>
      classifyRow(said(more), undefined, judging(decisions)).addition?.term;
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

describe("a row of somebody who is there", () => {
  it("changes nothing, unless that is asked", () => {
    const other = said({ firstname: "Eve", plan: "Black", until: until("2030-01-01") });
    expect(classifyRow(other, person(), judging({ updateKnown: false }))).toMatchObject({ outcome: "same" });
    expect(classifyRow(other, person(), judging())).toMatchObject({
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
  ])("%s: what is held stays, and the row says so", (_, more, held) => {
    const row = classifyRow(said(more), person(held), judging());
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
  ])("%s: is given", (_, more, held) => {
    const row = classifyRow(said(more), person(held), judging({ openEnd: "endless" }));
    expect(row.change?.term).toBeDefined();
  });

  it("what is over gives Basic nothing", () => {
    const over = said({ plan: "Gold", until: until("2020-01-01") });
    expect(classifyRow(over, person({ tier: "Basic", until: null }), judging())).toMatchObject({
      outcome: "same",
    });
  });

  it("a wish for no mail is kept from either side", () => {
    expect(
      classifyRow(
        said({ remindByMail: false, plan: "Gold", until: until("2027-01-01") }),
        person(),
        judging(),
      ).change,
    ).toEqual({
      remindByMail: false,
      notes: [],
    });
    const wants = said({ remindByMail: true, plan: "Gold", until: until("2027-01-01") });
    expect(classifyRow(wants, person({ remindByMail: false }), judging()).outcome).toBe("same");
  });

  it("a note that is there already is none", () => {
    const noted = said({ notes: ["Old", "New"], plan: "Gold", until: until("2027-01-01") });
    expect(classifyRow(noted, person({ notes: ["Old"] }), judging()).change).toEqual({ notes: ["New"] });
  });
});
