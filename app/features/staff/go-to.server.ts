import { openList, requestedListState } from "~/admin-kit/list-rows.server";
import type { ManagedRecord } from "~/admin-kit/resource.server";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { ANALYTICS_PATH } from "~/features/analytics/ranges.rules";
import { KEYS_PATH } from "~/features/api-keys/keys.rules";
import { EDITIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { SCREENS, type Screen } from "~/features/registry.server";
import { SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { type Destination, matchScreens } from "./go-to.rules";
import { accessDeniedReason } from "./screen-access.server";

/** The most suggested records per kind. */
const RECORDS_EACH = 4;

/** Screens without a declared list. */
const OTHER_SCREENS: readonly Destination[] = [
  { title: "Dashboard", type: "Screen", link: "/admin" },
  { title: "This week: what is published and what ends", type: "Screen", link: "/admin/calendar" },
  { title: "Profile", type: "Screen", link: "/admin/profile-settings" },
  { title: "Password", type: "Screen", link: "/admin/profile-settings/password" },
  { title: "Devices", type: "Screen", link: "/admin/profile-settings/devices" },
];

/** The pages of the settings. */
const SETTINGS: readonly Destination[] = [
  { title: "Site: name, logo and colours", type: "Screen", link: SETTINGS_PATHS.site },
  { title: "Seller’s data", type: "Screen", link: SETTINGS_PATHS.seller },
  {
    title: "Texts of About, Contact, Privacy, Terms, Disclaimer",
    type: "Screen",
    link: SETTINGS_PATHS.texts,
  },
  { title: "Links in Extras and footer", type: "Screen", link: SETTINGS_PATHS.links },
  { title: "What readers see: ads, record, holdings", type: "Screen", link: SETTINGS_PATHS.reading },
  { title: "API keys of programs", type: "Screen", link: KEYS_PATH },
];

/** The owner's figures. They are not in the menu, whose entries the specification lists. */
const NUMBERS: Destination = {
  title: "Numbers: paying members and revenue",
  type: "Screen",
  link: ANALYTICS_PATH,
};

const NEWSLETTERS: Destination = {
  title: "Newsletters: what was sent by email",
  type: "Screen",
  link: EDITIONS_PATH,
};

/** Every screen and every form for a new record that this viewer may open. */
export function screensFor(viewer: StaffViewer): Destination[] {
  const { role } = viewer;
  const open = SCREENS.filter((screen) => accessDeniedReason(screen, role) === undefined);
  return [
    ...OTHER_SCREENS,
    ...(can(viewer, "payments.read") ? [NUMBERS] : []),
    ...(can(viewer, "newsletters.read") ? [NEWSLETTERS] : []),
    ...(can(viewer, "settings.read") ? SETTINGS : []),
    ...open.map(({ path, label }) => ({ title: label, type: "Screen", link: `/admin/${path}` })),
    ...open.flatMap(({ path, resource }) => {
      const add = "entity" in resource && resource.roles.write.includes(role) && resource.form?.add;
      return add ? [{ title: add.title, type: "New", link: `/admin/${path}/new` }] : [];
    }),
  ];
}

/** The address of a record; undefined if its kind has none. */
function recordLink({ path, resource, recordPath }: Screen, row: ManagedRecord): string | undefined {
  if (recordPath) return recordPath(row.id);
  return "entity" in resource && resource.form?.fields ? `/admin/${path}/${row.id}/edit` : undefined;
}

/** The creation day, to distinguish records of one name. */
const createdDay = ({ createdAt }: ManagedRecord): string => formatTime(createdAt, "date", config().siteTz);

async function findRecords(screen: Screen, viewer: StaffViewer, words: string): Promise<Destination[]> {
  const { resource, label } = screen;
  const untouched = requestedListState(resource.listing, new Request("http://list"));
  const list = openList(resource, viewer, { ...untouched, q: words });
  const { rows } = await list.findSome(RECORDS_EACH);
  const titles = rows.map((row) => resource.titleOf(row));
  return rows.flatMap((row, index) => {
    const link = recordLink(screen, row);
    const title = titles[index] ?? "";
    const alike = titles.filter((other) => other === title).length > 1;
    return link ? [{ title: alike ? `${title}, ${createdDay(row)}` : title, type: label, link }] : [];
  });
}

/** Suggestions for a typed text: screens first, then records by their lists' searches. Failed searches are skipped.
 */
export async function destinationsFor(
  args: RequestArgs,
  viewer: StaffViewer,
  typed: string,
): Promise<Destination[]> {
  const words = typed.replaceAll("\0", "").toWellFormed().trim().slice(0, 100);
  if ([...words].length < 2) return [];
  const open = SCREENS.filter((screen) => accessDeniedReason(screen, viewer.role) === undefined);
  const found = await Promise.all(
    open.map((screen) =>
      loadOr(args, `${screen.label} were not searched`, findRecords(screen, viewer, words), []),
    ),
  );
  return [...matchScreens(screensFor(viewer), words), ...found.flat()];
}
