import { rows } from "db/rows.server";
import { formatSigned } from "~/ui/format";
import type { NavEntry } from "~/ui/navigation";

type Row = { kind: "update" | "pick" | "quote"; name: string; percent: string | null };

/**
 * The bell's three items: a market update, a new stock pick, a quote, made of the newest records.
 * A pick is named by its category only, which is public for every reader.
 */
export async function notifications(): Promise<NavEntry[]> {
  const found = await rows<Row>(
    `(select 'update' as kind, name, change_percent as percent from quotes
       where name = 'S&P 500' order by updated_at desc limit 1)
     union all
     (select 'pick', category, null from stock_picks order by created_at desc, id desc limit 1)
     union all
     (select 'quote', name, change_percent from quotes
       where name = 'Bitcoin' order by updated_at desc limit 1)`,
  );
  return found.map(entryOf);
}

function entryOf({ kind, name, percent }: Row): NavEntry {
  if (kind === "pick") return { label: `New stock pick in ${name}`, to: "/stock-picks" };
  const moved = percent === null ? "is quoted" : `moved ${formatSigned(percent)}%`;
  return kind === "update"
    ? { label: `Market update: the ${name} ${moved}`, to: "/market?category=Indices" }
    : { label: `Quote: ${name} ${moved}`, to: "/market?category=Cryptocurrencies" };
}
