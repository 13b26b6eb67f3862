import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** An address of the open internet, at which nobody is asked: the provider of prices answers in its place. */
export const HOST = "93.184.215.14";
export const KEY = "k3y/of+tests";
/** What environments say of the source "Feed". */
export const SOURCE_ENVIRONMENT = { PRICE_SOURCE_KEY_FEED: KEY, PRICE_SOURCE_HOST_FEED: HOST };

export const ADDRESS = `https://${HOST}/prices/:symbol`;
export const TEMPLATE = `https://${HOST}/prices/{symbol}?key={key}&from={from}&to={to}`;

export const internet = setupServer();
/** What was asked, in order. */
export const asked: string[] = [];

/** Keeps the tests of one file off the internet, but for the server that they have started themselves. */
export function setUpProvider(): void {
  beforeAll(() =>
    internet.listen({
      onUnhandledRequest: ({ url }, print) => {
        if (new URL(url).hostname !== "127.0.0.1") print.error();
      },
    }),
  );
  beforeEach(() => {
    asked.length = 0;
  });
  afterEach(() => internet.resetHandlers());
  afterAll(() => internet.close());
}

type Reply = (symbol: string, request: Request) => Response | Promise<Response>;

/** Lets the provider answer. */
export function provide(reply: Reply): void {
  internet.use(
    http.get(ADDRESS, ({ params: { symbol }, request }) => {
      asked.push(String(symbol));
      return reply(String(symbol), request);
    }),
  );
}

export const csv = (text: string) => new HttpResponse(text, { headers: { "Content-Type": "text/csv" } });
