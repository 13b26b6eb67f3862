import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { SettingsForm, SettingsPage } from "~/features/site-settings/settings-page";
import { siteAction, siteScreen } from "~/features/site-settings/site.screen.server";
import { SETTINGS_PATHS, siteSchema } from "~/features/site-settings/site-settings.rules";
import { Swatches } from "~/features/site-settings/swatches";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Name, logo and colours");

export const loader = (args: LoaderFunctionArgs) => siteScreen(args);
export const action = (args: ActionFunctionArgs) => siteAction(args);

export default function Site() {
  const { swatches } = useLoaderData<typeof loader>();
  return (
    <SettingsPage tab={SETTINGS_PATHS.site}>
      <SettingsForm
        schema={siteSchema}
        lead="Site name and look. Changes apply everywhere immediately: pages, emails, feeds, share cards."
        foot={<Swatches colours={swatches} />}
      />
    </SettingsPage>
  );
}
