import { perProcess } from "db/per-process";

const server = () => perProcess("server", () => ({ isStopping: false }));

/** While the server stops it finishes what it has and asks for no more: `/readyz` says so. */
export const isStopping = () => server().isStopping;

export function setStopping(stopping: boolean): void {
  server().isStopping = stopping;
}
