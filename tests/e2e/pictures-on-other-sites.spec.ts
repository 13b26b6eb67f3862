import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { giftMail, receiptMail } from "~/features/billing/payments/purchase-mails";
import type { MailContent } from "~/features/mail/mail-content";
import { newDeviceMail, welcomeMail } from "~/features/mail/mail-templates";
import { renderMail } from "~/features/mail/render-mail";
import { screenAddress } from "./screens";

/** A page of another site that shows our pictures, like webmail and feed readers. */
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

test("other sites can show pictures of our emails, shared links and articles, but no pictures behind the paywall", async ({
  page,
  context,
  baseURL,
}) => {
  const article = await screenAddress(context, "/news/{news}");
  const html = await (await context.request.get(article)).text();
  const [stored = ""] = /\/uploads\/[0-9a-f-]{36}\/\d+\.webp/.exec(html) ?? [];
  const [shared = ""] = /\/og\/news\/[0-9a-f-]{36}\.png/.exec(html) ?? [];
  const publicPictures = [
    "/wordmark.png",
    "/wordmark-dark.png",
    "/share.png",
    "/icon-192.png",
    "/favicon.svg",
  ];
  publicPictures.push("/og/site.png", "/og/stock/NVDA.png", "/og/track-record.png", shared, stored);
  // Our own pages show a drawing in its place.
  const locked = "/uploads/00000000-0000-4000-8000-000000000000/320.webp";
  const elsewhere = await showElsewhere(
    [...publicPictures, locked].map((path) => new URL(path, baseURL).href),
  );
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
    expect(drawn).toEqual([...publicPictures.map((path) => [path, true]), [locked, false]]);
  } finally {
    await elsewhere.stop();
  }
});

const LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenmachermeister".repeat(2);
const ADDRESS = "2001:0db8:85a3:0000:0000:8a2e:0370:7334:2001:0db8:85a3:0000:0000:8a2e:0370";
const AT = new Date("2026-07-16T13:40:00Z");

const LONG_EMAILS: readonly MailContent[] = [
  newDeviceMail(
    "Openbell",
    { name: LONG, ip: ADDRESS, at: AT, devices: "/dashboard/devices", reset: `set a new one at ${LONG}.` },
    "UTC",
  ),
  welcomeMail("Openbell", LONG),
  giftMail(
    "Openbell",
    {
      senderName: LONG,
      message: `${LONG}\nhttps://evil.example/${LONG}`,
      packageName: LONG,
      days: 30,
      expiresAt: AT,
    },
    "UTC",
  ),
  receiptMail(
    "Openbell",
    {
      ...{ paymentId: LONG, firstname: LONG, packageName: LONG, amount: "29.00", currency: "USD" },
      ...{ paymentMethod: LONG, paidAt: AT, days: 30, bonusDays: 30, accessUntil: AT, receiptNumber: 12 },
      ...{ creditNoteNumber: null, isGift: true, vat: { name: LONG, rate: "20.00" } },
    },
    "UTC",
  ),
];

test("emails never exceed their window, and their logo has no background box in dark mode", async ({
  page,
  baseURL,
}) => {
  const publicUrl = baseURL ?? "";
  const logHead = { seq: 1234, hash: "ab".repeat(32) };
  for (const mail of LONG_EMAILS) {
    const { html } = renderMail({ ...mail, logHead }, { siteName: "Openbell", publicUrl });
    for (const width of [360, 720])
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.setContent(html);
        const seen = await page.evaluate(() => {
          const logo = document.querySelector("img") as HTMLImageElement;
          // A label wraps only between words.
          const broken = [...document.querySelectorAll("td.m-muted")].filter((label) => {
            const lines = document.createRange();
            lines.selectNodeContents(label);
            return lines.getClientRects().length > (label.textContent ?? "").split(" ").length;
          });
          return {
            width: document.documentElement.scrollWidth,
            picture: new URL(logo.currentSrc).pathname,
            plate: getComputedStyle(logo).backgroundColor,
            brokenLabels: broken
              .map(({ textContent }) => textContent)
              .filter((text) => !/\S{30}/.test(text ?? "")),
          };
        });
        expect(seen, `${mail.template} at ${width} px, ${colorScheme}`).toEqual({
          width,
          picture: colorScheme === "dark" ? "/wordmark-dark.png" : "/wordmark.png",
          plate: "rgba(0, 0, 0, 0)",
          brokenLabels: [],
        });
      }
  }
});
