import type { OpenAPIObject } from '@nestjs/swagger';

/** Descriptions of common fields. A DTO's own description takes precedence. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  success: '`true` for every success, `false` for every failure',
  message: 'For people, in Indonesian, or in English by `Accept-Language`',
  data: 'The result of the request',
  id: 'Number of this item, unique among items of its kind',
  page: 'Number of the page, from 1',
  limit: 'Maximum number of items per page',
  total: 'Number of items on all pages',
  items: 'The items of this page',
  recipient: 'Phone number of the recipient, masked',
  company_name: 'Name of the company or brand in the message',
  credit_balance: 'Credits that the account has left',
  credit_used: 'Credits charged for the message; 0 after a refund',
  currency: 'Currency of the credits',
  livemode: 'true for a live key, false for a test key',
  user_id: 'Number of the account',
  device_id: 'Number of the device',
  api_key_id: 'Number of the API key',
  username: 'Username of the account, for the login',
  email: 'Email address of the account',
  last4: 'The last four characters of the API key',
  mode: '`live`: messages are sent and charged; `test`: messages are simulated and free',
  version: 'Version of Sandi',
  per_minute: 'Messages a minute; null: no limit',
  per_day: 'Messages a day; null: no limit',
  new_per_day: 'Messages to new recipients a day; null: no limit',
  warmup_first_day: '`new_per_day` on the first day; it doubles every third day; null: no warm-up',
  pair_seconds: 'Seconds between two messages to one recipient; null: no limit',
  latency_ms: 'Duration in milliseconds, until the response or the failure',
  duration_ms: 'Duration in milliseconds',
};

/** Describes properties and parameters that have no description. */
export function describeFields(document: OpenAPIObject): void {
  visit(document);
}

function visit(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if (Array.isArray(part)) return part.forEach(visit);
  const { properties, parameters } = part as { properties?: unknown; parameters?: unknown };
  if (typeof properties === 'object' && properties !== null)
    for (const [name, schema] of Object.entries(properties)) describe(name, schema);
  if (Array.isArray(parameters))
    for (const parameter of parameters as { name?: string }[]) describe(parameter.name ?? '', parameter);
  Object.values(part).forEach(visit);
}

function describe(name: string, schema: unknown): void {
  const target = schema as { description?: string };
  const words = FIELD_WORDS[name];
  if (target.description === undefined && words !== undefined) target.description = words;
}
