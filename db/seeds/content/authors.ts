/** The desk. All of them are invented. */
export const AUTHORS = {
  holt: "Maren Holt",
  calloway: "Ines Calloway",
  sandoval: "Ravi Sandoval",
  achterberg: "Tomás Achterberg",
  okonjo: "Lena Okonjo",
} as const;

/** What most of them say with a call. */
export const NO_POSITION = "I hold no position.";
