import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { GoToField } from "~/admin-kit/go-to-box";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { exactMatch } from "~/features/staff/go-to.rules";
import { destinationsFor } from "~/features/staff/go-to.server";
import { placesFor } from "~/features/staff/places.server";
import { AdminHead } from "~/ui/head";

export const meta: MetaFunction = (args) => adminMeta(args, "Go to");

export const loader = async (args: LoaderFunctionArgs) => {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const query = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
  const exact = exactMatch(placesFor(viewer), query);
  if (exact) throw redirect(exact.link);
  return { query: query.trim(), destinations: await destinationsFor(args, viewer, query) };
};

export default function GoTo() {
  const { query, destinations } = useLoaderData<typeof loader>();
  return (
    <AdminPage>
      <AdminHead title="Go to" />
      <GoToField query={query} />
      {query !== "" && destinations.length === 0 && (
        <p className="mt-6">
          No screen or record matches “{query}”. Enter at least two letters of a name or title.
        </p>
      )}
      <ul className="destinations">
        {destinations.map(({ title, type, link }) => (
          <li key={link}>
            <a href={link}>{title}</a> <span className="text-muted">{type}</span>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}
