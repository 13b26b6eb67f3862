import { randomBytes } from "node:crypto";

/** Random tokens stand where a page differs from reader to reader; nobody can type them. */
const slotToken = (name: string) => `ob${name}${randomBytes(9).toString("hex")}`;

export const SLOTS = {
  nonce: slotToken("nonce"),
  firstname: slotToken("firstname"),
  lastname: slotToken("lastname"),
  initials: slotToken("initials"),
  email: slotToken("email"),
  picture: slotToken("picture"),
} as const;

export type Slot = keyof typeof SLOTS;

/** What fills the slots for one reader. */
export type SlotTexts = Record<Slot, string>;

/** Splits a text at its slots and keeps them among the pieces. */
export const SLOT_PATTERN = new RegExp(`(${Object.values(SLOTS).join("|")})`);

const SLOT_BY_TOKEN = new Map(Object.entries(SLOTS).map(([slot, text]) => [text, slot as Slot]));

export const slotOf = (text: string): Slot | undefined => SLOT_BY_TOKEN.get(text);
