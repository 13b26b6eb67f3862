// Members' switches and bell. Visitors' pages do not load it: their switches lead to the sign-in.

import { readBellOnOpen } from "./bell";
import { sendMark } from "./marks";

// First of all listeners, so that a form sent from here is not shown as busy.
addEventListener("submit", sendMark, true);
// Toggle does not bubble, but it can be captured.
addEventListener("toggle", readBellOnOpen, true);

/** Address of the script that turns on notifications, set by the build. */
declare const PUSH_PATH: string;

if (document.querySelector("[data-push]")) import(PUSH_PATH);
