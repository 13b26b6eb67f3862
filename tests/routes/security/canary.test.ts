import { insertKey } from "tests/support/api-keys";
import { serverPageCache } from "tests/support/cached-pages";
import { signInWhileActive } from "tests/support/callers";
import {
  type Canary,
  LOCKED_TABLES,
  leakedIn,
  type PlantedCanaries,
  plantCanaries,
} from "tests/support/canaries";
import { insertChannel, postAll } from "tests/support/channels";
import { keepingTransport, readable } from "tests/support/newsletters";
import { insertFeeds } from "tests/support/private-feeds";
import { insertDevice, sendAllPushes } from "tests/support/pushes";
import { insertRecord } from "tests/support/record-factories";
import { allRoutes, dataUrl, fillParams, routeOf } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs, drawn, isDeep, SEED_NOTE } from "tests/support/sample";
import { spec } from "tests/support/spec";
import type { TestApp } from "tests/support/test-app";
import {
  closeReceivers,
  deliverAll,
  emptyWebhooks,
  insertWebhook,
  startReceiver,
} from "tests/support/webhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { addRecords } from "~/features/newsletters/channels/queue-posts.server";
import { sendEditions } from "~/features/newsletters/send-editions.server";
import { WEBHOOK_KINDS } from "~/features/webhooks/webhooks.rules.server";
import { formatNumber } from "~/ui/format";
import { MATRIX } from "./matrix";
import { MATRIX_TABLES, matrixPath } from "./matrix-records";

const ROUTES = allRoutes().filter(({ reads, page }) => reads || page);

/** People who are not paying now. */
const UNPAID = ["visitor", "basic", "lapsed", "pending", "inactive", "basic bearer", "key"] as const;
type Unpaid = (typeof UNPAID)[number];

/** How many links the crawl follows from the home page. */
const VISITS = 120;

// Thousands of addresses in every form take long on a busy machine.
let planted: PlantedCanaries;
let unpaid: Record<Unpaid, Record<string, string>>;
let premium: Record<string, string>;
let premiumKey: Record<string, string>;
let privateMember: Record<string, string>;
const ids = new Map<string, string[]>();
/** Two readers with a photo each; the other kinds have none. */
const photos: Record<string, string> = {};

setUpApp();

beforeAll(async () => {
  planted = await plantCanaries(database);
  // A video page links to records only if the video is free.
  await insertRecord(database, "videos", { is_free: true });
  for (const table of MATRIX_TABLES) {
    ids.set(table, planted.ids[table] ?? [await insertRecord(database, table)]);
  }
  const cookies = async (person: Parameters<TestApp["cookiesOf"]>[0]) => ({
    Cookie: await app.cookiesOf(person),
  });
  const once = (person: "pending" | "inactive") =>
    signInWhileActive(database, "members", person, () => cookies(person));
  unpaid = {
    visitor: {},
    basic: await cookies("basic"),
    lapsed: await cookies("lapsed"),
    pending: await once("pending"),
    inactive: await once("inactive"),
    "basic bearer": { Authorization: `Bearer ${await app.tokenOf("basic")}` },
    key: { ...(await insertKey(database, ["content:read:basic", "quotes:delete", "members:read"])).headers },
  };
  premium = await cookies("premium");
  premiumKey = { ...(await insertKey(database, ["content:read:premium", "quotes:delete"])).headers };
  privateMember = await cookies("private");
  for (const person of ["premium", "basic"]) {
    photos[person] = await insertRecord(database, "images");
    const values = [photos[person], `${person}@demo.test`];
    await database.rows("update members set profile_image_id = ? where email = ?", values);
  }
});

type Address = { path: string; pattern: string; chain: string[]; page: boolean };

/** Every address of the product, with real records for its parameters. */
function allAddresses(): Address[] {
  return ROUTES.flatMap(({ pattern, chain, page }) => {
    const { table: of } = MATRIX[pattern] ?? {};
    const found = of && pattern.includes(":") ? (ids.get(of) ?? []) : [""];
    const { query: asked } = LOCKED_TABLES.find((kind) => kind.page === pattern) ?? {};
    return found
      .map((id) => matrixPath(pattern, id))
      .flatMap((path) => (asked ? [path, path + asked] : [path]))
      .map((path) => ({ path, pattern, chain, page }));
  });
}

type Asked = { path: string; init: RequestInit };

/** Every form of an address: page, data, the data of one route, and HEAD. */
const formsOf = ({ path, chain, page }: Address): Asked[] => [
  { path, init: {} },
  { path: dataUrl(path), init: {} },
  ...(page ? chain.slice(1) : []).map((id) => ({ path: dataUrl(path, id), init: {} })),
  { path, init: { method: "HEAD" } },
];

/** At addresses that read locked columns, each reader requests each form. */
const LOCKED_PATTERNS = new Set(LOCKED_TABLES.flatMap(({ page, api }) => [page, api, `${api}/:id`]));

/** Every address in each form and by each reader, at random pairings. */
function readsBy(readers: readonly Record<string, string>[], use: string): Asked[] {
  return allAddresses().flatMap((address) => {
    const forms = formsOf(address);
    const pairs = LOCKED_PATTERNS.has(address.pattern)
      ? forms.flatMap((form) => readers.map((headers) => [form, headers] as const))
      : coveringPairs(forms, readers, `${use}, ${address.path}`);
    return pairs.map(([{ path, init }, headers]) => ({ path, init: { ...init, headers } }));
  });
}

/** Query strings of a list: paging, orders, categories, and the first letters of every hidden word. */
function queryStrings(): string[] {
  const names = ["q", "search", "query"];
  const words = ["Cnry", "730", "73", "youtube.com/watch?v=Cnry", "%", "_"];
  return [
    "?limit=1",
    "?limit=2&page=1&since=2000-01-01T00:00:00Z",
    "?page=1&size=25",
    "?preview=1&draft=1&status=draft&admin=1&locked=0&tier=Premium",
    ...["ticker", "name", "analysis", "target_price", "createdAt"].map((s) => `?sort=${s}&direction=asc`),
    ...words.map((word) => `?${names.map((name) => `${name}=${encodeURIComponent(word)}`).join("&")}`),
  ];
}

/**
 * Every list and page of locked records gets each query string, and each other public address a third of them;
 * the reader and the form are random.
 */
function questionsBy(readers: readonly Record<string, string>[], use: string): Asked[] {
  return allAddresses()
    .filter(({ path }) => !path.startsWith("/admin") && !/[0-9a-f]{8}-/.test(path))
    .flatMap(({ path, pattern, page }) => {
      const ways = (
        page ? [(one: string) => one, (one: string) => dataUrl(one)] : [(one: string) => one]
      ).flatMap((wayOf) => readers.map((headers) => ({ wayOf, headers })));
      const all = queryStrings();
      const questions = LOCKED_PATTERNS.has(pattern) ? all : drawn(all, all.length / 3, `${use} of ${path}`);
      return coveringPairs(questions, ways, `${use}, ${path}`).map(([question, { wayOf, headers }]) => ({
        path: wayOf(path + question),
        init: { headers },
      }));
    });
}

/** All content that is hidden from people who have not paid. */
const hiddenFromAll = () => [...planted.locked, ...planted.privates, ...planted.drafts];

/** Sends many requests at a time and lists the answers that leaked something. */
async function findLeaks(asked: Asked[], hidden: readonly Canary[] = hiddenFromAll()): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...asked];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const response = await app.request(next.path, next.init as Record<string, never>);
      const names = leakedIn(hidden, response, await response.text());
      const { method = "GET" } = next.init;
      if (names.length > 0) found.push(`${method} ${next.path} gives away ${names.join(", ")}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return found;
}

it.each([
  "%s",
  "USD%s",
  "v=x%s",
  '<path d="M%sL0 0">',
  "x%sx",
])("a canary is detected in every context: %j", (around) => {
  for (const canary of hiddenFromAll()) {
    const visible = /^\d/.test(canary.text) ? formatNumber(canary.text) : canary.text;
    for (const text of [canary.text, visible]) {
      expect(leakedIn([canary], new Response(), around.replace("%s", text)), text).toEqual([canary.name]);
    }
  }
});

describe("locked content", () => {
  it(
    "is in no form of any address for members who have not paid",
    spec("2.1 notifications market update new", "4 paid analysis readable lock"),
    async () => {
      const reads = readsBy(Object.values(unpaid), "forms");
      expect(reads.length).toBeGreaterThan(UNPAID.length * ROUTES.length);
      expect(await findLeaks(reads), SEED_NOTE).toEqual([]);
    },
  );

  it("cannot be inferred from queries by a visitor or a Basic member", async () => {
    const askers = [unpaid.visitor, unpaid.basic];
    expect(await findLeaks(questionsBy(askers, "unpaid questions")), SEED_NOTE).toEqual([]);
  });

  it("is in no refusal", async () => {
    const headers = { ...unpaid.basic, "Content-Type": "application/json" };
    const methods = ["POST", "PUT", "DELETE"];
    const requests = allAddresses().flatMap(({ path, pattern }) => [
      { path: `${path}x`, init: { headers: unpaid.basic } },
      ...(LOCKED_PATTERNS.has(pattern) ? methods : drawn(methods, 1, `refused at ${pattern}`)).map(
        (method) => ({ path, init: { headers, method, body: "{}" } }),
      ),
    ]);
    // Three of them end sessions that the next tests need.
    const ends = /^\/(logout|dashboard\/devices|api\/auth\/session)x?$/;
    expect(await findLeaks(requests.filter(({ path }) => !ends.test(path))), SEED_NOTE).toEqual([]);
  });

  it.each([
    ["visitor", 34],
    ["basic", 39],
  ] as const)("is behind no link that a page shows to: %s, who comes to %i kinds of address", async (who, known) => {
    const headers = unpaid[who];
    const links = new Set<string>(["/"]);
    const visited: string[] = [];
    const found: string[] = [];
    for (const path of links) {
      if (visited.length === VISITS) break;
      visited.push(path);
      const response = await app.request(path, { headers });
      const html = await response.text();
      found.push(...leakedIn(hiddenFromAll(), response, html).map((n) => `${path}: ${n}`));
      for (const [, href = ""] of html.matchAll(/(?:href|src|action)="(\/[^"#]*)"/g)) {
        // Files of the build are equal for everybody.
        if (!href.startsWith("/assets/")) links.add(href.replaceAll("&amp;", "&"));
      }
    }
    expect(found).toEqual([]);
    const kinds = new Set(visited.map((path) => routeOf(path)?.pattern));
    expect(kinds.size, [...kinds].join(" ")).toBeGreaterThanOrEqual(known);
  });

  it("is in no email", async () => {
    const mails = await database.rows<{ html: string }>("select html || text || subject as html from mails");
    const text = mails.map(({ html }) => html).join("\n");
    expect(leakedIn([...planted.locked, ...planted.privates], new Response(), text)).toEqual([]);
  });

  it("is in no newsletter to them, nor Private content in those to Premium members", async () => {
    await database.rows("update newsletters set automatic_since = now() - interval '1 hour'");
    const { messages, ...transport } = keepingTransport();
    await sendEditions({ ...transport, connections: 20 });
    await database.rows("update newsletters set automatic_since = null");
    const leaked = (canaries: Canary[], words: string) => leakedIn(canaries, new Response(), words);
    const to = (...people: string[]) =>
      messages.filter((message) => people.some((person) => message.to === `${person}@demo.test`));
    const text = (found: typeof messages) => found.map(({ raw }) => readable(raw)).join("\n");
    expect(to("basic", "lapsed").length).toBeGreaterThan(1);
    expect(to("pending", "inactive")).toEqual([]);
    const hidden = [...planted.locked, ...planted.privates, ...planted.drafts];
    expect(leaked(hidden, text(to("basic", "lapsed")))).toEqual([]);
    expect(leaked([...planted.privates, ...planted.drafts], text(to("premium")))).toEqual([]);
    expect(leaked(planted.locked, text(to("premium"))).length).toBeGreaterThan(2);
    expect(leaked(planted.privates, text(to("private"))).length).toBeGreaterThan(2);
  });

  it("is in no private feed of theirs, nor after access ends, nor Private content in those of Premium members", async () => {
    const known = new Map<string, string>();
    const of = async (...people: string[]) =>
      (await Promise.all(people.map((person) => insertFeeds(person)))).flat();
    const reads = (paths: string[]): Asked[] =>
      paths.flatMap((path) => [
        { path, init: {} },
        { path, init: { headers: { ...premium, "If-None-Match": known.get(path) ?? '"unknown"' } } },
        { path, init: { headers: privateMember, method: "HEAD" } },
        { path: `${path}.data`, init: {} },
      ]);
    const textOf = async (paths: string[]) => {
      const texts = paths.map(async (path) => {
        const answer = await app.request(path);
        known.set(path, answer.headers.get("ETag") ?? "");
        return answer.text();
      });
      return (await Promise.all(texts)).join("\n");
    };
    const leaked = (canaries: Canary[], text: string) => leakedIn(canaries, new Response(), text);
    const hidden = [...planted.privates, ...planted.drafts];
    expect(await findLeaks(reads(await of("basic", "lapsed", "pending", "inactive")))).toEqual([]);
    const [ofPremium, ofPrivate] = [await of("premium"), await of("private")];
    expect(await findLeaks(reads(ofPremium), hidden)).toEqual([]);
    const whole = leaked(planted.locked, await textOf(ofPremium));
    for (const name of [
      "daily_briefs.analysis",
      "trade_alerts.analysis",
      "stock_picks.ticker",
      "videos.youtube_link",
    ])
      expect(whole).toContain(name);
    expect(leaked(planted.privates, await textOf(ofPrivate)).length).toBeGreaterThan(4);
    const endIn = (days: number) =>
      database.rows(
        "update members set subscription_expires_at = now() + make_interval(days => ?) where email like 'pr%@demo.test'",
        [days],
      );
    await endIn(-1);
    expect(await findLeaks(reads([...ofPremium, ...ofPrivate]))).toEqual([]);
    await endIn(30);
    expect(leaked(planted.locked, await textOf(ofPremium))).toEqual(whole);
  });

  it("is in no push to anybody, and alerts are pushed to those who read them", async () => {
    const people = await database.rows<{ id: string; email: string }>(
      "select id, email from members where email like '%@demo.test'",
    );
    for (const { id } of people) await insertDevice(id);
    await database.rows(
      "update push_messages set created_at = now(), ended_at = null, walked_at = null, sent_to = null",
    );
    const pushes = await sendAllPushes();
    const words = pushes.map(({ payload }) => JSON.stringify(payload)).join("\n");
    const all = [...planted.locked, ...planted.privates, ...planted.drafts];
    expect(leakedIn(all, new Response(), words)).toEqual([]);
    const readersOfKind = (kind: string) =>
      new Set(pushes.filter((push) => push.kind === kind).map(({ email }) => email));
    expect(readersOfKind("alerts")).toEqual(new Set(["premium@demo.test", "private@demo.test"]));
    expect(readersOfKind("briefs")).toContain("basic@demo.test");
    expect(readersOfKind("briefs")).not.toContain("inactive@demo.test");
  });

  it("is in no channel whose tier does not read it, nor where a teaser is chosen before it is posted", async () => {
    await database.rows("delete from channels");
    const services = { Basic: "discord", Premium: "slack", Private: "telegram" };
    for (const [tier, service] of Object.entries(services))
      await insertChannel({ tier, service, every_record_since: new Date(0) });
    await addRecords();
    const posts = await postAll();
    const leaked = (canaries: Canary[], service: string) => {
      const words = posts.filter((post) => post.service === service).map(({ text }) => JSON.parse(text));
      return leakedIn(canaries, new Response(), JSON.stringify(words));
    };
    expect(leaked(hiddenFromAll(), "discord")).toEqual([]);
    expect(leaked([...planted.privates, ...planted.drafts], "slack")).toEqual([]);
    expect(leaked(planted.locked, "slack").length).toBeGreaterThan(2);
    expect(leaked(planted.privates, "telegram").length).toBeGreaterThan(2);
    expect(leaked(planted.drafts, "telegram")).toEqual([]);
    await database.rows("update channels set tier = 'Basic'");
    await database.rows("update channel_posts set state = 'waiting'");
    const later = await postAll();
    expect(later.length).toBe(posts.length);
    expect(leakedIn(hiddenFromAll(), new Response(), later.map(({ text }) => text).join("\n"))).toEqual([]);
    await database.rows("delete from channels");
  });

  it("is in no webhook whose key does not read it, nor after the key has lost its scope", async () => {
    await emptyWebhooks();
    const premiumOnly = await insertKey(database, ["content:read:premium"]);
    const privately = await insertKey(database, ["content:read:private"]);
    const others = await insertKey(database, ["content:read:basic", "quotes:delete", "members:read"]);
    const hooks = {
      visitor: await insertWebhook(WEBHOOK_KINDS),
      unpaid: await insertWebhook(WEBHOOK_KINDS, { key_id: others.id }),
      premium: await insertWebhook(WEBHOOK_KINDS, { key_id: premiumOnly.id }),
      private: await insertWebhook(WEBHOOK_KINDS, { key_id: privately.id }),
    };
    await database.rows("update webhooks set read_to = 0");
    const receiver = await startReceiver();
    await deliverAll(receiver.transport);
    const leaked = (canaries: Canary[], { id }: { id: string }) => {
      const bodies = receiver.got.filter(({ headers }) => headers.host?.includes(id)).map(({ body }) => body);
      expect(bodies.length).toBeGreaterThan(10);
      return leakedIn(canaries, new Response(), bodies.join("\n"));
    };
    expect(leaked(hiddenFromAll(), hooks.visitor)).toEqual([]);
    expect(leaked(hiddenFromAll(), hooks.unpaid)).toEqual([]);
    expect(leaked([...planted.privates, ...planted.drafts], hooks.premium)).toEqual([]);
    expect(leaked(planted.locked, hooks.premium).length).toBeGreaterThan(2);
    expect(leaked(planted.privates, hooks.private).length).toBeGreaterThan(2);
    expect(leaked(planted.drafts, hooks.private)).toEqual([]);
    receiver.got.length = 0;
    await database.rows("update api_keys set scopes = '{content:read:basic}' where id = ?", [privately.id]);
    await database.rows(
      "update webhook_deliveries set state = 'waiting', ended_at = null where webhook_id = ?",
      [hooks.private.id],
    );
    await deliverAll(receiver.transport);
    expect(leaked(hiddenFromAll(), hooks.private)).toEqual([]);
    await emptyWebhooks();
    closeReceivers();
  });

  it("drafts and Private content are in no form of any address for Premium members", async () => {
    const reads = readsBy([premium, premiumKey], "premium forms");
    expect(await findLeaks(reads, [...planted.privates, ...planted.drafts])).toEqual([]);
  });

  it("Private content cannot be inferred from queries by Premium members", async () => {
    expect(
      await findLeaks(questionsBy([premium, premiumKey], "premium questions"), planted.privates),
      SEED_NOTE,
    ).toEqual([]);
  });
});

describe("paying members", () => {
  for (const { table, page, query: asked = "", api, rendered } of LOCKED_TABLES) {
    const locked = () => {
      const { texts = [], figures = [] } = planted.columns[table] ?? {};
      return [...texts, ...figures];
    };
    const named = (columns: readonly string[]) => columns.map((column) => `${table}.${column}`).toSorted();
    const seen = async (path: string, headers = premium) => {
      const response = await app.request(path, { headers });
      return leakedIn(planted.locked, response, await response.text()).filter((n) =>
        n.startsWith(`${table}.`),
      );
    };
    const exists = (pattern: string) => ROUTES.some((route) => route.pattern === pattern);

    if (exists(page))
      it(`read all of ${table} at ${page}`, async () => {
        const path = fillParams(page, { id: planted.ids[table]?.[0] ?? "" }) + asked;
        expect(await seen(path)).toEqual(expect.arrayContaining(named(rendered)));
        expect(await seen(dataUrl(path))).toEqual(expect.arrayContaining(named(rendered)));
      });

    if (exists(api))
      it(`read all of ${table} from ${api}, and so does a key that reads as they do`, async () => {
        expect((await seen(api)).toSorted()).toEqual(named(locked()));
        expect((await seen(api, premiumKey)).toSorted()).toEqual(named(locked()));
      });

    it(`read Private content of ${table} if they are Private`, async () => {
      const found = async (path: string) => {
        const response = await app.request(path, { headers: privateMember });
        return leakedIn(planted.privates, response, await response.text());
      };
      const path = fillParams(page, { id: planted.ids[table]?.[1] ?? "" }) + asked;
      expect(await found(path)).toEqual(expect.arrayContaining(named(rendered)));
      expect(await found(api)).toEqual(expect.arrayContaining(named(locked())));
    });
  }
});

describe("pages cached for other readers", () => {
  const pages = ROUTES.filter(({ pattern, page }) => page && !pattern.startsWith("/admin"));

  it.each(pages.map(({ pattern }) => pattern))(
    "%s never mixes up its readers",
    spec("2.1 avatar member s photo"),
    async (pattern) => {
      const path = matrixPath(pattern, ids.get(MATRIX[pattern]?.table ?? "")?.[0]);
      const ask = async (headers: Record<string, string>) => {
        const response = await app.request(path, { headers });
        return { response, html: await response.text() };
      };
      const trouble: string[] = [];
      const check = async (who: "premium" | Unpaid) => {
        const { response, html } = await ask(who === "premium" ? premium : unpaid[who]);
        const hidden = who === "premium" ? [...planted.privates, ...planted.drafts] : hiddenFromAll();
        trouble.push(...leakedIn(hidden, response, html).map((name) => `${who} got ${name}`));
        for (const other of ["premium", "basic"]) {
          if (other === who) continue;
          for (const own of [`${other}@demo.test`, photos[other] ?? "none"])
            if (html.includes(own)) trouble.push(`${who} got ${own} of ${other}`);
        }
        const expected = photos[who];
        if (
          expected &&
          response.status === 200 &&
          html.includes('class="avatar"') &&
          !html.includes(expected)
        )
          trouble.push(`${who} got no photo`);
        if (html.includes('<img src=""')) trouble.push(`${who} got a photo of nobody`);
        if (/ob(nonce|firstname|lastname|initials|email|picture)[0-9a-f]{18}/.test(html))
          trouble.push(`${who} got a mark`);
        return html;
      };
      // The second request for a page comes from the cache, until another render is due.
      for (const who of ["premium", "visitor", "basic", "lapsed"] as const) {
        for (let time = 0; time < (isDeep ? 5 : 1); time += 1) await check(who);
      }
      await Promise.all(
        Array.from({ length: isDeep ? 12 : 8 }, (_, index) =>
          check((["premium", "visitor", "basic", "lapsed"] as const)[index % 4] ?? "basic"),
        ),
      );
      expect([...new Set(trouble)]).toEqual([]);
    },
  );

  it("some of these requests came from the cache and others from a render", () => {
    const { hits, misses } = serverPageCache().lookUps;
    expect(Math.min(hits, misses)).toBeGreaterThan(100);
  });

  it("a toast is shown once, to its recipient", async () => {
    const signedIn = await app.request("/login", {
      method: "POST",
      body: { email: "premium@demo.test", password: "a password for tests" },
    });
    expect(signedIn.status).toBe(303);
    const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const withToast = await app.request("/", { headers: { Cookie: cookies.join("; ") } });
    expect(await withToast.text()).toContain("Logged in successfully!");
    expect(withToast.headers.getSetCookie().join()).toMatch(/openbell_toast=;.*Max-Age=0/);
    for (const headers of [premium, {}, unpaid.basic, premium]) {
      expect(await (await app.request("/", { headers })).text()).not.toContain("Logged in successfully!");
    }
  });
});
