import { useAdminShell } from "~/admin-kit/admin-page";
import { LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";
import { useRootData } from "~/web/root-data";

/** The codes, shown only once: they can be printed, copied or downloaded without script. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { siteName, publicUrl } = useRootData();
  const email = useAdminShell()?.staff.email ?? "";
  const head = `Recovery codes for ${email} at ${siteName}, ${publicUrl}/admin/login. Each works once.`;
  const file = `${head}\r\n\r\n${codes.join("\r\n")}\r\n`;
  return (
    <section className="grid gap-5" aria-labelledby="codes-title">
      <Note tone="good" title="Two-step sign-in is on">
        Store these codes in a safe place. They are shown only once.
      </Note>
      <div className="codes">
        <h2 id="codes-title">Recovery codes</h2>
        <p>
          If you lose your phone, enter one of these instead of the app’s code. Each works once. {email},{" "}
          {publicUrl}
        </p>
        <ol>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="actions">
        <LinkButton
          to={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="openbell-recovery-codes.txt"
        >
          Download as text
        </LinkButton>
        <LinkButton to="/admin" variant="brand">
          I have stored the codes
        </LinkButton>
      </div>
      <p className="meta">Printing this page prints only the codes.</p>
    </section>
  );
}
