import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** An internet address that receives no request: the test's provider answers instead. */
export const HOST = "93.184.215.14";
export const KEY = "k3y/of+tests";
/** The environment of the source "Feed". */
export const SOURCE_ENVIRONMENT = { PRICE_SOURCE_KEY_FEED: KEY, PRICE_SOURCE_HOST_FEED: HOST };

export const ADDRESS = `https://${HOST}/prices/:symbol`;
export const TEMPLATE = `https://${HOST}/prices/{symbol}?key={key}&from={from}&to={to}`;

export const internet = setupServer();
/** The requests in order. */
export const requestedSymbols: string[] = [];

/** Blocks the internet for the tests of one file, except the server that they started. */
export function setUpProvider(): void {
  beforeAll(() =>
    internet.listen({
      onUnhandledRequest: ({ url }, print) => {
        if (new URL(url).hostname !== "127.0.0.1") print.error();
      },
    }),
  );
  beforeEach(() => {
    requestedSymbols.length = 0;
  });
  afterEach(() => internet.resetHandlers());
  afterAll(() => internet.close());
}

type Reply = (symbol: string, request: Request) => Response | Promise<Response>;

/** Sets the provider's reply. */
export function provide(reply: Reply): void {
  internet.use(
    http.get(ADDRESS, ({ params: { symbol }, request }) => {
      requestedSymbols.push(String(symbol));
      return reply(String(symbol), request);
    }),
  );
}

export const csv = (text: string) => new HttpResponse(text, { headers: { "Content-Type": "text/csv" } });
