/** What decides what a save does to readers. */
export type SavedState = {
  /** Readers see the saved record now. */
  isOut: boolean;
  /** The minute when the form was drawn, as `publishAt`. */
  now: string;
  /** As the form's field has it, in any case; undefined if the record has no drafts. */
  status?: string;
  /** The form's minute of publication, yyyy-mm-ddThh:mm in the site's time zone; empty for now. */
  publishAt?: string;
};

/** The button of a record's form, named by its effect: "Schedule for Mon 7 Dec 09:00". */
export function saveLabel({ isOut, now, status, publishAt = "" }: SavedState): string {
  if (status === undefined) return "Save";
  if (status.toLowerCase() === "draft") return isOut ? "Unpublish" : "Save draft";
  if (isOut) return "Save";
  const minute = new Date(`${publishAt}Z`);
  // A minute that is over is cleared by the save.
  return publishAt > now && minute.getTime() ? `Schedule for ${inWords(minute, now)}` : "Publish now";
}

/** Of a local minute that is written as UTC. */
const inWords = (minute: Date, now: string): string => {
  const [weekday, day, month, year] = minute.toUTCString().replace(",", "").split(" ");
  const date = `${weekday} ${Number(day)} ${month}${now.slice(0, 4) === year ? "" : ` ${year}`}`;
  return `${date} ${minute.toISOString().slice(11, 16)}`;
};
