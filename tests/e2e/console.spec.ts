import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";
import { SCREENS, screenAddress } from "./screens";

/** A page that is refused says so in the console, and is meant to. */
const IS_REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

for (const person of Object.keys(SCREENS))
  test(`no screen breaks the policy of scripts or says that something is wrong, for ${person} @script`, async ({
    page,
    context,
  }) => {
    if (person !== "visitor") await signInByApi(context, person);
    const said: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !IS_REFUSED.test(message.text()))
        said.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => said.push(`${page.url()}: ${error.message}`));
    for (const screen of SCREENS[person] ?? [])
      await page.goto(await screenAddress(context, screen), { waitUntil: "domcontentloaded" });
    await page.goto("about:blank");
    expect(said).toEqual([]);
  });
