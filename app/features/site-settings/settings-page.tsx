import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { $ZodType } from "zod/v4/core";
import { AdminPage } from "~/admin-kit/admin-page";
import { PageForm, type PageFormProps } from "~/admin-kit/page-form";
import { SettingsTabs } from "~/features/site-settings/settings-tabs";
import { AdminHead } from "~/ui/head";
import type { NavEntry } from "~/ui/navigation";

type SettingsPageProps = {
  /** The address of its tab. */
  tab: string;
  title?: ReactNode;
  crumbs?: NavEntry[];
  meta?: ReactNode;
  action?: ReactNode;
  overlay?: ReactNode;
  children: ReactNode;
};

/** A settings page under the tabs. */
export function SettingsPage(props: SettingsPageProps) {
  const { tab, title = "Settings", crumbs, meta, action, overlay, children } = props;
  return (
    <AdminPage overlay={overlay}>
      <AdminHead title={title} crumbs={crumbs} meta={meta} action={action} />
      <SettingsTabs current={tab} />
      {children}
    </AdminPage>
  );
}

type SettingsFormProps = {
  schema: $ZodType<Record<string, unknown>>;
  /** Before and after the form. */
  lead: ReactNode;
  foot?: ReactNode;
};

/** The form of a settings section. */
export function SettingsForm({ schema, lead, foot }: SettingsFormProps) {
  const form = useLoaderData() as PageFormProps["form"];
  return (
    <>
      <p className="meta mb-6">{lead}</p>
      <PageForm form={form} schema={schema} submit="Save" busyText="Saving..." />
      {foot}
    </>
  );
}
