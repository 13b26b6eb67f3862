import { pluralize } from "~/ui/format";

/** The picture library in the back-office. */
export const LIBRARY_PATH = "/admin/pictures";

/** What records are called that show pictures of the library, by the path of their screen: one, and several. */
const COUNTED: Record<string, [one: string, many: string]> = {
  news: ["article", "articles"],
  "daily-brief": ["brief", "briefs"],
  "trade-alert": ["alert", "alerts"],
  ads: ["ad", "ads"],
  banner: ["banner", "banners"],
  "settings/texts": ["page", "pages"],
  bin: ["deleted record", "deleted records"],
};

/** Where a picture is used, as the library's list says it: "2 articles, 1 banner". @param uses as `LibraryPicture` has them */
export function usesText(uses: string): string {
  const said = uses.split(",").flatMap((use) => {
    const [kind = "", number] = use.split(" ");
    const names = COUNTED[kind];
    return names ? [pluralize(Number(number), ...names)] : [];
  });
  return said.length > 0 ? said.join(", ") : "Not used yet";
}
