// Forms that make or use a passkey. The form's address answers a GET with what the device is asked; its POST
// takes the device's answer. A browser without support says that it failed.

export function answer(form: HTMLFormElement): void {
  const button = form.querySelector("button");
  if (!button || button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  // Shown when this script did not load before.
  if (form.lastChild instanceof HTMLElement) form.lastChild.hidden = true;
  show(form, true);
  void send(form)
    .catch(() => show(form, false))
    .finally(() => {
      button.ariaBusy = null;
    });
}

async function send(form: HTMLFormElement): Promise<void> {
  // Older browsers know passkeys without their JSON.
  if (!("parseRequestOptionsFromJSON" in PublicKeyCredential)) throw new Error("no support");
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error("no challenge");
  const options = await answer.json();
  const credential = await (form.dataset.passkey === "new" ? create(options) : use(options));
  const field = form.elements.namedItem("credential");
  if (!(field instanceof HTMLInputElement) || !(credential instanceof PublicKeyCredential)) throw new Error();
  field.value = JSON.stringify(credential.toJSON());
  form.submit();
}

const create = (options: PublicKeyCredentialCreationOptionsJSON) =>
  navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });

const use = (options: PublicKeyCredentialRequestOptionsJSON) =>
  navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });

/** The person cancelled, the device knows no passkey, or the network is away: the browser does not say which. */
function show(form: HTMLFormElement, isFine: boolean): void {
  const failure = form.querySelector<HTMLElement>("[data-passkey-failed]");
  if (failure) failure.hidden = isFine;
}
