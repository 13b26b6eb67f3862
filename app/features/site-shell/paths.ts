export const BELL_PATH = "/notifications";
/** Marks what a member was shown as read. */
export const BELL_READ_PATH = "/notifications/read";

export const NOTHING_NEW = "Nothing new. Anything we publish for you will appear here.";
export const NOT_SHOWN = "Notifications cannot be shown right now. Try again in a minute.";
