import { text } from 'node:stream/consumers';
import { readWebhook } from './snippet.mjs';

const results = JSON.parse(await text(process.stdin)).map(({ secret, headers, body }) => {
  try {
    return readWebhook(secret, headers, body).type;
  } catch {
    return null;
  }
});
process.stdout.write(JSON.stringify(results));
