import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { PageForm } from "~/admin-kit/page-form";
import { CallFacts } from "~/features/calls/call-facts";
import { byPricesText, callTitle } from "~/features/calls/calls.rules";
import {
  closeCallSchema,
  correctCallSchema,
  reopenCallSchema,
} from "~/features/calls/settlement/close-call.rules";
import { callScreen, closeCallAction } from "~/features/calls/settlement/close-call.screen.server";
import { NothingClosed } from "~/features/calls/settlement/close-conflict";
import { ResultCheck } from "~/features/calls/settlement/result-check";
import { PriceJumpLinks } from "~/features/markets/instruments/price-jumps";
import { ErrorSummary } from "~/ui/error-summary";
import { AdminHead } from "~/ui/head";
import { useFormError, useRefusal } from "~/web/form";
import { useRootData } from "~/web/root-data";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Call");

export const loader = (args: LoaderFunctionArgs) => callScreen(args);
export const action = (args: ActionFunctionArgs) => closeCallAction(args);

export default function AdminCall() {
  const { call, today, events, waiting, check, byPrices, mayClose, fields, corrections, reopening } =
    useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const refused = useFormError();
  const refusal = useRefusal();
  const nothingClosed = !fields && refused && "on" in refused.repopulateFields ? refused : undefined;
  // Each form shows only the result of its own submission.
  const sent = refused && !fields ? refused.repopulateFields : undefined;
  const correcting = !sent || "newPrice" in sent;
  const taking = !sent || "reopenWhy" in sent;
  return (
    <AdminPage>
      <AdminHead
        title={callTitle(call)}
        meta={call.symbol}
        crumbs={[{ label: "Calls", to: "/admin/calls" }]}
      />
      {refusal && <ErrorSummary title={refusal} errors={[]} hint="" />}
      {nothingClosed && <NothingClosed refused={nothingClosed} />}
      {waiting && <PriceJumpLinks {...waiting} />}
      {check && <ResultCheck {...check} mayConfirm={mayClose} version={call.lastSeq} zone={siteTz} />}
      <CallFacts call={call} events={events} today={today} zone={siteTz} />
      {!mayClose && (
        <p className="meta mt-8">Only people who publish alerts close calls or change results.</p>
      )}
      {fields && (
        <section className="mt-8" aria-labelledby="close">
          <h2 id="close" className="mb-4">
            Close by hand
          </h2>
          <PageForm
            form={{ fields, version: call.lastSeq }}
            schema={closeCallSchema}
            submit="Close the call"
            busyText="Closing..."
          />
        </section>
      )}
      {reopening && taking && (
        <section className="mt-8" aria-labelledby="reopen">
          <h2 id="reopen" className="mb-4">
            Reopen the call
          </h2>
          <PageForm
            form={{ fields: reopening, version: call.lastSeq }}
            schema={reopenCallSchema}
            submit="Reopen the call"
            busyText="Reopening..."
          />
        </section>
      )}
      {corrections && correcting && (
        <section className="mt-8" aria-labelledby="correct">
          <h2 id="correct" className="mb-4">
            Correct the result
          </h2>
          <p className="mb-4">{byPricesText(byPrices)}</p>
          <PageForm
            form={{ fields: corrections, version: call.lastSeq }}
            schema={correctCallSchema}
            submit="Correct the result"
            busyText="Correcting..."
          />
        </section>
      )}
    </AdminPage>
  );
}
