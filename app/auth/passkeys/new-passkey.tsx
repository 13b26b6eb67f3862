import type { ReactNode } from "react";
import { Input } from "~/ui/field";
import { Note } from "~/ui/message";
import { PasskeyForm } from "./passkey-form";
import { MOST_PASSKEYS, PASSKEY_TEXTS } from "./passkeys.rules";

type NewPasskeyProps = { action: string; count: number; name: string; children: ReactNode };

/** The form that adds a passkey, after what it needs. @property count of the passkeys that there are @property name typed before @property children the proof that the person asks */
export function NewPasskey({ action, count, name, children }: NewPasskeyProps) {
  if (count >= MOST_PASSKEYS) return <Note title={PASSKEY_TEXTS.tooMany} />;
  return (
    <>
      <p className="meta max-w-prose">
        A passkey is kept by your phone, computer or security key. You sign in with your fingerprint, face or
        PIN, without a password. To add one, you need a browser that supports passkeys, with JavaScript on.
      </p>
      <PasskeyForm does="new" action={action} button="Add a passkey">
        <Input
          name="name"
          label="Name"
          hint="Such as “Phone” or “Work laptop”."
          defaultValue={name}
          maxLength={60}
          required
        />
        {children}
      </PasskeyForm>
    </>
  );
}
