import type { TestApp } from "./test-app";

type Asked = Parameters<TestApp["request"]>[1];

/** People who register, each with a browser that keeps cookies, and each request from a new network. */
export function makeBrowsers(app: () => TestApp) {
  let networks = 0;
  const fromAnotherNetwork = () => {
    networks += 1;
    return { "X-Forwarded-For": `203.0.113.${networks}` };
  };
  const ask = (path: string, asked: Asked = {}) =>
    app().request(path, { ...asked, headers: fromAnotherNetwork() });

  class Browser {
    private readonly jar = new Map<string, string>();

    constructor(
      readonly firstname: string,
      readonly password = `the password of ${firstname}`,
    ) {}

    async ask(
      path: string,
      body?: Record<string, string>,
      method = body ? "POST" : "GET",
    ): Promise<Response> {
      const cookies = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await ask(path, { method, body, cookies });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/Max-Age=0/.test(cookie)) this.jar.delete(name);
        else this.jar.set(name, value);
      }
      return answer;
    }

    registration = (email: string) => ({
      firstname: this.firstname,
      lastname: "Tester",
      email,
      password: this.password,
    });

    async register(email: string): Promise<void> {
      const { status } = await this.ask("/register", this.registration(email));
      if (status !== 303) throw new Error(`Registered with ${status}`);
    }

    brings(name: string, value: string): void {
      this.jar.set(name, value);
    }

    cookie = (name: string): string => this.jar.get(name) ?? "";

    open = async (token: string) => (await this.ask(`/verify-email/${token}`)).text();
  }

  return { Browser, ask };
}
