import type { Tier } from "../../entities/member";

/** A package of the demo. Price in whole and hundredth dollars as an exact decimal, `expiresIn` in days. */
export type PackageContent = {
  name: string;
  tagline: string;
  tier: Tier;
  price: string;
  expiresIn: number | null;
  trialDays: number | null;
  benefits: readonly string[];
};

export const PACKAGES = {
  basic: {
    name: "Basic",
    tagline: "The news and the markets, for everybody.",
    tier: "Basic",
    price: "0.00",
    expiresIn: null,
    trialDays: null,
    benefits: ["All news and market quotes", "Free videos", "Stock picks with names hidden"],
  },
  premium: {
    name: "Premium",
    tagline: "Everything we write, when we write it.",
    tier: "Premium",
    price: "29.00",
    expiresIn: 30,
    trialDays: null,
    benefits: [
      "Our daily briefs in full",
      "Stock picks with tickers and margins",
      "Trade alerts with target and stop",
      "Videos for members",
    ],
  },
  private: {
    name: "Private",
    tagline: "Premium, and a person who answers.",
    tier: "Private",
    price: "79.00",
    expiresIn: 30,
    trialDays: null,
    benefits: [
      "All of Premium, and what is for Private members only",
      "A monthly call with an analyst",
      "Questions answered within a day",
      "Model portfolio with position sizes",
    ],
  },
} as const satisfies Record<string, PackageContent>;

export type PackageName = keyof typeof PACKAGES;
