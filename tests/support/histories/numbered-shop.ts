import fc from "fast-check";

/** What happens to one of a few orders. "Unseen": refunded before it was recorded; "breaks": rolled back at its very end. */
export type ShopDeed = {
  order: number;
  what: "pays" | "waits" | "is declined" | "is refunded" | "is refunded unseen" | "breaks";
};

/** One after the other, whether it makes sense or not: what was paid may be declined, and what was never paid refunded. */
export const SHOP_DEEDS: fc.Arbitrary<ShopDeed[]> = fc.array(
  fc.record({
    order: fc.nat(5),
    what: fc.constantFrom<ShopDeed["what"]>(
      "pays",
      "pays",
      "waits",
      "is declined",
      "is refunded",
      "is refunded unseen",
      "breaks",
    ),
  }),
  { maxLength: 25 },
);
