import fc from "fast-check";

/**
 * An event of one of a few orders. "Unseen": refunded before it was recorded. "breaks": rolled back at the
 * very end.
 */
export type ShopDeed = {
  order: number;
  what: "pays" | "waits" | "is declined" | "is refunded" | "is refunded unseen" | "breaks";
};

/** Events in any order, plausible or not: a paid order may be declined, an unpaid one refunded. */
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
