import { expect } from 'vitest';
import type { TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';

/** How long before it counts a price is set. */
export const NOTICE_SECONDS = 60;

export interface SetPrice {
  channel: string;
  price: number | null;
  valid_from?: string;
}

/** An administrator sets a price, of an account or of all. */
export async function setPrice(service: TestService, body: SetPrice, userId?: number): Promise<void> {
  const path = userId === undefined ? '/api/admin/prices' : `/api/admin/users/${userId}/prices`;
  const answer = await service.api.post(path, body, { token: await adminToken(service) });
  expect(answer, JSON.stringify(body)).toAnswer(200);
}
