import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Settings } from "./exchange.ts";
import { ModelServer } from "./server.ts";

/**
 * Starts a model server for the test file; call it at the top. Each test finds it without script and memory, at the same
 * address, and fails when a request was wrong and the test did not take the violation.
 */
export function withModelServer(settings: Settings = {}): ModelServer {
  const server = new ModelServer(settings);
  beforeAll(() => server.listen());
  beforeEach(() => server.reset());
  afterEach(() => expect(server.violations).toEqual([]));
  afterAll(() => server.close());
  return server;
}
