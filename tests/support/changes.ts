import { numberChanges } from "~/features/changes-feed/number-changes.server";
import { get } from "./staff-app";
import type { Person } from "./test-app";

export type Told = { cursor: string; kind: string; id: string; change: "saved" | "deleted"; at: string };
type Answer = { changes: Told[]; next: string; more: boolean };

/** What `GET /api/changes` answers to a person, after all committed changes are numbered. */
export async function askChanges(person: Person, after?: string, limit?: number): Promise<Answer> {
  const query = new URLSearchParams({
    ...(after === undefined ? {} : { after }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  });
  const answer = await get(`/api/changes?${query}`, person);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Several people follow from now on. @returns a function that tells what each of them has learned since its last call */
export async function followAs<Who extends Person>(...people: Who[]) {
  await numberChanges();
  const places = new Map<Who, string>();
  for (const person of people) places.set(person, (await askChanges(person)).next);
  return async (): Promise<Record<Who, string[]>> => {
    await numberChanges();
    const learned = {} as Record<Who, string[]>;
    for (const person of people) {
      const { changes, next } = await askChanges(person, places.get(person));
      places.set(person, next);
      learned[person] = changes.map(({ kind, id, change }) => `${kind} ${id} ${change}`);
    }
    return learned;
  };
}
