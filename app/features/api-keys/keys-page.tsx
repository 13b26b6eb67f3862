import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import { KEY_BADGES, KEYS_PATH, keyPath } from "./keys.rules";
import type { keysScreen } from "./keys.screen.server";

export const keysMeta: MetaFunction = (args) => adminMeta(args, "API keys");

type Screen = ReturnType<typeof useLoaderData<typeof keysScreen>>;
export type KeyRow = Screen["keys"][number];

/** The keys of programs. */
export function KeysPage() {
  const { keys } = useLoaderData<typeof keysScreen>();
  return (
    <SettingsPage
      tab={KEYS_PATH}
      title="API keys"
      meta={
        <>
          A program sends its key to use the API without a person. The <a href="/api/docs">reference</a> says
          how.
        </>
      }
      action={
        <LinkButton to={`${KEYS_PATH}/new`} variant="brand">
          New key
        </LinkButton>
      }
    >
      {keys.length === 0 ? <EmptyState title="No keys yet." /> : <Keys keys={keys} />}
    </SettingsPage>
  );
}

export function KeyBadge({ revokedAt, isExpired }: Pick<KeyRow, "revokedAt" | "isExpired">) {
  const { text, tone } = KEY_BADGES[revokedAt ? "revoked" : isExpired ? "expired" : "works"];
  return <Badge tone={tone}>{text}</Badge>;
}

/** A time in the site's zone, or a word instead. */
export function Moment({ at, otherwise }: { at: Date | string | null; otherwise: string }) {
  const { siteTz } = useRootData();
  return at ? <Time at={at} style="short-datetime" zone={siteTz} /> : otherwise;
}

/** A list shows a few, and how many more there are. */
const SHOWN = 3;

function Scopes({ scopes }: Pick<KeyRow, "scopes">) {
  const more = scopes.length - SHOWN;
  return (
    <>
      {scopes.slice(0, SHOWN).map((scope) => (
        <code key={scope} className="block wrap-break-word">
          {scope}
        </code>
      ))}
      {more > 0 && <span className="meta">and {more} more</span>}
    </>
  );
}

const Keys = ({ keys }: Pick<Screen, "keys">) => (
  <Table label="API keys" cards>
    <thead>
      <tr>
        <HeaderCell>Key</HeaderCell>
        <HeaderCell>State</HeaderCell>
        <HeaderCell>Scopes</HeaderCell>
        <HeaderCell className="whitespace-nowrap">Last use</HeaderCell>
        <HeaderCell>Expires</HeaderCell>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <tr key={key.id}>
          <RowHeader sub={`${key.prefix}…`}>
            <a href={keyPath(key.id)} className="wrap-anywhere">
              {key.name}
            </a>
          </RowHeader>
          <Cell label="State">
            <KeyBadge {...key} />
          </Cell>
          <Cell label="Scopes">
            <Scopes scopes={key.scopes} />
          </Cell>
          <Cell label="Last use">
            <Moment at={key.lastUsedAt} otherwise="Never" />
          </Cell>
          <Cell label="Expires">
            <Moment at={key.expiresAt} otherwise="Never" />
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);
