import { SiteSetting, TEXT_PAGES } from "db/entities/site-setting";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { int, literal, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { keptText, savedBy } from "~/admin-kit/merge-fields.server";
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

/** Read after the row is locked: an earlier read could return a version that is no longer the newest. */
const NEWEST = statement("save-text.newest", { number: int })`
  select coalesce(max(number), 0)::int as number from site_texts where page = ${PAGE}`;

const ADD = command("save-text.add")`
  insert into site_texts (page, number, body, staff_id, staff_name, restored_from)
  values (${PAGE}, ${int("number")}, ${text("body")}, ${uuid("staffId")}, ${text("staffName")}, ${int.orNull("restoredFrom")})`;

const RAISE = command("save-text.raise")`
  update site_settings set version = version + 1 where id = ${uuid("id")}`;

type Words = {
  body: string;
  /** The version that was edited. */
  version?: number;
  /** The version that is restored. */
  restoredFrom?: number;
};

/**
 * Publishes a page's text as its newest version, with its line in the change log. This instance shows it
 * before the function returns, the others once they receive the change.
 * @returns a note about words that stay as another user published them: unchanged words do not overwrite
 * newer ones
 * @throws AppError 409 with the published text, if another user was faster
 */
export async function publishText(
  staff: StaffViewer,
  page: StaticPageName,
  words: Words,
): Promise<Sentences> {
  const result = await em().transactional((manager) => write(manager, staff, page, words));
  await loadSiteSettings();
  return result;
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
  // An unchanged text creates no version.
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
