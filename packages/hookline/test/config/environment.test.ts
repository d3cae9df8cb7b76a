import { describe, expect, test } from "vitest";
import { type HookPassage, hookEnvironment } from "../../src/config/environment.ts";
import { looksSecret } from "../../src/contract/secrets.ts";

const plain: HookPassage = { environment: "scrubbed", env: {}, passEnv: [] };
const processEnv = {
  PATH: "/bin",
  HOME: "/home/me",
  LC_ALL: "C",
  XDG_RUNTIME_DIR: "/run",
  CI: "true",
  EDITOR: "vi",
  GITHUB_TOKEN: "x",
  NOTES: "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  SHLVL: "2",
  GONE: undefined,
};

describe("what a hook gets", () => {
  test.each([
    [
      "whole",
      ["PATH", "HOME", "LC_ALL", "XDG_RUNTIME_DIR", "CI", "EDITOR", "GITHUB_TOKEN", "NOTES", "SHLVL"],
    ],
    ["scrubbed", ["PATH", "HOME", "LC_ALL", "XDG_RUNTIME_DIR", "CI", "EDITOR", "SHLVL"]],
    ["strict", ["PATH", "HOME", "LC_ALL", "XDG_RUNTIME_DIR", "CI", "SHLVL"]],
  ] as const)("%s", (environment, names) => {
    expect(Object.keys(hookEnvironment({ ...plain, environment }, processEnv)).sort()).toEqual(
      [...names].sort(),
    );
  });

  test.each(["scrubbed", "strict"] as const)("%s, with what it asks for and what it sets", (environment) => {
    const passEnv = ["GITHUB_TOKEN", "ABSENT", "toString", "GONE"];
    const env = hookEnvironment({ environment, passEnv, env: { EDITOR: "ed", API_KEY: "own" } }, processEnv);
    expect(env).toMatchObject({ GITHUB_TOKEN: "x", EDITOR: "ed", API_KEY: "own" });
    for (const name of ["NOTES", "ABSENT", "toString", "GONE"]) expect(Object.hasOwn(env, name)).toBe(false);
  });

  test.each([
    [undefined, "1"],
    ["0", "1"],
    ["x", "1"],
    ["3", "3"],
  ])("SHLVL=%j becomes %j", (level, expected) => {
    expect(hookEnvironment({ ...plain }, level === undefined ? {} : { SHLVL: level }).SHLVL).toBe(expected);
    expect(hookEnvironment({ ...plain, environment: "strict" }, { SHLVL: level }).SHLVL).toBe("1");
  });

  test("the same answer for the same two objects", () => {
    const hook = { ...plain };
    const env = hookEnvironment(hook, processEnv);
    expect(hookEnvironment(hook, processEnv)).toBe(env);
    expect(hookEnvironment({ ...plain }, processEnv)).not.toBe(env);
  });
});

describe("what looks like a secret", () => {
  test.each([
    "API_KEY",
    "apikey",
    "GITHUB_TOKEN",
    "npm_config__authToken",
    "AWS_SECRET_ACCESS_KEY",
    "PGPASSWORD",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "DATABASE_URL",
    "MY_REDIS_URL",
    "SENTRY_DSN",
    "GH_PAT",
    "DB_PASS",
    "SSHPASS",
    "AZURE_STORAGE_CONNECTION_STRING",
    "ANTHROPIC_CUSTOM_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
    "SLACK_WEBHOOK_URL",
  ])("the name %s", (name) => {
    expect(looksSecret(name, "x")).toBe(true);
  });

  test.each([
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "github_pat_11ABCDEFG0abcdefghijklmnop",
    "glpat-abcdefghij0123456789",
    "AKIAIOSFODNN7EXAMPLE",
    "xoxb-1234567890-abcdefghij",
    "sk-ant-api03-abcdefghijklmnop",
    "sk-proj-abcdefghijklmnopqrst",
    "AIzaSyA-abcdefghijklmnopqrstuvwxyz01234",
    "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "sk_live_abcdefghijklmnop",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nx",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc",
    "postgres://me:word@localhost/db",
    "http://user:word@proxy:3128",
    "export TOKEN_LINE; ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "https://hooks.slack.com/services/T0/B0/x",
  ])("the value %j", (value) => {
    expect(looksSecret("NOTES", value)).toBe(true);
  });

  test.each([
    ["PATH", "/usr/bin:/bin"],
    ["PWD", "/work"],
    ["OLDPWD", "/work"],
    ["SSH_AUTH_SOCK", "/run/ssh.sock"],
    ["GIT_ASKPASS", "/usr/bin/askpass"],
    ["PROXY", "http://proxy:3128"],
    ["REMOTE", "ssh://git@example.com/repo.git"],
    ["LANG", "en_US.UTF-8"],
    ["EDITOR", "vi"],
    ["COMPASS", "north"],
    ["RISK", "risk-free-and-quite-long-indeed"],
  ])("not %s=%s", (name, value) => {
    expect(looksSecret(name, value)).toBe(false);
  });

  test("a huge value takes no time", () => {
    const began = performance.now();
    for (const piece of ["a", "a.", "a:", "eyJ", "://a:", "sk-"]) looksSecret("X", piece.repeat(60_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
