import { formatCount } from "~/ui/format";

type LogHead = { seq: number; hash: string };

/** The content of a mail before it is rendered: plain words without markup. */
export type MailContent = {
  /** Named in the log of mails. */
  template: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly { label: string; value: string }[];
  /** The one button; `path` begins with a slash and is put after the site's public address. */
  action?: { label: string; path: string };
  closing?: readonly string[];
  /** The newest entry of the log of calls, named in the footer of emails about the track record. */
  logHead?: LogHead;
};

/** Colours by the tokens they stand for, light and dark. */
export type MailLook = {
  brand: readonly [light: string, dark: string];
  link: readonly [light: string, dark: string];
  /** @property tone whether it is drawn in dark or in light colours; a light one brings its ground */
  logo?: { path: string; width: number; height: number; tone: "dark" | "light" };
};

/** The site a mail comes from. */
export type MailSite = {
  siteName: string;
  publicUrl: string;
  /** The owner's colours and logo; those of the house where it is left out. */
  look?: MailLook;
};

/** Where whoever has a head of the log learns what it is good for. */
export const CHECK_PATH = "/track-record/verify";

/** The head as a mail about the record takes it along: who keeps the mail can tell later whether an entry before it was changed. */
export const headInWords = ({ seq, hash }: LogHead): string =>
  `Record of calls: entry ${formatCount(seq)}, head ${hash}`;
