import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { availableParallelism } from "node:os";
import { dkimTestKey } from "tests/support/dkim";
import { describe, expect, it } from "vitest";
import { readConfig } from "~/platform/config.server";

const ENOUGH = { NODE_ENV: "test", DATABASE_URL: "postgresql://nobody@localhost/none" } as const;

it("reads the number of processes; auto is one per core", () => {
  const processes = (wanted?: string) => {
    const read = readConfig({ ...ENOUGH, ...(wanted === undefined ? {} : { WEB_CONCURRENCY: wanted }) });
    return "problems" in read ? read.problems : read.config.processes;
  };
  expect([processes(), processes("4"), processes("auto")]).toEqual([1, 4, availableParallelism()]);
  for (const wrong of ["0", "65", "1.5", "many"])
    expect(processes(wrong)).toEqual(["WEB_CONCURRENCY must be a number of processes from 1 to 64, or auto"]);
});

it("uses the database's address as the direct one, unless a pooler is in front of it", () => {
  const read = (more: object) => {
    const answer = readConfig({ ...ENOUGH, ...more });
    return "problems" in answer ? answer.problems : answer.config.databaseDirectUrl;
  };
  expect(read({})).toBe(ENOUGH.DATABASE_URL);
  expect(read({ DATABASE_DIRECT_URL: "postgresql://nobody@db/none" })).toBe("postgresql://nobody@db/none");
  expect(read({ DATABASE_DIRECT_URL: "db:5432" })).toEqual([
    "DATABASE_DIRECT_URL must begin with postgres:// or postgresql://",
  ]);
});

it("sets a sender address in the demo only", () => {
  const address = (more: object) => {
    const read = readConfig({ ...ENOUGH, ...more });
    return "problems" in read ? read.problems : read.config.seller.address;
  };
  expect(address({})).toEqual([]);
  expect(address({ DEMO: "1" })).toContain("An invented address");
  expect(address({ DEMO: "1", SITE_ADDRESS: "4 Corn Row | London" })).toEqual(["4 Corn Row", "London"]);
});

it("reads after how many days calls become public, or that they never do", () => {
  const days = (TRACK_RECORD_DAYS?: string) => {
    const read = readConfig({ ...ENOUGH, TRACK_RECORD_DAYS });
    return "problems" in read ? read.problems : read.config.trackRecordDays;
  };
  expect([days(), days("0"), days("365"), days("never")]).toEqual([30, 0, 365, undefined]);
  for (const wrong of ["-1", "1.5", "soon", "10000"])
    expect(days(wrong)).toEqual(["TRACK_RECORD_DAYS must be a number of days from 0 to 9999, or never"]);
});

const problemsOf = (more: Record<string, string>) => {
  const answer = readConfig({ ...ENOUGH, ...more });
  return "problems" in answer ? answer.problems : [];
};

it("reports all missing and invalid variables at once", () => {
  expect(
    problemsOf({ NODE_ENV: "production", DATABASE_URL: "", PORT: "http", PAYPAL_CLIENT_ID: "us" }),
  ).toEqual([
    "PORT must be a port number from 0 to 65535",
    "DATABASE_URL is missing; npm start sets it to the embedded PostgreSQL",
    "PAYPAL_CLIENT_SECRET must be set too: PayPal needs the client ID, the secret and the webhook ID",
    "PAYPAL_WEBHOOK_ID must be set too: PayPal needs the client ID, the secret and the webhook ID",
    "PAYPAL_ENV must be set in production: sandbox or live",
    "SESSION_SECRET must be set to a secret of your own in production",
    "PUBLIC_URL must be set in production",
    "SMTP_URL must be set in production: otherwise no email is sent",
  ]);
});

it("treats blanks as a missing credential", () => {
  expect(problemsOf({ PAYPAL_CLIENT_ID: " ", PAYPAL_CLIENT_SECRET: "x", PAYPAL_WEBHOOK_ID: "x" })).toEqual([
    "PAYPAL_CLIENT_ID must be set too: PayPal needs the client ID, the secret and the webhook ID",
  ]);
});

it.each([
  ["TRUST_PROXY", "yes", "must be 0 or 1"],
  ["NODE_ENV", "prod", "must be production, development or test"],
  [
    "BOUNCE_ADDRESS",
    "returned-emails-of-ours@example.com",
    "must be an address such as bounces@mail.example.com, with at most 15 characters before the @",
  ],
  [
    "BOUNCE_MAILBOX",
    "imaps://mail.example.com/INBOX",
    "must be an address such as imaps://user:password@mail.example.com/INBOX",
  ],
  ["BOUNCE_SECRET", "too short", "must have at least 16 characters"],
  ["LOG_LEVEL", "verbose", "must be one of fatal, error, warn, info, debug, trace, silent"],
  ["PUBLIC_URL", "www.example.com", "must be an http or https address such as https://www.example.com"],
  [
    "PUBLIC_URL",
    "https://www.example.com/site",
    "must be a host's address without a path, such as https://www.example.com",
  ],
])("explains what %s may be instead of %s", (name, wrong, message) => {
  expect(problemsOf({ [name]: wrong })).toEqual([`${name} ${message}`]);
});

describe("the signature of emails", () => {
  const { setting } = dkimTestKey();
  const WRONG = "DKIM_PRIVATE_KEY must be an RSA private key of at least 1024 bits as PEM";
  const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
    privateKey.export({ type: "pkcs8", format: "pem" }).toString();

  it("takes a PEM of one line or of several", () => {
    for (const DKIM_PRIVATE_KEY of [setting, setting.replaceAll("\\n", "\n")]) {
      const read = readConfig({ ...ENOUGH, DKIM_SELECTOR: "bell1", DKIM_PRIVATE_KEY });
      const dkim = "config" in read ? read.config.dkim : undefined;
      expect(dkim).toEqual({ selector: "bell1", privateKey: setting.replaceAll("\\n", "\n") });
    }
  });

  it("needs both settings or neither, and a key that receivers take", () => {
    const both = "DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together, or neither";
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ DKIM_SELECTOR: "bell1" })).toEqual([both]);
    expect(problemsOf({ DKIM_PRIVATE_KEY: setting })).toEqual([both]);
    expect(problemsOf({ DKIM_SELECTOR: "a.b", DKIM_PRIVATE_KEY: setting })).toEqual([
      "DKIM_SELECTOR must be a name such as openbell1",
    ]);
    for (const DKIM_PRIVATE_KEY of [
      "secret",
      pemOf(generateKeyPairSync("ed25519")),
      pemOf(generateKeyPairSync("rsa", { modulusLength: 512 })),
    ])
      expect(problemsOf({ DKIM_SELECTOR: "bell1", DKIM_PRIVATE_KEY })).toEqual([WRONG]);
  });
});

it("accepts a public address with or without a trailing slash", () => {
  for (const PUBLIC_URL of ["https://www.example.com", "https://www.example.com/", "http://localhost:3000"])
    expect(problemsOf({ PUBLIC_URL })).toEqual([]);
});

describe("a public address without TLS", () => {
  const production = {
    NODE_ENV: "production",
    SESSION_SECRET: "a secret of forty characters, or of more",
    SMTP_URL: "smtp://localhost",
  };
  const REFUSED = [
    "PUBLIC_URL must begin with https:// in production: otherwise passwords and sessions are readable on the network",
  ];

  it.each([
    "http://www.example.com",
    "HTTP://www.example.com:8080",
    "http://10.0.0.5:3000",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://[2001:db8::1]",
  ])("%s is rejected in production only", (PUBLIC_URL) => {
    expect(problemsOf({ ...production, PUBLIC_URL })).toEqual(REFUSED);
    const others: Record<string, string>[] = [
      { NODE_ENV: "development" },
      { NODE_ENV: "test" },
      { DEMO: "1" },
    ];
    for (const elsewhere of others)
      expect(problemsOf({ ...production, PUBLIC_URL, ...elsewhere })).toEqual([]);
  });

  it.each([
    "http://localhost:3000",
    "http://LOCALHOST",
    "http://127.0.0.1:3000",
    "http://127.1",
    "http://[::1]:3000",
    "https://www.example.com",
    "https://10.0.0.5",
  ])("%s is accepted in production", (PUBLIC_URL) => {
    expect(problemsOf({ ...production, PUBLIC_URL })).toEqual([]);
  });

  it("is reported once if it is no address", () => {
    expect(problemsOf({ ...production, PUBLIC_URL: "http://" })).toHaveLength(1);
  });
});

it.each(["/", "#", "?"])("explains how to encode a %s in the password", (special) => {
  const password = `first${special}second`;
  const [problem, ...more] = problemsOf({
    DATABASE_URL: `postgresql://us:${password}@localhost:5432/openbell`,
  });
  expect(more).toEqual([]);
  expect(problem).toMatch(/^DATABASE_URL is not an address .* password .*%2F/);
  expect(problem).not.toContain("second");
  const encoded = encodeURIComponent(password);
  expect(problemsOf({ DATABASE_URL: `postgresql://us:${encoded}@localhost:5432/openbell` })).toEqual([]);
});
