import { memoizePerPerson } from "tests/support/memoize-per-person";
import { app } from "tests/support/running-app";
import type { Person, TestApp } from "tests/support/test-app";
import { expect } from "vitest";

/** By server: a process runs several files with a server each. */
const tokens = new WeakMap<TestApp, ReturnType<typeof memoizePerPerson<string>>>();

function tokenOf(person: Person): Promise<string> {
  const known = tokens.get(app) ?? memoizePerPerson((one) => app.tokenOf(one));
  tokens.set(app, known);
  return known(person);
}

export type Pushed = {
  message?: string;
  errors?: Record<string, string>;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  rows: {
    index: number;
    status: string;
    id: string | null;
    errors?: Record<string, string>;
    warnings?: Record<string, string>;
  }[];
};

type Init = { search?: string; person?: Person; headers?: Record<string, string> };

/** Sends a body to a bulk address as an admin's program. */
export async function send(
  thing: string,
  body: string,
  { search = "", person = "admin", headers }: Init = {},
) {
  const response = await app.request(`/api/${thing}/bulk${search}`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${await tokenOf(person)}`,
      "Content-Type": "application/json",
      ...headers,
    },
    body,
  });
  return { status: response.status, answer: (await response.json()) as Pushed };
}

export const push = (thing: string, rows: unknown, init?: Init) => send(thing, JSON.stringify(rows), init);

/** Pushes rows that are all accepted. */
export async function pushed(thing: string, rows: unknown): Promise<Pushed> {
  const { status, answer } = await push(thing, rows);
  expect(status, JSON.stringify(answer).slice(0, 600)).toBe(200);
  return answer;
}
