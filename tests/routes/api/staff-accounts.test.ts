import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

beforeEach(() => database.rows("delete from staff where email like 's.%'"));

const BASE = "/api/auth/admin";
const GOOD = { fullname: "Sol Ada", email: "s.sol@demo.test", password: "a good password", role: "Editor" };
const MISSING = "11111111-1111-4111-8111-111111111111";

const call = (method: string, path: string, body?: unknown) =>
  api(method, `${BASE}${path}`, body, "superadmin");

describe("GET /api/auth/admin/getAllAdmin", () => {
  it(
    "returns the admins, newest first, without password data",
    spec("2.4-7 getalladmin addadmin updateadmin deleteadmin"),
    async () => {
      await insertRecord(database, "staff", { email: "s.sol@demo.test", created_at: "2126-01-01T00:00:00Z" });
      const { status, headers, body } = await call("GET", "/getAllAdmin?limit=2");
      expect(status).toBe(200);
      expect(Number(headers.get("X-Total-Count"))).toBeGreaterThan(2);
      expect(body).toHaveLength(2);
      expect(body[0]).toMatchObject({ fullname: "Grace Test", email: "s.sol@demo.test", role: "editor" });
      expect(body[0]._id).toBe(body[0].id);
      expect(JSON.stringify((await call("GET", "/getAllAdmin")).body)).not.toMatch(/password|argon2/i);
    },
  );
});

describe("POST /api/auth/admin/addAdmin", () => {
  it(
    "adds the admin and returns all fields",
    spec("2.4-7 admin fields password create", "2.4-7 getalladmin addadmin updateadmin deleteadmin"),
    async () => {
      const added = await call("POST", "/addAdmin", GOOD);
      expect(added).toMatchObject({
        status: 201,
        body: {
          message: "Admin added successfully",
          admin: { fullname: "Sol Ada", email: "s.sol@demo.test", role: "editor", status: "active" },
        },
      });
      expect(JSON.stringify(added.body)).not.toMatch(/password|argon2/i);
      expect(await call("POST", "/addAdmin", GOOD)).toMatchObject({
        status: 409,
        body: {
          message: "Another member of staff already uses this email",
          errors: { email: expect.any(String) },
        },
      });
    },
  );

  it.each(["fullname", "email", "password", "role"])(
    "requires the %s",
    spec("2.4-7 add admin all fields"),
    async (name) => {
      for (const value of [undefined, "", null, { $ne: "" }]) {
        const refused = await call("POST", "/addAdmin", { ...GOOD, [name]: value });
        expect(refused).toMatchObject({ status: 422, body: { message: "All fields are required" } });
        expect(Object.keys(refused.body.errors)).toEqual([name]);
      }
    },
  );
});

describe("PUT /api/auth/admin/updateAdmin/{id}", () => {
  it(
    "changes, with or without a password, and keeps a missing status",
    spec("2.4-7 admin fields password create", "2.4-7 getalladmin addadmin updateadmin deleteadmin"),
    async () => {
      const id = await insertRecord(database, "staff", { email: "s.sol@demo.test", status: "inactive" });
      const body = { fullname: "Sol Berg", email: "s.berg@demo.test", role: "admin" };
      expect(await call("PUT", `/updateAdmin/${id}`, body)).toMatchObject({
        status: 200,
        body: { message: "Admin updated successfully", admin: { ...body, id, status: "inactive" } },
      });
      const changed = await call("PUT", `/updateAdmin/${id}`, {
        ...body,
        password: "another one",
        status: "active",
      });
      expect(changed.status).toBe(200);
      const signedIn = await app.request("/api/auth/admin/login", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "s.berg@demo.test", password: "another one" }),
      });
      expect(signedIn.status).toBe(200);
    },
  );

  it(
    "requires name, email, role, an existing admin and the stored version",
    spec("2.4-7 edit admin fullname email"),
    async () => {
      const id = await insertRecord(database, "staff", { email: "s.sol@demo.test", version: 2 });
      const body = { fullname: "Sol", email: "s.sol@demo.test", role: "editor" };
      for (const name of ["fullname", "email", "role"]) {
        expect(await call("PUT", `/updateAdmin/${id}`, { ...body, [name]: undefined })).toMatchObject({
          status: 422,
          body: { message: "Fullname, email, and role are required" },
        });
      }
      expect(await call("PUT", `/updateAdmin/${MISSING}`, body)).toMatchObject({
        status: 404,
        body: { message: "Admin not found." },
      });
      expect((await call("PUT", "/updateAdmin/nobody", body)).status).toBe(404);
      expect(await call("PUT", `/updateAdmin/${id}`, { ...body, version: 1 })).toMatchObject({
        status: 409,
        body: { current: { fullname: "Grace Test", version: 2 } },
      });
    },
  );
});

describe("DELETE /api/auth/admin/deleteAdmin/{id}", () => {
  it(
    "deletes once, and without an id reports it as missing",
    spec("2.4-7 admin id missing", "2.4-7 getalladmin addadmin updateadmin deleteadmin"),
    async () => {
      const id = await insertRecord(database, "staff", { email: "s.sol@demo.test" });
      expect(await call("DELETE", "/deleteAdmin")).toMatchObject({
        status: 400,
        body: { message: "Admin ID is missing!" },
      });
      expect(await call("DELETE", `/deleteAdmin/${id}`)).toMatchObject({
        status: 200,
        body: { message: "Admin deleted successfully" },
      });
      expect((await call("DELETE", `/deleteAdmin/${id}`)).status).toBe(404);
      expect(await database.rows("select 1 from staff where id = ?", [id])).toEqual([]);
    },
  );

  it.each([
    ["GET", "/addAdmin", "POST"],
    ["POST", "/updateAdmin/x", "PUT"],
    ["GET", "/deleteAdmin/x", "DELETE"],
    ["POST", "/changeSuperAdminPassword", "PUT"],
    ["DELETE", "/getAllAdmin", "GET, HEAD"],
  ])("%s %s is a 405 that allows %s", async (method, path, allowed) => {
    const refused = await call(method, path, method === "GET" ? undefined : {});
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, allowed]);
  });
});
