import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';

export interface Line {
  action: string;
  target: string;
  detail: Record<string, unknown> | null;
  by: string;
  address: string | null;
  user_agent: string | null;
  times: number;
}

/** An account's own security log, newest first. */
export async function logOf(test: TestApp, token: string): Promise<Line[]> {
  const answer = await test.api.get('/api/account/security-log?limit=100', { token });
  expect(answer).toAnswer(200);
  return (answer.body.data as { items: Line[] }).items;
}

/** Lines of a kind. */
export async function linesOf(test: TestApp, token: string, action: string): Promise<Line[]> {
  return (await logOf(test, token)).filter((line) => line.action === action);
}
