import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { PageForm } from "~/admin-kit/page-form";
import { CallFacts } from "~/features/calls/call-facts";
import { callTitle } from "~/features/calls/calls.rules";
import { closeCallSchema } from "~/features/calls/close-call.rules";
import { callScreen, closeCallAction } from "~/features/calls/close-call.screen.server";
import { AdminHead } from "~/ui/head";
import { useRootData } from "~/web/root-data";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Call");

export const loader = (args: LoaderFunctionArgs) => callScreen(args);
export const action = (args: ActionFunctionArgs) => closeCallAction(args);

export default function AdminCall() {
  const { call, events, fields } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <AdminPage parentPath="/admin/trade-alert">
      <AdminHead
        title={callTitle(call)}
        meta={call.symbol}
        crumbs={[{ label: "Calls", to: "/admin/calls" }]}
      />
      <CallFacts call={call} events={events} zone={siteTz} />
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
    </AdminPage>
  );
}
