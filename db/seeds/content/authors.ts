/** The desk. All of them are invented. */
export const AUTHORS = {
  holt: "Maren Holt",
  calloway: "Ines Calloway",
  sandoval: "Ravi Sandoval",
  achterberg: "Tomás Achterberg",
  okonjo: "Lena Okonjo",
} as const;

export type AuthorKey = keyof typeof AUTHORS;
export const AUTHOR_KEYS = Object.keys(AUTHORS) as AuthorKey[];

/** What most of them say with a call. */
export const NO_POSITION = "I hold no position.";

/** @property daysAgo when the account was made: who signs briefs and calls is on the staff */
type AuthorProfile = { daysAgo: number; bio: string };

/** What their pages say of them. */
export const AUTHOR_PROFILES: Record<AuthorKey, AuthorProfile> = {
  holt: {
    daysAgo: 57,
    bio: "Writes about what is made in factories and who pays for it: chips, gases, machines. Fourteen years on a paper’s industry desk before she came here. Believes order books more than forecasts.",
  },
  calloway: {
    daysAgo: 56,
    bio: "Software, payments and the companies that sell shovels to both. Was an auditor, and still reads the notes first.",
  },
  sandoval: {
    daysAgo: 55,
    bio: "Medicines, power and everything with a waiting list. Physicist by training; asks what would have to be true for a price to be right.",
  },
  achterberg: {
    daysAgo: 54,
    bio: "Raw materials, ships and farms. Grew up on one. Buys cyclicals when nobody asks about them, and says so before.",
  },
  okonjo: {
    daysAgo: 53,
    bio: "Shops, banks and interest rates. Traded bonds for nine years and keeps a list of the times she was wrong.",
  },
};
