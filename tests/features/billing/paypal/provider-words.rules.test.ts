import { describe, expect, it } from "vitest";
import { providerWords } from "~/features/billing/paypal/provider-words.rules";

describe("PayPal's message about an order", () => {
  it.each([
    ["PENDING PENDING_REVIEW", "on its way: PayPal is reviewing it"],
    ["PENDING ECHECK", "on its way: it comes from a bank account, which takes days"],
    ["PENDING OTHER", "on its way: PayPal gives no reason"],
    ["PENDING", "on its way"],
    ["PENDING SOMETHING_NEW", "on its way: something new"],
    ["VOIDED", "voided"],
    ["8AB12345CD: PENDING PENDING_REVIEW", "8AB12345CD: on its way: PayPal is reviewing it"],
    ["INSTRUMENT_DECLINED", "the buyer’s card or bank declined it"],
    ["Not captured: bought since", "Not captured: bought since"],
    ["29.00 USD instead of 290.00 USD", "29.00 USD instead of 290.00 USD"],
  ])("%s is shown in plain words", (said, words) => {
    expect(providerWords(said)).toBe(words);
  });
});
