import { CopiedToast } from "~/ui/copy-button";
import { Facts } from "~/ui/facts";
import { PageHead, SectionHead } from "~/ui/head";
import { InlineCode } from "./inline-code";
import { CHAPTERS, Introduction } from "./introduction";
import { FieldTable, OperationView } from "./operation-view";
import type { apiReference, GroupDoc } from "./reference.server";
import { Disclosure, Endpoint, LinkColumns, SideBySide } from "./reference-parts";

type Reference = ReturnType<typeof apiReference>;

/** The table of contents: the general chapters, then the addresses by group. */
export const tableOfContents = (groups: readonly GroupDoc[]) => ({
  guide: CHAPTERS.map(({ anchor, title }) => ({ label: title, to: `#${anchor}` })),
  addresses: groups.map(({ anchor, title }) => ({ label: title, to: `#${anchor}` })),
});

/** The API reference for developers. */
export function ReferencePage({ siteName, groups, ...general }: Reference & { siteName: string }) {
  const { guide, addresses } = tableOfContents(groups);
  return (
    <>
      <PageHead
        title={`The ${siteName} API`}
        meta={
          <>
            News, briefs, picks, alerts, videos and quotes as JSON, at <code>{general.publicUrl}/api</code>.
            Your program can read everything that you can read on the site.
          </>
        }
      />
      <Facts
        row
        items={[
          { label: "For programs", value: <a href="/api/openapi.json">OpenAPI 3.1</a> },
          { label: "For Postman and Bruno", value: <a href="/api/postman.json">Collection</a> },
          { label: "Sign-in", value: <a href="#authentication">Bearer token</a> },
          { label: "Responses", value: "JSON" },
        ]}
      />
      <LinkColumns label="Contents" entries={[...guide, ...addresses]} />
      <Introduction {...general} />
      {groups.map((group) => (
        <GroupView key={group.anchor} {...group} />
      ))}
      <CopiedToast copied="Copied" />
    </>
  );
}

function GroupView({ anchor, title, about, record, operations }: GroupDoc) {
  return (
    <section className="section" aria-labelledby={anchor}>
      <SectionHead id={anchor} title={title} />
      <SideBySide code={operations.length > 1 && <Addresses operations={operations} />}>
        <p>
          <InlineCode text={about} />
        </p>
        {record && (
          <Disclosure label={`The fields of ${record.name}`}>
            <FieldTable label={`Fields of ${record.name}`} heading="Field" fields={record.fields} />
          </Disclosure>
        )}
      </SideBySide>
      {operations.map((operation) => (
        <OperationView key={operation.anchor} {...operation} />
      ))}
    </section>
  );
}

/** The group's addresses at a glance. */
function Addresses({ operations }: Pick<GroupDoc, "operations">) {
  return (
    <figure className="code">
      <figcaption>Endpoints</figcaption>
      <ul>
        {operations.map(({ anchor, method, path, summary }) => (
          <li key={anchor}>
            <a href={`#${anchor}`} aria-label={`${summary}, ${method} ${path}`}>
              <Endpoint method={method} path={path} />
            </a>
          </li>
        ))}
      </ul>
    </figure>
  );
}
