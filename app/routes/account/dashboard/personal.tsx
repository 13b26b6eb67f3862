import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { memberById } from "~/access/member-account.queries.server";
import {
  PHOTO_FIELD,
  PROFILE_FAILED,
  PROFILE_SAVED,
  profileSchema,
  REMINDER_OPTIONS,
} from "~/auth/account.rules";
import { requireMember } from "~/auth/viewer.server";
import { AccountPage } from "~/features/accounts/account-page";
import { loadMembership } from "~/features/accounts/membership.queries.server";
import { updateProfile } from "~/features/accounts/profile.server";
import { UnreachableNote } from "~/features/accounts/unreachable-note";
import { suppressionOf } from "~/features/mail/suppressions.queries.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import { daysLeft } from "~/ui/dates";
import { pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { Form, SubmitButton, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { redirectWithToast } from "~/web/toast.server";
import "~/features/accounts/profile.css";
import "~/ui/file-input.css";
import "~/ui/split.css";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Manage account", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { id, email: own } = await requireMember(args);
  const [member, membership, suppression] = await Promise.all([
    memberById(id),
    loadMembership(id),
    suppressionOf(own),
  ]);
  if (!member || !membership) throw notFound("Member not found.");
  const { firstname, lastname, email, serialNumber, createdAt, photo } = member;
  return {
    firstname,
    lastname,
    email,
    serialNumber,
    createdAt,
    membership,
    unreachable: suppression?.reason,
    photo: photo ? pictureAttributes(photo).src : undefined,
  };
}

export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  return formReply(
    args,
    PROFILE_FAILED,
    async (submission) => {
      await updateProfile(member, submission);
      return redirectWithToast("/dashboard", { tone: "good", text: PROFILE_SAVED });
    },
    { owner: { kind: "member", id: member.id }, form: "profile", field: PHOTO_FIELD },
  );
}

export default function PersonalInformation() {
  const { firstname, lastname, email, photo, membership, unreachable } = useLoaderData<typeof loader>();
  const remindByMail = membership.remindByMail ? "yes" : "no";
  const error = useFormError();
  return (
    <AccountPage current="personal" membership={<MembershipLine />}>
      {unreachable && <UnreachableNote email={email} reason={unreachable} />}
      <div className="split">
        <Section title="Name and photo" flush>
          {error && <Note tone="bad" title={error.message} />}
          <Form
            schema={profileSchema}
            values={{ firstname, lastname, remindByMail }}
            multipart
            className="form"
            guarded
          >
            <div className="pair">
              <FormField name="firstname" label="First name" autoComplete="given-name" required />
              <FormField name="lastname" label="Last name" autoComplete="family-name" required />
            </div>
            <div className="field">
              <span className="label">Email</span>
              <p className="static">{email}</p>
              <p className="hint">
                <a href="/dashboard/email">Change email</a>. You will need your password, and we will email a
                link to the new address.
              </p>
            </div>
            <FormField
              input="select"
              name="remindByMail"
              label="Reminders before your membership ends"
              options={REMINDER_OPTIONS}
            />
            <FormField
              input="picture"
              portrait
              name={PHOTO_FIELD}
              label="Photo"
              hint="JPEG, PNG or WebP, at most 5 MB."
              picture={photo ? { src: photo, alt: "Your photo" } : undefined}
              kept={error?.kept}
            />
            <div className="actions">
              {" "}
              <SubmitButton busyText="Saving...">Save changes</SubmitButton>
            </div>{" "}
          </Form>
        </Section>
        <SignInAndData />
      </div>
    </AccountPage>
  );
}

/** One line about the member's access; the subscription tab has the details. */
function MembershipLine() {
  const { tier, until, now, isTrial } = useLoaderData<typeof loader>().membership;
  return (
    <>
      {tier}
      {until && `${isTrial ? ", free trial" : ""}, ${pluralize(daysLeft(now, until), "day")} left`}
    </>
  );
}

function SignInAndData() {
  const { serialNumber, createdAt } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <aside>
      <Section title="Sign-in and data" flush>
        <ul className="grid gap-2">
          <li>
            <a href="/dashboard/password">Change password</a>
          </li>
          <li>
            <a href="/dashboard/passkeys">Passkeys</a>
          </li>
          <li>
            <a href="/dashboard/devices">Signed-in devices</a>
          </li>
          <li>
            <a href="/dashboard/export.json" download>
              Download your data
            </a>
          </li>
          <li>
            <a href="/dashboard/deletion">Delete account</a>
          </li>
        </ul>
      </Section>
      <p className="meta">
        Member no. {serialNumber}, since <Time at={createdAt} zone={siteTz} />
      </p>
    </aside>
  );
}
