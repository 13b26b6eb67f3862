import { SiteSetting, TEXT_PAGES } from "db/entities/site-setting";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { int, literal, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { keptText, savedBy } from "~/admin-kit/merge.server";
import type { Sentences } from "~/admin-kit/warnings.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { SETTINGS_KIND } from "~/features/site-settings/site-settings.rules";
import { loadSiteSettings } from "~/platform/site-settings/site-settings.server";
import { AppError } from "~/web/app-error.server";
import { STATIC_PAGE_LABELS, type StaticPageName } from "./static-pages.rules";
import { versionOfText } from "./text-versions.queries.server";

const PAGE = literal(TEXT_PAGES)("page");

const ROW = columnsAs("s", SiteSetting, "id", "version");
const LOCK = statement("save-text.lock", ROW)`
  select ${ROW} from site_settings s where s.section = ${PAGE} for update`;

/** Asked once the row is locked: whoever waited for it would otherwise be told of the newest of before. */
const NEWEST = statement("save-text.newest", { number: int })`
  select coalesce(max(number), 0)::int as number from site_texts where page = ${PAGE}`;

const ADD = command("save-text.add")`
  insert into site_texts (page, number, body, staff_id, staff_name, restored_from)
  values (${PAGE}, ${int("number")}, ${text("body")}, ${uuid("staffId")}, ${text("staffName")}, ${int.orNull("restoredFrom")})`;

const RAISE = command("save-text.raise")`
  update site_settings set version = version + 1 where id = ${uuid("id")}`;

type Words = {
  body: string;
  /** The one that was edited. */
  version?: number;
  /** The version that is restored. */
  restoredFrom?: number;
};

/**
 * Publishes a page's words as its newest version, with its line in the change log. They hold on this instance before this returns, and on
 * the others as soon as they hear of it.
 * @returns in words what stays as somebody else published it: words that nobody changed here do not take the place of theirs
 * @throws AppError 409 with what is published instead, when somebody else was faster
 */
export async function publishText(
  staff: StaffViewer,
  page: StaticPageName,
  words: Words,
): Promise<Sentences> {
  const kept = await em().transactional((manager) => write(manager, staff, page, words));
  await loadSiteSettings();
  return kept;
}

async function write(
  manager: EntityManager,
  staff: StaffViewer,
  page: StaticPageName,
  { body, version, restoredFrom }: Words,
): Promise<Sentences> {
  const row = await LOCK.first({ page }, manager);
  if (!row) throw new Error(`The settings have no row for ${page}`);
  const { number } = (await NEWEST.first({ page }, manager)) ?? { number: 0 };
  const current = await versionOfText(page, number, manager);
  if (!current) throw new Error(`${page} has no version ${number}`);
  // Published again as it is, it is no other version.
  if (current.body === body) return {};
  if (version !== undefined && version !== row.version) {
    const { line } = current;
    const last = line && savedBy(line.staffName, line.createdAt);
    const nth = number - (row.version - version);
    const opened = nth >= 0 && nth <= number ? await versionOfText(page, nth, manager) : undefined;
    if (last && opened?.body === body && restoredFrom === undefined)
      return { body: keptText(["The text"], last) };
    throw new AppError(409, `${last?.name ?? "Somebody else"} published another version.`, {
      conflict: { version: row.version, values: { body: current.body }, by: last && { body: last } },
    });
  }
  await ADD.run(
    {
      page,
      number: number + 1,
      body,
      staffId: staff.id,
      staffName: staff.fullname,
      restoredFrom: restoredFrom ?? null,
    },
    manager,
  );
  await RAISE.run({ id: row.id }, manager);
  logChange(manager, staff, {
    action: restoredFrom === undefined ? "edited" : "restored",
    resource: SETTINGS_KIND,
    recordId: row.id,
    recordTitle: `Words of ${STATIC_PAGE_LABELS[page]}`,
    detail: { fields: ["body"] },
    differences: { body: { from: current.body, to: body } },
  });
  return {};
}
