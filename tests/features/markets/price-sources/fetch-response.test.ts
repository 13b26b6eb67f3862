import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { fetchText } from "~/features/markets/price-sources/fetch-response.server";
import { FetchError } from "~/platform/outgoing/guarded-request.server";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/**
 * Starts a server on this machine.
 * @returns the port
 */
async function listen(listener: RequestListener): Promise<number> {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return (listening.address() as AddressInfo).port;
}

const HERE = [{ address: "127.0.0.1", family: 4 }];
const PUBLIC = { address: "93.184.215.14", family: 4 };
const ALLOWED = { privateNetworks: true, resolve: async () => HERE };

/** The error of a failed request. */
async function failureOf(asking: Promise<string>): Promise<FetchError> {
  const failure = await asking.then(
    (text) => new Error(`Answered: ${text}`),
    (error: unknown) => error,
  );
  if (!(failure instanceof FetchError)) throw failure;
  return failure;
}

/** Requests prices from a server with this listener. */
const ask = async (listener: RequestListener, timeoutMs = 2_000) =>
  fetchText(new URL(`http://feed.test:${await listen(listener)}/prices?key=secret`), {
    ...ALLOWED,
    timeoutMs,
  });

describe("a response", () => {
  it("is fetched from the checked address, with the host's own name", async () => {
    const hosts: string[] = [];
    const text = await ask((request, response) => {
      hosts.push(`${request.headers.host} ${request.url} ${request.headers["accept-encoding"]}`);
      response.end("day,close\n");
    });
    expect(text).toBe("day,close\n");
    expect(hosts).toEqual([expect.stringMatching(/^feed\.test:\d+ \/prices\?key=secret identity$/)]);
  });

  it.each([
    ["http://127.0.0.1/", HERE],
    ["http://0x7f.1/", HERE],
    ["http://[::1]/", [{ address: "::1", family: 6 }]],
    ["http://metadata.test/", [{ address: "169.254.169.254", family: 4 }]],
    ["http://two-faced.test/", [PUBLIC, ...HERE]],
  ])("is never fetched from a private network: %s", async (url, addresses) => {
    let requests = 0;
    const port = await listen((_, response) => {
      requests += 1;
      response.end("inside");
    });
    const inside = new URL(url);
    inside.port = String(port);
    const failure = await failureOf(
      fetchText(inside, { privateNetworks: false, resolve: async () => addresses }),
    );
    expect(failure).toMatchObject({ kind: "denied", message: "The host is not on the public internet" });
    expect(requests).toBe(0);
  });

  it("is never fetched from private numeric addresses that the system resolves", async () => {
    const port = await listen((_, response) => response.end("inside"));
    for (const host of ["127.0.0.1", "2130706433", "localhost"]) {
      const failure = await failureOf(
        fetchText(new URL(`http://${host}:${port}/`), { privateNetworks: false }),
      );
      expect(failure.kind).toBe("denied");
    }
  });

  it.each([
    [429, { "Retry-After": "120" }, { kind: "limit", retryAfter: 120 }],
    [503, {}, { kind: "later", retryAfter: undefined }],
    [500, { "Retry-After": "soon" }, { kind: "later", retryAfter: undefined }],
    [401, {}, { kind: "denied" }],
    [403, {}, { kind: "denied" }],
    [404, {}, { kind: "refused", message: "The source returned status 404" }],
    [
      302,
      { Location: "http://169.254.169.254/" },
      { kind: "denied", message: expect.stringContaining("redirect") },
    ],
    [200, { "Content-Encoding": "gzip" }, { kind: "refused" }],
  ])("with status %i and %j becomes the right error without the key", async (status, headers, expected) => {
    const failure = await failureOf(ask((_, response) => response.writeHead(status, headers).end("words")));
    expect(failure).toMatchObject(expected);
    expect(failure.message).not.toContain("secret");
  });

  it("may name a date for the retry", async () => {
    const at = new Date(Date.now() + 100_000).toUTCString();
    const failure = await failureOf(
      ask((_, response) => response.writeHead(503, { "Retry-After": at }).end()),
    );
    expect(failure.retryAfter).toBeGreaterThan(0);
    expect(failure.retryAfter).toBeLessThanOrEqual(100);
  });

  it("is refused above 2 MB, however much is sent", async () => {
    let open = true;
    const failure = await failureOf(
      ask((_, response) => {
        response.on("close", () => {
          open = false;
        });
        const more = () => {
          while (open && response.write("x".repeat(64 * 1024)));
          if (open) response.once("drain", more);
        };
        more();
      }, 20_000),
    );
    expect(failure).toMatchObject({ kind: "refused", message: "The response is larger than 2 MB" });
  });

  it.each([
    ["nothing", () => {}],
    ["a beginning", (_: unknown, response: { write(text: string): void }) => response.write("day,")],
  ])("must be complete in time, or the request fails: %s", async (_, listener) => {
    const failure = await failureOf(ask(listener as RequestListener, 200));
    expect(failure).toMatchObject({ kind: "later", message: "No complete response arrived in time" });
  });

  it("is missing if the host is unknown, hangs, or refuses connections", async () => {
    const url = new URL("http://feed.test:1/?key=secret");
    const lost = (resolve: () => Promise<typeof HERE>) =>
      failureOf(fetchText(url, { privateNetworks: true, resolve, timeoutMs: 300 }));
    const unknown = () => Promise.reject(new Error("ENOTFOUND feed.test"));
    expect(await lost(unknown)).toMatchObject({ kind: "later", message: "The host cannot be found" });
    expect(await lost(async () => [])).toMatchObject({ kind: "later" });
    expect(await lost(() => new Promise(() => {}))).toMatchObject({ kind: "later" });
    expect(await lost(async () => HERE)).toMatchObject({ kind: "later", message: "No answer: ECONNREFUSED" });
  });

  it("is missing if the connection breaks", async () => {
    const failure = await failureOf(
      ask((_, response) => {
        response.write("day,close\n");
        setTimeout(() => response.destroy(), 20);
      }),
    );
    expect(failure.kind).toBe("later");
  });
});
