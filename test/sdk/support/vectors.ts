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

/** What all SDKs are held to, by the name of the file in sdk/vectors. */
export const vectors = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../../sdk/vectors/${name}.json`, import.meta.url), 'utf8')) as T;
