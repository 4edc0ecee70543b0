import { readFileSync } from 'node:fs';

export interface WebhookVector {
  name: string;
  valid: boolean;
  secrets: string | string[];
  headers: Record<string, string>;
  body: string;
  now: number;
  tolerance?: number;
}

/**
 * What somebody asks of the service, step by step. `{name}` stands for what the test made up (`phone`, `phone_abroad`: the
 * same as it is written abroad, `other_phone`, `uuid`), for a test number, or for what an earlier step captured.
 */
export interface ServiceVector {
  name: string;
  key: 'live' | 'test';
  steps: ServiceStep[];
}

export interface ServiceStep {
  /** Once what test numbers promise for later has come. */
  later?: boolean;
  call: string;
  args: object;
  /** The name of the code that a phone gets; `not_` and it is a wrong one. Without it no phone gets anything. */
  arrives?: string;
  /** At least these members; or else `error`. */
  value?: unknown;
  error?: object;
  /** By a name of its own, a member of the value. */
  capture?: Record<string, string>;
}

/** What all SDKs are held to, by the name of the file in sdk/vectors. */
export const vectors = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../../sdk/vectors/${name}.json`, import.meta.url), 'utf8')) as T;
