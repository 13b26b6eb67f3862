import { formatCount } from "~/ui/format";

type LogHead = { seq: number; hash: string };

/** An email before it is rendered: plain text without markup. */
export type MailContent = {
  /** The name in the log of emails. */
  template: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** `path` makes its label a link; it begins as the path of `action` does. */
  facts?: readonly { label: string; value: string; path?: string }[];
  /** The one button; `path` begins with a slash and follows the site's public address. */
  action?: { label: string; path: string };
  closing?: readonly string[];
  /** Staff wrote the subject and the paragraphs, so addresses in them stay live. */
  isByStaff?: true;
  /** The newest entry of the log of calls, for the footer of emails about the track record. */
  logHead?: LogHead;
};

/** Colours by their token names, light and dark. */
export type MailLook = {
  brand: readonly [light: string, dark: string];
  link: readonly [light: string, dark: string];
  /** @property tone whether the logo has dark or light colours; a light one needs a background */
  logo?: { path: string; width: number; height: number; tone: "dark" | "light" };
};

/** The site that sends the email. */
export type MailSite = {
  siteName: string;
  publicUrl: string;
  /** The owner's colours and logo. Absent for the default look. */
  look?: MailLook;
};

/** The page that explains how to check a log entry. */
export const CHECK_PATH = "/track-record/verify";

/**
 * The log's newest entry for an email about the track record. With it, a reader can later prove whether an
 * earlier entry was changed.
 */
export const logHeadText = ({ seq, hash }: LogHead): string =>
  `Record of calls: entry ${formatCount(seq)}, head ${hash}`;
