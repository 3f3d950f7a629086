import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { json, MOST_BODY, type Route } from "./reply.ts";
import { startServer } from "./start-server.ts";

const echo: Route = async ({ method, path, body }) => json(200, { method, path, body });

async function serve(route: Route = echo, proxy: { readonly origin?: string } = {}) {
  const server = await startServer({ host: "127.0.0.1", port: 0, route, ...proxy });
  onTestFinished(() => server.close());
  const token = new URL(server.address()).searchParams.get("token") ?? "";
  const host = `127.0.0.1:${server.port}`;
  const cookie = `whetstone-${server.port}=${token}`;
  return { server, token, host, cookie };
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function ask(
  host: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const [name, port] = host.split(":");
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: name, port, path, method: options.method ?? "GET", headers: { host, ...options.headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(options.body);
  });
}

describe("the token", () => {
  test("becomes a strict cookie of this server and leaves the address", async () => {
    const { host, token, server } = await serve();
    const answer = await ask(host, `/?token=${token}&show=${encodeURIComponent("/s/a%2Fb")}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe("/#/s/a%2Fb");
    expect(answer.headers["set-cookie"]).toEqual([
      `whetstone-${server.port}=${token}; HttpOnly; SameSite=Strict; Path=/`,
    ]);
  });

  test("is taken from a link of another site by a page in between, so that the cookie counts", async () => {
    const { host, token } = await serve();
    const answer = await ask(host, `/?token=${token}&show=/s/x`, { headers: { "sec-fetch-site": "cross-site" } });
    expect(answer.status).toBe(200);
    expect(answer.headers["set-cookie"]).toHaveLength(1);
    expect(answer.body).toContain('content="0; url=/#/s/x"');
  });

  test("leads nowhere else, whatever the address says", async () => {
    const { host, token } = await serve();
    for (const show of ["https://evil.example/", "//evil.example", '/"><script>', "/s/x y", "javascript:alert(1)"]) {
      const answer = await ask(host, `/?token=${token}&show=${encodeURIComponent(show)}`);
      expect(answer.headers.location).toMatch(/^\/(?:#\/|$)/);
      expect(answer.headers.location).not.toMatch(/[<>" ]/);
    }
  });

  test("opens nothing when it is wrong, comes under another name, or is given to another path", async () => {
    const { host, token } = await serve();
    expect((await ask(host, "/?token=wrong")).status).toBe(401);
    expect((await ask(host, `/?token=${token}`, { headers: { host: "evil.example" } })).status).toBe(403);
    expect((await ask(host, `/api/sessions?token=${token}`)).status).toBe(401);
    expect((await ask(host, `/?token=${token}`, { method: "POST" })).status).toBe(401);
  });
});

describe("a request", () => {
  test("is let in with the cookie", async () => {
    const { host, cookie } = await serve();
    const answer = await ask(host, "/api/x", { headers: { cookie: `other=1; ${cookie}` } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ method: "GET", path: ["api", "x"] });
  });

  test("is refused without it, on every path", async () => {
    const { host, token, server } = await serve();
    for (const path of ["/", "/api/sessions", "/assets/index.js", "/nothing"]) {
      expect((await ask(host, path)).status).toBe(401);
      expect((await ask(host, path, { headers: { cookie: `whetstone-${server.port}=` } })).status).toBe(401);
      expect((await ask(host, path, { headers: { cookie: `whetstone-${server.port}=${token}x` } })).status).toBe(401);
      expect((await ask(host, path, { headers: { cookie: `whetstone=${token}` } })).status).toBe(401);
    }
  });

  test("is refused under another Host: DNS rebinding", async () => {
    const { host, cookie, server } = await serve();
    for (const other of ["evil.example", `evil.example:${server.port}`, "127.0.0.1", `127.0.0.1:${server.port + 1}`]) {
      expect((await ask(host, "/api/x", { headers: { cookie, host: other } })).status).toBe(403);
    }
  });

  test("is refused from another Origin or site", async () => {
    const { host, cookie, server } = await serve();
    for (const origin of ["null", "http://evil.example", `https://${host}`, `http://localhost:${server.port}`]) {
      expect((await ask(host, "/api/x", { headers: { cookie, origin } })).status).toBe(403);
    }
    for (const site of ["cross-site", "same-site"]) {
      expect((await ask(host, "/api/x", { headers: { cookie, "sec-fetch-site": site } })).status).toBe(403);
    }
    const own = { cookie, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    expect((await ask(host, "/api/x", { headers: own })).status).toBe(200);
  });

  test("is answered with headers that allow nothing from elsewhere, also when it is refused", async () => {
    const { host } = await serve();
    const { headers } = await ask(host, "/");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["content-security-policy"]).not.toContain("data:");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("with a name that cannot be decoded is about nothing", async () => {
    const { host, cookie } = await serve();
    const answer = await ask(host, "/api/%ff", { headers: { cookie } });
    expect(JSON.parse(answer.body).path).toEqual(["api", "\u0000"]);
  });

  test("for another site's address is refused", async () => {
    const { host, cookie } = await serve();
    expect((await ask(host, "http://evil.example/api/x", { headers: { cookie } })).status).toBe(400);
  });
});

describe("a body", () => {
  const type = { "content-type": "application/json" };

  test("is JSON, or there is none", async () => {
    const { host, cookie } = await serve();
    const post = (headers: Record<string, string>, body: string) =>
      ask(host, "/api/x", { method: "POST", headers: { cookie, ...headers }, body });
    expect(JSON.parse((await post(type, '{"a":1}')).body).body).toEqual({ a: 1 });
    expect((await post(type, "{")).status).toBe(400);
    expect((await post({ "content-type": "text/plain" }, '{"a":1}')).status).toBe(415);
    expect((await post({ "content-type": "application/x-www-form-urlencoded" }, "a=1")).status).toBe(415);
    expect((await post({}, "")).status).toBe(200);
  });

  test("that is too large is refused, whether or not it says how large it is", async () => {
    const { host, cookie } = await serve();
    const body = JSON.stringify("x".repeat(MOST_BODY));
    expect((await ask(host, "/api/x", { method: "POST", headers: { cookie, ...type }, body })).status).toBe(413);
    const status = await chunked(host, cookie, body);
    expect(status).toContain(" 413 ");
  });

  test("is not read from a stranger", async () => {
    const { host } = await serve();
    const body = JSON.stringify("x".repeat(MOST_BODY - 10));
    expect((await ask(host, "/api/x", { method: "POST", headers: type, body })).status).toBe(401);
  });
});

describe("what goes wrong in a route", () => {
  test("is told, and the server goes on", async () => {
    const { host, cookie } = await serve(async ({ path }) => {
      if (path[0] === "bad") throw new Error("broken");
      return json(200, {});
    });
    const answer = await ask(host, "/bad", { headers: { cookie } });
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body).error.message).toBe("broken");
    expect((await ask(host, "/", { headers: { cookie } })).status).toBe(200);
  });
});

describe("listening", () => {
  test("says which port is taken, and what to do", async () => {
    const { server } = await serve();
    await expect(startServer({ host: "127.0.0.1", port: server.port, route: echo })).rejects.toMatchObject({
      code: "PORT",
      message: expect.stringContaining(String(server.port)),
      fix: expect.stringContaining("--port"),
    });
  });

  test("ends although a page is still connected", async () => {
    const server = await startServer({
      host: "127.0.0.1",
      port: 0,
      async route({ response }) {
        response.writeHead(200).write("open");
        return undefined;
      },
    });
    const token = new URL(server.address()).searchParams.get("token") ?? "";
    const headers = { host: `127.0.0.1:${server.port}`, cookie: `whetstone-${server.port}=${token}` };
    await new Promise<void>((resolve) => {
      const sent = request({ host: "127.0.0.1", port: server.port, headers }, (response) => {
        response.on("error", () => undefined);
        response.once("data", () => resolve());
      });
      sent.on("error", () => undefined);
      sent.end();
    });
    await server.close();
  });
});

/** The first line of the answer to a body that comes without its length. */
function chunked(host: string, cookie: string, body: string): Promise<string> {
  const [name, port] = host.split(":");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), name, () => {
      socket.write(
        `POST /api/x HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      socket.write(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    });
    socket.once("data", (data) => {
      socket.destroy();
      resolve(String(data).split("\r\n")[0] ?? "");
    });
    socket.on("error", reject);
  });
}

describe("behind a proxy with an https origin", () => {
  const origin = "https://specs.example.org";

  test("is reached by the proxy's name as by its own, and refuses other sites as before", async () => {
    const { host, cookie, server } = await serve(echo, { origin });
    expect(server.address()).toMatch(/^https:\/\/specs\.example\.org\/\?token=/);
    const from = (headers: Record<string, string>) =>
      ask(host, "/api/x", {
        method: "POST",
        body: "{}",
        headers: { cookie, "content-type": "application/json", ...headers },
      });
    expect((await from({ host: "specs.example.org", origin })).status).toBe(200);
    expect((await from({ origin })).status).toBe(200);
    expect((await from({ origin: `http://${host}` })).status).toBe(200);
    expect((await from({ host: "specs.example.org", origin: "https://evil.example" })).status).toBe(403);
    expect((await from({ host: "evil.example", origin })).status).toBe(403);
    expect((await from({ host: "specs.example.org", origin, "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  test("gives out a cookie for https only, where the page was reached by that name", async () => {
    const { host, token } = await serve(echo, { origin });
    const byProxy = await ask(host, `/?token=${token}`, { headers: { host: "specs.example.org" } });
    expect(byProxy.headers["set-cookie"]?.[0]).toMatch(/; Secure$/);
    const direct = await ask(host, `/?token=${token}`);
    expect(direct.headers["set-cookie"]?.[0]).not.toContain("Secure");
  });

  test("without one, that name is refused", async () => {
    const { host, cookie } = await serve();
    expect((await ask(host, "/api/x", { headers: { cookie, host: "specs.example.org" } })).status).toBe(403);
  });
});
