import { Fragment } from "react";
import { HeaderCell, RowHeader, Table } from "~/ui/table";
import { InlineCode } from "./inline-code";
import type { FieldDoc, OperationDoc } from "./reference.server";
import { Code, Endpoint, FoldedCode, SideBySide } from "./reference-parts";

/** One method of one address: purpose, access, parameters, responses and an example. */
export function OperationView(operation: OperationDoc) {
  const {
    anchor,
    method,
    path,
    summary,
    about,
    audience: who,
    parameters,
    body,
    sameAs,
    responses: answers,
  } = operation;
  return (
    <article className="operation">
      <SideBySide
        code={
          <>
            <Code label="Request" copy={summary}>
              {operation.request}
            </Code>
            <FoldedCode
              label={`Response, ${answers[0]?.status}${operation.locked ? ", for readers without access" : ""}`}
              open={operation.first}
            >
              {operation.reply}
            </FoldedCode>
          </>
        }
      >
        <h3 id={anchor}>
          <a href={`#${anchor}`}>{summary}</a>
        </h3>
        <p className="call">
          <Endpoint method={method} path={path} />
        </p>
        {about && (
          <p>
            <InlineCode text={about} />
          </p>
        )}
        <p className="meta">
          <InlineCode text={`For ${who}.`} />
          {operation.paged && (
            <>
              <InlineCode text=" Accepts the parameters of every list, such as `limit` and `after`; see " />
              <a href="#paging">Lists and pages</a>.
            </>
          )}
        </p>
        {parameters.length > 0 && (
          <FieldTable label={`Parameters: ${summary}`} heading="Parameter" fields={parameters} />
        )}
        {body && (
          <FieldTable label={`Body: ${summary}`} heading={`Body, ${body.contentType}`} fields={body.fields} />
        )}
        {sameAs && (
          <p>
            Accepts any fields of <a href={`#${sameAs.anchor}`}>{sameAs.summary}</a>, and <code>version</code>
            ; see <a href="#caching">Caching</a>.
          </p>
        )}
        <Responses responses={operation.responses} errorStatuses={operation.errorStatuses} />
      </SideBySide>
    </article>
  );
}

/** A table of fields or parameters. */
export function FieldTable({
  label,
  heading,
  fields,
}: {
  label: string;
  heading: string;
  fields: readonly FieldDoc[];
}) {
  return (
    <Table label={label} fixed>
      <thead>
        <tr>
          <HeaderCell>{heading}</HeaderCell>
          <HeaderCell>Description</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, description: words }) => (
          <tr key={name}>
            <RowHeader sub={required ? "required" : undefined}>
              <code>{name}</code>
            </RowHeader>
            <td>
              {words === "" ? type : <InlineCode text={words} />}
              {words !== "" && <span className="sub">{type}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Responses({ responses, errorStatuses }: Pick<OperationDoc, "responses" | "errorStatuses">) {
  return (
    <p className="meta">
      {responses.map(({ status, says }) => (
        <Fragment key={status}>
          <strong>{status}</strong>
          <InlineCode text={` ${says} `} />
        </Fragment>
      ))}
      {errorStatuses.length > 0 && (
        <>
          <a href="#errors">Can fail with</a>
          {` ${errorStatuses.join(", ")}.`}
        </>
      )}
    </p>
  );
}
