/** A coupon of the demo: per cent or dollars off. `throughInDays` is how long it is valid from the day of the demo. */
export type CouponContent = {
  code: string;
  purpose: string;
  percent: number | null;
  amount: string | null;
  firstPurchase: boolean;
  mostUses: number | null;
  throughInDays: number | null;
  daysAgo: number;
};

export const COUPONS: readonly CouponContent[] = [
  {
    code: "WELCOME20",
    purpose: "New readers: a fifth off the first purchase",
    percent: 20,
    amount: null,
    firstPurchase: true,
    mostUses: null,
    throughInDays: null,
    daysAgo: 40,
  },
  {
    code: "ANALYST-5",
    purpose: "Readers of the monthly call, a hundred of them",
    percent: null,
    amount: "5.00",
    firstPurchase: false,
    mostUses: 100,
    throughInDays: 60,
    daysAgo: 12,
  },
];
