import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { screenAddress } from "./screens";

/** A page of another site that shows pictures of ours, as web mail and feed readers do. */
async function showElsewhere(pictures: readonly string[]) {
  const html = `<!doctype html><title>Elsewhere</title>${pictures.map((src) => `<img src="${src}" alt="">`).join("")}`;
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("other sites show our pictures of mails, shared links and articles, and no picture that is not for everybody", async ({
  page,
  context,
  baseURL,
}) => {
  const article = await screenAddress(context, "/news/{news}");
  const html = await (await context.request.get(article)).text();
  const [stored = ""] = /\/uploads\/[0-9a-f-]{36}\/\d+\.webp/.exec(html) ?? [];
  const [shared = ""] = /\/og\/news\/[0-9a-f-]{36}\.png/.exec(html) ?? [];
  const shown = ["/wordmark.png", "/share.png", "/icon-192.png", "/favicon.svg"];
  shown.push("/og/site.png", "/og/stock/NVDA.png", "/og/track-record.png", shared, stored);
  // In its place stands a drawing, on our own pages alone.
  const locked = "/uploads/00000000-0000-4000-8000-000000000000/320.webp";
  const elsewhere = await showElsewhere([...shown, locked].map((path) => new URL(path, baseURL).href));
  try {
    await page.goto(elsewhere.url);
    const drawn = await page
      .locator("img")
      .evaluateAll((all) =>
        all.map((each) => [
          new URL((each as HTMLImageElement).src).pathname,
          (each as HTMLImageElement).naturalWidth > 0,
        ]),
      );
    expect(drawn).toEqual([...shown.map((path) => [path, true]), [locked, false]]);
  } finally {
    await elsewhere.stop();
  }
});
