import { fromAnotherNetwork, jsonPost, type Reply, timeRequest, timeUntil } from "../load";
import { type Outcome, outcome } from "../outcome";
import { addMembers, type Member, PASSWORD, type Signed, signIn } from "../people";
import { openSite, type Run, type Site } from "../site";

const REFUSED_WITHIN_MS = 100;
const GIVE_UP_MS = 10_000;

/** The number of sessions per person, all to be ended: some started at one instance, some at the other. */
const SESSIONS = 4;

/** The address that each side's account opens with a cookie, and with a token. */
const DOORS = {
  member: ["/dashboard", "/api/user/profile"],
  staff: ["/admin", "/api/admin/profile"],
} as const;
type Side = keyof typeof DOORS;

type Ending = {
  name: string;
  side: Side;
  email: string;
  /** @param signed the first of the sessions to end */
  end(signed: Signed): Promise<Reply>;
};

/** Sessions end at one instance: how long do both instances still accept them? */
export async function sessions(run: Run): Promise<Outcome[]> {
  const site = await openSite(run);
  const names = ["resetter", "changer", "leaver", "outcast"];
  const people = await addMembers(site.queries, names);
  const of = (name: string) => people.find(({ email }) => email.startsWith(name)) as Member;
  const endings = [
    resetting(site, of("resetter")),
    await changing(site, of("changer")),
    await deactivating(site, of("outcast")),
    await demoting(site),
  ];
  const outcomes: Outcome[] = [];
  for (const ending of endings) outcomes.push(await observe(site, ending, SESSIONS));
  outcomes.push(await observe(site, leaving(site, of("leaver")), 1));
  return outcomes;
}

async function observe(site: Site, { name, side, email, end }: Ending, count: number): Promise<Outcome> {
  const [here, there] = site.instances;
  const signed = [await signIn(here.url, email, side)];
  while (signed.length < count)
    signed.push(await signIn(signed.length % 2 ? there.url : here.url, email, side));
  const open = (await tryAll(site, side, signed)).filter(isOpen).length;
  const { status } = await end(signed[0] as Signed);
  let first: number | undefined;
  const closed = async () => {
    const stillOpen = (await tryAll(site, side, signed)).filter(isOpen).length;
    first ??= stillOpen;
    return stillOpen === 0;
  };
  const took = await timeUntil(closed, { within: GIVE_UP_MS, every: 5 });
  const wanted = count * 2 * site.instances.length;
  return outcome(
    `${name}: every old cookie and token refused on both instances within 100 ms`,
    `${open} of ${wanted} open before; asked as soon as the change was answered (${status}): ${first} still open${first === 0 ? "" : `, ${took === undefined ? "for longer than 10 s" : `the last for ${took.toFixed(0)} ms`}`}`,
    open === wanted && (first === 0 || (took ?? Number.POSITIVE_INFINITY) <= REFUSED_WITHIN_MS),
  );
}

/** Every session at every instance, with its cookie and with its token. */
const tryAll = ({ instances }: Site, side: Side, signed: readonly Signed[]): Promise<Reply[]> =>
  Promise.all(
    instances.flatMap(({ url }) =>
      signed.flatMap(({ cookies, token }) => [
        timeRequest(url + DOORS[side][0], { headers: { Cookie: cookies } }),
        timeRequest(url + DOORS[side][1], { headers: { Authorization: `Bearer ${token}` } }),
      ]),
    ),
  );

const isOpen = ({ status }: Reply): boolean => status === 200;

function resetting(site: Site, { email }: Member): Ending {
  const [{ url }] = site.instances;
  return {
    name: "password reset",
    side: "member",
    email,
    async end() {
      await timeRequest(`${url}/api/auth/user/forget-password`, jsonPost({ email }, fromAnotherNetwork()));
      const link = await mailedLink(site, email);
      return timeRequest(
        `${url}/api/auth/user/reset-password/${link}`,
        jsonPost({ password: "another password" }),
      );
    },
  };
}

/** The token in the email. */
async function mailedLink({ sink }: Site, email: string): Promise<string> {
  let token: string | undefined;
  const arrived = async () => {
    const mail = sink.received.find(({ to }) => to.includes(email));
    token = /reset-password\/([\w-]{43})/.exec(mail?.data.replaceAll("=\r\n", "") ?? "")?.[1];
    return token !== undefined;
  };
  await timeUntil(arrived, { within: GIVE_UP_MS });
  return token ?? "";
}

async function changing(site: Site, { email }: Member): Promise<Ending> {
  const [{ url }] = site.instances;
  const { cookies } = await signIn(url, email);
  const form = {
    currentPassword: PASSWORD,
    newPassword: "another password",
    confirmPassword: "another password",
  };
  const end = () =>
    timeRequest(`${url}/dashboard/password`, {
      method: "POST",
      headers: { Cookie: cookies },
      body: new URLSearchParams(form),
    });
  return { name: "password change", side: "member", email, end };
}

async function deactivating(site: Site, { id, email }: Member): Promise<Ending> {
  const [{ url }] = site.instances;
  const { cookies } = await signIn(url, "admin@demo.test", "staff");
  const end = () =>
    timeRequest(`${url}/admin/manage-users/${id}/status`, {
      method: "POST",
      headers: { Cookie: cookies },
      body: new URLSearchParams({ status: "inactive" }),
    });
  return { name: "deactivation", side: "member", email, end };
}

async function demoting(site: Site): Promise<Ending> {
  const [{ url }] = site.instances;
  const { token } = await signIn(url, "superadmin@demo.test", "staff");
  const email = "admin@demo.test";
  const [admin] = await site.queries.run<{ id: string; fullname: string }>(
    "select id, fullname from staff where email = ?",
    [email],
  );
  const body = { fullname: admin?.fullname, email, role: "editor" };
  const end = () =>
    timeRequest(`${url}/api/auth/admin/updateAdmin/${admin?.id}`, {
      ...jsonPost(body, { Authorization: `Bearer ${token}` }),
      method: "PUT",
    });
  return { name: "demotion", side: "staff", email, end };
}

/** Signing out ends one session, with its cookie and its token. */
function leaving({ instances: [{ url }] }: Site, { email }: Member): Ending {
  const end = ({ cookies }: Signed) =>
    timeRequest(`${url}/logout`, { method: "POST", headers: { Cookie: cookies } });
  return { name: "logout", side: "member", email, end };
}
