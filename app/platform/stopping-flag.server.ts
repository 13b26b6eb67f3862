import { perProcess } from "db/per-process";

const server = () => perProcess("server", () => ({ isStopping: false }));

/** A stopping server finishes its requests and takes no new ones; `/readyz` reports it. */
export const isStopping = () => server().isStopping;

export function setStopping(stopping: boolean): void {
  server().isStopping = stopping;
}
