import { MutedPush, PushDevice } from "db/entities/push";
import { columns } from "db/entity-columns.server";
import { sql } from "db/sql";
import { command } from "db/statement.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const OF_DEVICE = sql`device_id in (select id from push_devices where ${OF_MEMBER})`;

const DELETE_RETRIES = command("deletion.push-retries")`delete from push_retries where ${OF_DEVICE}`;
const DELETE_DEVICES = command("deletion.push-devices")`delete from push_devices where ${OF_MEMBER}`;
const DELETE_MUTED = command("deletion.muted-pushes")`delete from muted_pushes where ${OF_MEMBER}`;
const DELETE_MESSAGES = command("deletion.push-messages")`delete from push_messages where ${OF_MEMBER}`;

/** The devices on which a member gets notifications. */
export const PUSH_DATA = [
  declareData({
    table: "push_retries",
    topic: "notifications",
    rows: OF_DEVICE,
    hidden: { technical: "message_id device_id attempts due_at" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_RETRIES.run({ memberId }, manager),
  }),
  declareData({
    table: "push_devices",
    topic: "notifications",
    rows: OF_MEMBER,
    exported: {
      as: "notificationDevices",
      order: "created_at",
      row: columns(PushDevice, "name", "createdAt", "lastSuccessAt"),
    },
    hidden: { technical: "id member_id session_id failures", secret: "endpoint p256dh auth" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_DEVICES.run({ memberId }, manager),
  }),
  declareData({
    table: "muted_pushes",
    topic: "notifications",
    rows: OF_MEMBER,
    exported: { as: "switchedOffNotifications", order: "kind", row: columns(MutedPush, "kind") },
    hidden: { technical: "member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_MUTED.run({ memberId }, manager),
  }),
  declareData({
    table: "push_messages",
    topic: "notifications",
    rows: OF_MEMBER,
    hidden: {
      technical:
        "id member_id edition_id created_at due_at sent_to walked_at ended_at sent removed failed reason",
    },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_MESSAGES.run({ memberId }, manager),
  }),
];
