import { pluralize } from "~/ui/format";

/** The picture library in the back-office. */
export const LIBRARY_PATH = "/admin/pictures";

/** The names of records that show library pictures, singular and plural, by the path of their screen. */
const COUNTED: Record<string, [one: string, many: string]> = {
  news: ["article", "articles"],
  "daily-brief": ["brief", "briefs"],
  "trade-alert": ["alert", "alerts"],
  ads: ["ad", "ads"],
  banner: ["banner", "banners"],
  "settings/texts": ["page", "pages"],
  bin: ["deleted record", "deleted records"],
};

/** The uses of a picture for the library's list: "2 articles, 1 banner". @param uses from `LibraryPicture` */
export function usesText(uses: string): string {
  const counts = uses.split(",").flatMap((use) => {
    const [kind = "", number] = use.split(" ");
    const names = COUNTED[kind];
    return names ? [pluralize(Number(number), ...names)] : [];
  });
  return counts.length > 0 ? counts.join(", ") : "Not used yet";
}
