import { randomBytes } from "node:crypto";

/** Random marks stand where a page differs from reader to reader; nobody can type them. */
const mark = (name: string) => `ob${name}${randomBytes(9).toString("hex")}`;

export const SLOTS = {
  nonce: mark("nonce"),
  firstname: mark("firstname"),
  lastname: mark("lastname"),
  initials: mark("initials"),
  email: mark("email"),
  picture: mark("picture"),
} as const;

export type Slot = keyof typeof SLOTS;

/** What fills the slots for one reader. */
export type SlotTexts = Record<Slot, string>;

/** Splits a text at its slots and keeps them among the pieces. */
export const SLOT_PATTERN = new RegExp(`(${Object.values(SLOTS).join("|")})`);

const NAMES = new Map(Object.entries(SLOTS).map(([slot, text]) => [text, slot as Slot]));

export const slotOf = (text: string): Slot | undefined => NAMES.get(text);
