import { insertKey } from "tests/support/api-keys";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepWebhookDeliveries } from "~/features/webhooks/sweep-deliveries.server";
import { KIND_GROUPS } from "~/features/webhooks/webhook-screens.rules";
import { MAX_WEBHOOKS, WEBHOOK_KINDS } from "~/features/webhooks/webhooks.rules.server";

setUpStaffApp();

const LIST = "/admin/settings/webhooks";
const NEW = `${LIST}/new`;
const SUPERADMIN = "superadmin";
const GOOD = { name: "The app", address: "https://receiver.example/webhooks", kinds: "news", keyId: "" };

beforeEach(async () => {
  for (const table of ["webhooks", "webhook_deliveries", "api_keys", "changes"])
    await database.rows(`delete from ${table}`);
});

type Row = {
  id: string;
  name: string;
  address: string;
  kinds: string[];
  key_id: string | null;
  enabled: boolean;
  disabled_reason: string | null;
  created_by_name: string;
};
const rows = () => database.rows<Row>("select * from webhooks order by created_at, id");
const logged = () =>
  database.rows<{ action: string; record_title: string; differences: object | null }>(
    "select action, record_title, differences from changes where resource = 'webhooks' order by created_at, id",
  );
const actions = async () => (await logged()).map(({ action }) => action);

const secretIn = (page: string) => /whsec_[A-Za-z0-9+/]{43}=/.exec(page)?.[0] ?? "";

async function make(values: Partial<typeof GOOD> = {}): Promise<{ id: string; secret: string }> {
  const answer = await post(NEW, { ...GOOD, ...values }, SUPERADMIN);
  const page = await answer.text();
  expect([answer.status, secretIn(page)]).toEqual([200, expect.stringMatching(/^whsec_/)]);
  return { id: (await rows()).at(-1)?.id ?? "", secret: secretIn(page) };
}

/** The values of a form's fields, as a browser sends them. */
function formIn(page: string): Record<string, string> {
  const field = (name: string) =>
    new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(page)?.[1]?.replaceAll("&quot;", '"') ?? "";
  return { name: field("name"), address: field("address"), kinds: "news", keyId: "", seen: field("seen") };
}
const editForm = async (id: string) => formIn(await (await get(`${LIST}/${id}/edit`, SUPERADMIN)).text());

it("the form offers every kind that webhooks are told of", () => {
  const offered = KIND_GROUPS.flatMap(({ kinds }) => Object.keys(kinds));
  expect(offered.toSorted()).toEqual([...WEBHOOK_KINDS].toSorted());
});

describe("making a webhook", () => {
  it("shows the secret in the answer only, and stores it encrypted", async () => {
    expect(await html(LIST, SUPERADMIN)).toContain("No webhooks yet.");
    const { id, secret } = await make();
    expect(await rows()).toMatchObject([
      { ...{ id, name: "The app", address: GOOD.address, kinds: ["news"], key_id: null, enabled: true } },
    ]);
    for (const path of [LIST, NEW, `${LIST}/${id}`, `${LIST}/${id}/edit`])
      expect(secretIn(await html(path, SUPERADMIN))).toBe("");
    for (const table of ["webhooks", "changes", "held_submissions"])
      expect(JSON.stringify(await database.rows(`select * from ${table}`))).not.toContain(
        secret.slice(6, -1),
      );
    expect(await logged()).toEqual([
      {
        ...{ action: "added", record_title: "The app" },
        differences: {
          name: { from: "", to: "The app" },
          address: { from: "", to: GOOD.address },
          gets: { from: "", to: "News" },
        },
      },
    ]);
    const list = await html(LIST, SUPERADMIN);
    for (const words of ["The app", "receiver.example", "None yet", "Not failing"])
      expect(list).toContain(words);
    expect(await html("/admin/changes", SUPERADMIN)).toContain(`href="${LIST}/${id}"`);
    expect(await html("/admin/changes", "admin")).not.toContain(`href="${LIST}/`);
  });

  it.each([
    ["no name", { name: "  " }, "Enter a name."],
    ["a long name", { name: "n".repeat(61) }, "At most 60 characters."],
    ["no address", { address: "" }, "Enter an address such as"],
    ["half an address", { address: "receiver.example" }, "Enter an address such as"],
    ["a script", { address: "javascript:alert(1)" }, "Enter an address such as"],
    ["http", { address: "http://receiver.example/" }, "The address must begin with https://"],
    ["a password in the address", { address: "https://me:pw@receiver.example/" }, "Enter an address such as"],
    ["a fragment", { address: "https://receiver.example/#part" }, "Enter an address such as"],
    [
      "what cannot be stored",
      { address: "https://receiver.example/\u0000" },
      "characters that are not allowed",
    ],
    ["a long address", { address: `https://receiver.example/${"a".repeat(500)}` }, "At most 500 characters."],
    ["this machine", { address: "https://127.0.0.1/" }, "This address is not on the public internet."],
    ["this machine by IPv6", { address: "https://[::1]/" }, "This address is not on the public internet."],
    [
      "this machine by name",
      { address: "https://localhost/" },
      "This address is not on the public internet.",
    ],
    ["a private network", { address: "https://10.0.0.7/" }, "This address is not on the public internet."],
    ["the cloud’s own address", { address: "https://169.254.169.254/" }, "not on the public internet."],
    ["a demo’s receiver", { address: "http://localhost:3000/demo/webhooks/one" }, "must begin with https://"],
    ["an unknown key", { keyId: "11111111-1111-4111-8111-111111111111" }, "Choose one of these keys."],
    ["no key", { keyId: "nonsense" }, "Choose one of these keys."],
    ["members without a key", { kinds: "members" }, "Members need a key with the scope members:read."],
  ])("is refused with %s, and keeps what was typed", async (_, wrong, message) => {
    const typed = { ...GOOD, kinds: "trade-alert", ...wrong };
    const answer = await post(NEW, typed, SUPERADMIN);
    const page = (await answer.text()).replaceAll("<!-- -->", "");
    expect([answer.status, page]).toEqual([422, expect.stringContaining(message)]);
    expect(formIn(page)).toMatchObject({ name: typed.name, address: typed.address });
    expect(page).toMatch(
      new RegExp(`checked=""[^>]*value="${typed.kinds}"|value="${typed.kinds}"[^>]*checked=""`),
    );
    expect([await rows(), await logged()]).toEqual([[], []]);
  });

  it("ignores kinds that do not exist, and is refused without one", async () => {
    const none = await post(NEW, { ...GOOD, kinds: "staff" }, SUPERADMIN);
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining("Choose what it gets.")]);
    const body = new URLSearchParams({ ...GOOD, kinds: "calls" });
    for (const kind of ["news", "staff", "news"]) body.append("kinds", kind);
    await app.request(NEW, { method: "POST", cookies: await staffCookies(SUPERADMIN), body });
    expect((await rows())[0]?.kinds).toEqual(["news", "calls"]);
  });

  it("gets members with a key that may read them", async () => {
    const { id: keyId } = await insertKey(database, ["members:read"]);
    const { id } = await make({ kinds: "members", keyId });
    expect((await rows())[0]?.key_id).toBe(keyId);
    await database.rows("update api_keys set name = 'Zedkey', revoked_at = now()");
    expect(await html(`${LIST}/${id}`, SUPERADMIN)).toContain(`href="/admin/settings/keys/${keyId}"`);
    expect(await html(`${LIST}/${id}/edit`, SUPERADMIN)).toContain("The key “Zedkey”, which has ended");
    expect(await html(NEW, SUPERADMIN)).not.toContain("Zedkey");
    const withEnded = { ...GOOD, name: "Other", kinds: "members", keyId };
    expect((await post(NEW, withEnded, SUPERADMIN)).status).toBe(422);
    const kept = { ...(await editForm(id)), kinds: "members", keyId, name: "Renamed" };
    expect((await post(`${LIST}/${id}/edit`, kept, SUPERADMIN)).status).toBe(303);
    await post(`${LIST}/${id}`, { change: "disable" }, SUPERADMIN);
    const enabled = await post(`${LIST}/${id}`, { change: "enable" }, SUPERADMIN);
    expect([enabled.status, await enabled.text()]).toEqual([
      409,
      expect.stringContaining("Its API key is revoked or expired."),
    ]);
  });

  it("is refused for a name that another webhook has, and beyond the limit", async () => {
    await make();
    const same = await post(NEW, { ...GOOD, name: "THE APP" }, SUPERADMIN);
    expect([same.status, await same.text()]).toEqual([
      422,
      expect.stringContaining("Another webhook has this name."),
    ]);
    for (let n = 1; n < MAX_WEBHOOKS; n += 1) await insertRecord(database, "webhooks");
    const full = await post(NEW, { ...GOOD, name: "One more" }, SUPERADMIN);
    expect([full.status, await full.text()]).toEqual([
      409,
      expect.stringContaining(`There are ${MAX_WEBHOOKS} webhooks, which is the most.`),
    ]);
    expect(await rows()).toHaveLength(MAX_WEBHOOKS);
  });

  it("is for the superadmin, after the password", async () => {
    const { id } = await make();
    for (const person of ["admin", "editor"] as const)
      for (const path of [LIST, NEW, `${LIST}/${id}`, `${LIST}/${id}/edit`, `${LIST}/${id}/deletion`]) {
        expect([path, (await get(path, person)).status]).toEqual([path, 403]);
        if (path !== LIST) expect([path, (await post(path, GOOD, person)).status]).toEqual([path, 403]);
      }
    const cookies = await app.cookiesOf(SUPERADMIN);
    await database.rows("update sessions set password_confirmed_at = now() - interval '11 minutes'");
    const send = (path: string, body: Record<string, string>) =>
      app.request(path, { method: "POST", cookies, body });
    const asking = await send(`${LIST}/${id}/deletion`, {});
    const check = asking.headers.get("Location") ?? "";
    expect([asking.status, check]).toEqual([303, expect.stringMatching(/^\/admin\/password-check\?held=/)]);
    expect((await send(check, { currentPassword: "wrong", goesOn: "on" })).status).toBe(422);
    expect(await rows()).toHaveLength(1);
    const right = await send(check, { currentPassword: PASSWORD, goesOn: "on" });
    expect(right.status).toBe(307);
    await send(right.headers.get("Location") ?? "", { goesOn: "on" });
    expect(await rows()).toEqual([]);
    await database.rows("update sessions set password_confirmed_at = now()");
  });

  it("takes the longest name and address, in any script", async () => {
    const name = `<b>${"ش".repeat(57)}`;
    const { id } = await make({ name, address: `https://receiver.example/${"a".repeat(475)}` });
    for (const path of [LIST, `${LIST}/${id}`, `${LIST}/${id}/deletion`]) {
      const answer = await get(path, SUPERADMIN);
      const page = await answer.text();
      expect([path, answer.status, page.includes("<b>ش")]).toEqual([path, 200, false]);
      expect(page).toContain(`&lt;b&gt;${"ش".repeat(57)}`);
    }
  });
});

describe("editing", () => {
  it("saves, and logs what it changed", async () => {
    const { id } = await make();
    const form = await editForm(id);
    expect(form).toMatchObject({ name: "The app", address: GOOD.address });
    const saved = await post(`${LIST}/${id}/edit`, { ...form, name: "Another", kinds: "videos" }, SUPERADMIN);
    expect(await followRedirect(saved, SUPERADMIN)).toContain("The webhook was saved.");
    expect(await rows()).toMatchObject([{ id, name: "Another", kinds: ["videos"], address: GOOD.address }]);
    expect((await logged()).at(-1)).toEqual({
      ...{ action: "edited", record_title: "Another" },
      differences: { name: { from: "The app", to: "Another" }, gets: { from: "News", to: "Videos" } },
    });
    await post(`${LIST}/${id}/edit`, { ...(await editForm(id)), kinds: "videos" }, SUPERADMIN);
    expect(await actions()).toEqual(["added", "edited"]);
  });

  it("does not undo what somebody else saved, until they have seen it", async () => {
    const { id } = await make();
    const [mine, theirs] = [await editForm(id), await editForm(id)];
    await post(`${LIST}/${id}/edit`, { ...theirs, address: "https://other.example/" }, SUPERADMIN);
    const refused = await post(`${LIST}/${id}/edit`, { ...mine, name: "Mine" }, SUPERADMIN);
    const page = (await refused.text()).replaceAll("<!-- -->", "");
    expect([refused.status, page]).toEqual([
      409,
      expect.stringContaining("somebody else changed this record"),
    ]);
    expect(page).toContain("https://other.example/");
    expect(await rows()).toMatchObject([{ name: "The app", address: "https://other.example/" }]);
    const again = formIn(page);
    expect(again).toMatchObject({ name: "Mine", address: GOOD.address });
    expect((await post(`${LIST}/${id}/edit`, again, SUPERADMIN)).status).toBe(303);
    expect(await rows()).toMatchObject([{ name: "Mine", address: GOOD.address }]);
  });

  it("names what visitors read, if somebody else has chosen that", async () => {
    const { id: keyId } = await insertKey(database, ["news:read"]);
    const { id } = await make({ keyId });
    const [mine, theirs] = [{ ...(await editForm(id)), keyId }, await editForm(id)];
    await post(`${LIST}/${id}/edit`, { ...theirs, keyId: "" }, SUPERADMIN);
    const page = await (await post(`${LIST}/${id}/edit`, mine, SUPERADMIN)).text();
    expect(page).toContain("<bdi>What a visitor reads</bdi>");
    expect(page).not.toContain("(empty)");
  });

  it("is refused for a name of another one, and with bad input", async () => {
    const { id } = await make();
    await make({ name: "Other" });
    const form = await editForm(id);
    for (const [wrong, message] of [
      [{ name: "other" }, "Another webhook has this name."],
      [{ address: "https://10.0.0.7/" }, "This address is not on the public internet."],
      [{ kinds: "" }, "Choose what it gets."],
    ] as const) {
      const refused = await post(`${LIST}/${id}/edit`, { ...form, ...wrong }, SUPERADMIN);
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(message)]);
    }
    expect((await rows())[0]).toMatchObject({ name: "The app", kinds: ["news"] });
  });
});

describe("a new secret", () => {
  const previous = () =>
    database.rows<{ hours: number }>(
      "select round(extract(epoch from previous_until - now()) / 3600)::int as hours from webhooks",
    );

  it.each(["0", "1", "24"])("leaves the old one for %s hours", async (overlap) => {
    const { id, secret: old } = await make();
    const answer = await post(`${LIST}/${id}`, { change: "rotate", overlap }, SUPERADMIN);
    const secret = secretIn(await answer.text());
    expect([answer.status, secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
    expect(secret).not.toBe(old);
    expect(await previous()).toEqual([{ hours: Number(overlap) }]);
    const page = await html(`${LIST}/${id}`, SUPERADMIN);
    expect([secretIn(page), page.includes("The old secret works until")]).toEqual(["", overlap !== "0"]);
    expect(await actions()).toEqual(["added", "rotated"]);
  });

  it.each(["", "25", "-1", "1e9"])("is refused with the end %j", async (overlap) => {
    const { id } = await make();
    const answer = await post(`${LIST}/${id}`, { change: "rotate", overlap }, SUPERADMIN);
    expect([answer.status, secretIn(await answer.text())]).toEqual([422, ""]);
    expect(await previous()).toEqual([{ hours: null }]);
  });
});

describe("turning off and on", () => {
  it("names the time from which it gets changes, and is logged once", async () => {
    const { id } = await make();
    const off = await post(`${LIST}/${id}`, { change: "disable" }, SUPERADMIN);
    const page = await followRedirect(off, SUPERADMIN);
    for (const words of ["The webhook is off.", "Turned on, it gets what changes from then on.", "Off since"])
      expect(page).toContain(words);
    expect(page).not.toContain("Send a test event");
    await post(`${LIST}/${id}`, { change: "disable" }, SUPERADMIN);
    expect((await rows())[0]?.enabled).toBe(false);
    const on = await post(`${LIST}/${id}`, { change: "enable" }, SUPERADMIN);
    expect(await followRedirect(on, SUPERADMIN)).toContain("It gets what changes from now on");
    await post(`${LIST}/${id}`, { change: "enable" }, SUPERADMIN);
    expect((await rows())[0]).toMatchObject({ enabled: true, disabled_reason: null });
    expect(await actions()).toEqual(["added", "turned off", "turned on"]);
  });

  it("shows why the site turned it off, and since when one fails", async () => {
    const { id } = await make();
    await database.rows("update webhooks set failing_since = now() - interval '2 hours'");
    expect(await html(LIST, SUPERADMIN)).toContain("Failing");
    expect(await html(`${LIST}/${id}`, SUPERADMIN)).toContain("The receiver does not accept what it gets.");
    await database.rows(
      "update webhooks set enabled = false, disabled_at = now(), disabled_reason = 'It answered <410>.'",
    );
    for (const path of [LIST, `${LIST}/${id}`]) {
      const page = await (await get(path, SUPERADMIN)).text();
      expect(page).toContain("It answered &lt;410&gt;.");
    }
  });
});

describe("deleting", () => {
  it("asks first, and takes the log along", async () => {
    const { id } = await make();
    await post(`${LIST}/${id}`, { change: "test" }, SUPERADMIN);
    const question = await html(`${LIST}/${id}/deletion`, SUPERADMIN);
    expect(question).toContain("Are you sure you want to delete this webhook?");
    const edit = await editForm(id);
    const done = await post(`${LIST}/${id}/deletion`, {}, SUPERADMIN);
    expect(await followRedirect(done, SUPERADMIN)).toContain("The webhook was deleted.");
    await sweepWebhookDeliveries();
    expect([await rows(), await database.rows("select 1 from webhook_deliveries")]).toEqual([[], []]);
    expect(await actions()).toEqual(["added", "tested", "deleted"]);
    for (const path of [`${LIST}/${id}`, `${LIST}/${id}/edit`, `${LIST}/${id}/deletion`]) {
      expect([path, (await get(path, SUPERADMIN)).status]).toEqual([path, 404]);
      const sent = await post(path, { ...edit, change: "enable" }, SUPERADMIN);
      expect([path, sent.status]).toEqual([path, 404]);
    }
    expect(await actions()).toEqual(["added", "tested", "deleted"]);
  });

  it("knows no webhook of another address", async () => {
    for (const id of ["none", "11111111-1111-4111-8111-111111111111", "%00"])
      expect((await get(`${LIST}/${id}`, SUPERADMIN)).status).toBe(404);
  });
});

it("the settings, “go to” and the titles lead to webhooks", async () => {
  expect(await html("/admin/settings/keys", SUPERADMIN)).toContain(`href="${LIST}"`);
  const { results } = await (await get("/admin/go.json?q=webhooks", SUPERADMIN)).json();
  expect(results).toContainEqual(expect.objectContaining({ link: LIST }));
  expect((await (await get("/admin/go.json?q=webhooks", "admin")).json()).results).toEqual([]);
  const { id } = await make();
  for (const [path, title] of [
    [LIST, "Webhooks"],
    [NEW, "New webhook"],
    [`${LIST}/${id}`, "The app"],
    [`${LIST}/${id}/edit`, "Edit webhook"],
    [`${LIST}/${id}/deletion`, "Delete webhook"],
  ] as const)
    expect(await html(path, SUPERADMIN)).toMatch(new RegExp(`<title>[^<]*${title}`));
});
