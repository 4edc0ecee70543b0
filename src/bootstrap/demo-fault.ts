import { USER_AGENT } from '../platform/process/project.js';
import type { Demo } from './demo-file.js';

const ANSWER_MS = 3000;

/** What is amiss with the key that the lines of the demo show, asked of the service that they name; undefined: nothing. */
export async function demoFault(publicUrl: string, { apiKey }: Demo): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${publicUrl}/api/otp/history`, {
      headers: { authorization: `Bearer ${apiKey}`, 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (status === 401) return 'This key is no longer valid: the next `npm start` makes another.';
    return status === 200 ? undefined : `The service answers ${status} there: \`npm run doctor\` says why.`;
  } catch {
    return `Nothing answers at ${publicUrl}: \`npm start\` runs the service there.`;
  }
}
