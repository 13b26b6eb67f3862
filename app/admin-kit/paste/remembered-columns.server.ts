import { PasteColumns } from "db/entities/paste-columns";
import { columnAs } from "db/entity-columns.server";
import { json, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { ColumnChoices } from "./columns";

const COLUMNS = { columns: columnAs("paste_columns", PasteColumns, "columns") };

const REMEMBERED = statement("paste.remembered-columns", COLUMNS)`
  select ${COLUMNS} from paste_columns where staff_id = ${uuid("staffId")} and resource = ${text("resource")}`;

const REMEMBER = command("paste.remember-columns")`
  insert into paste_columns (staff_id, resource, columns)
  values (${uuid("staffId")}, ${text("resource")}, ${json<ColumnChoices>()("columns")}::jsonb)
  on conflict (staff_id, resource) do update set columns = excluded.columns
   where paste_columns.columns <> excluded.columns`;

/** The most stored choices per person; the newest stay. */
const MAX_COLUMNS = 200;

/** The person and the screen. */
type Whose = { staffId: string; resource: string };

/** Loads a person's earlier column choices. */
export const loadColumnChoices = async (whose: Whose): Promise<ColumnChoices> =>
  (await REMEMBERED.first(whose))?.columns ?? {};

export const saveColumnChoices = (whose: Whose, columns: ColumnChoices): Promise<void> =>
  REMEMBER.run({ ...whose, columns: Object.fromEntries(Object.entries(columns).slice(-MAX_COLUMNS)) });
