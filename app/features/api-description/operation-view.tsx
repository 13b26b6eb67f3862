import { Fragment } from "react";
import { Call, Code, FoldedCode, Spread } from "~/ui/reference";
import { Head, RowName, Table } from "~/ui/table";
import { Said } from "./inline-code";
import type { Line, ShownOperation } from "./reference.server";

/** One method of one address: what it does, who may, what it takes and answers, and how it is called. */
export function OperationView(operation: ShownOperation) {
  const { anchor, method, path, summary, about, who, parameters, body, sameAs, answers } = operation;
  return (
    <article className="operation">
      <Spread
        code={
          <>
            <Code label="Request" copy>
              {operation.request}
            </Code>
            <FoldedCode
              label={`Answer, ${answers[0]?.status}${operation.locked ? ", to who has not paid" : ""}`}
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
          <Call method={method} path={path} />
        </p>
        {about && (
          <p>
            <Said text={about} />
          </p>
        )}
        <p className="meta">
          {`For ${who}.`}
          {operation.paged && (
            <>
              {" "}
              Takes <code>limit</code>, <code>page</code> and <code>since</code>, as in{" "}
              <a href="#paging">Lists and pages</a>.
            </>
          )}
        </p>
        {parameters.length > 0 && (
          <Lines label={`Parameters: ${summary}`} head="Parameter" lines={parameters} />
        )}
        {body && <Lines label={`Body: ${summary}`} head={`Body, ${body.takes}`} lines={body.lines} />}
        {sameAs && (
          <p>
            Takes any fields of <a href={`#${sameAs.anchor}`}>{sameAs.summary}</a>, and <code>version</code>,
            as in <a href="#caching">Caching</a>.
          </p>
        )}
        <Answers answers={answers} refusals={operation.refusals} />
      </Spread>
    </article>
  );
}

/** A table of fields or parameters. */
export function Lines({ label, head, lines }: { label: string; head: string; lines: readonly Line[] }) {
  return (
    <Table label={label} still>
      <thead>
        <tr>
          <Head>{head}</Head>
          <Head>What it is</Head>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, type, required, words }) => (
          <tr key={name}>
            <RowName sub={required ? "required" : undefined}>
              <code>{name}</code>
            </RowName>
            <td>
              {words === "" ? type : <Said text={words} />}
              {words !== "" && <span className="sub">{type}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Answers({ answers, refusals }: Pick<ShownOperation, "answers" | "refusals">) {
  return (
    <p className="meta">
      {answers.map(({ status, says }) => (
        <Fragment key={status}>
          <strong>{status}</strong> <Said text={says} />{" "}
        </Fragment>
      ))}
      {refusals.length > 0 && "Refuses with "}
      {refusals.map((status, nth) => (
        <Fragment key={status}>
          {nth > 0 && ", "}
          <a href={`#status-${status}`}>{status}</a>
        </Fragment>
      ))}
      {refusals.length > 0 && "."}
    </p>
  );
}
