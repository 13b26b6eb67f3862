import type { ReactNode } from "react";
import { Input } from "~/ui/field";
import { PasskeyForm } from "./passkey-form";

/** The form that adds a passkey, after what it needs. @property children the proof that the person asks */
export function NewPasskey({ action, children }: { action: string; children: ReactNode }) {
  return (
    <>
      <p className="meta max-w-prose">
        A passkey is kept by your phone, computer or security key. You sign in with your fingerprint, face or
        PIN, without a password. To add one, you need a browser that supports passkeys, with JavaScript on.
      </p>
      <PasskeyForm does="new" action={action} button="Add a passkey">
        <Input name="name" label="Name" hint="Such as “Phone” or “Work laptop”." maxLength={60} required />
        {children}
      </PasskeyForm>
    </>
  );
}
