import { randomUUID } from "node:crypto";
import { setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";
import { readerOfToken, unsubscribeToken } from "~/features/newsletters/unsubscribe-token.server";

setUpApp();

it("a token has 36 letters and names its member", async () => {
  for (let nth = 0; nth < 50; nth += 1) {
    const id = randomUUID();
    const token = await unsubscribeToken(id);
    expect(token).toMatch(/^[\w-]{36}$/);
    expect(await readerOfToken(token)).toBe(id);
  }
});

it("a token that was changed in any letter, cut or lengthened names nobody", async () => {
  const token = await unsubscribeToken(randomUUID());
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === "A" ? "B" : "A";
    expect(await readerOfToken(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
  }
  for (const wrong of ["", token.slice(1), `${token}A`, `${token}==`, "€".repeat(36), "\0"])
    expect(await readerOfToken(wrong)).toBeUndefined();
});
