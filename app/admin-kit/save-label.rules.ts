/** What decides what a save does to readers. */
export type SavedState = {
  /** Readers see the saved record now. */
  isOut: boolean;
  /** As the form's field has it, in any case; undefined if the record has no drafts. */
  status?: string;
  /** The form's minute of publication, yyyy-mm-ddThh:mm in the site's time zone; empty for now. */
  publishAt?: string;
};

/** The button of a record's form, named by its effect: "Schedule for Mon 7 Dec 09:00". */
export function saveLabel({ isOut, status, publishAt = "" }: SavedState): string {
  if (status === undefined) return "Save";
  if (status.toLowerCase() === "draft") return isOut ? "Unpublish" : "Save draft";
  if (isOut) return "Save";
  const minute = new Date(`${publishAt}Z`);
  return Number.isNaN(minute.getTime()) ? "Publish now" : `Schedule for ${inWords(minute)}`;
}

/** Of a local minute that is written as UTC. */
const inWords = (minute: Date): string => {
  const [weekday, day, month] = minute.toUTCString().replace(",", "").split(" ");
  return `${weekday} ${Number(day)} ${month} ${minute.toISOString().slice(11, 16)}`;
};
