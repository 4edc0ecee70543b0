import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { HttpService } from '@nestjs/axios';
import { Redis } from 'ioredis';
import type { Config } from '../../config/index.js';
import { redisOptions } from '../../platform/limits/index.js';
import { countOnce } from '../../platform/limits/redis-limits.js';
import { SmtpMailer } from '../../platform/mail/index.js';
import { isPublicAddress } from '../../platform/net/address.js';
import { USER_AGENT } from '../../platform/process/project.js';
import type { Clock } from '../../platform/time/clock.js';
import { bad, errorTextOf, type Finding, good, hostOf, none } from './report.rules.js';

const REDIS_TIMEOUT_MS = 3000;
/** The same timeout as in the service. */
const REDIS_WAIT_MS = 100;
const ADDRESS_TIMEOUT_MS = 5000;
/** A name without a dot, or below a domain for private networks or clusters. */
const PRIVATE_NAME = /^[^.]+\.?$|\.(localhost|local|internal|svc|home\.arpa)\.?$/;
const CLOCK_SECONDS_MAX = 5;

export async function checkRedis({ REDIS_URL: url, REDIS_CA_FILE: caFile }: Config): Promise<Finding> {
  if (!url) return none('not used: each process counts limits for itself');
  const redis = new Redis({
    ...redisOptions({ url, caFile }),
    lazyConnect: true,
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The first call throws this error too. Without a listener, ioredis would also print it.
  let refusal: Error | undefined;
  redis.on('error', (error: Error) => (refusal ??= error));
  try {
    await redis.connect();
    const sinceMs = performance.now();
    await countOnce(redis);
    const tookMs = Math.round(performance.now() - sinceMs);
    const text = `${hostOf(url)} counts in ${tookMs} ms`;
    if (tookMs <= REDIS_WAIT_MS) return good(text);
    return bad(text, `The service waits ${REDIS_WAIT_MS} ms: bring Redis nearer, or unset REDIS_URL.`);
  } catch (error) {
    const fix =
      'Fix REDIS_URL, or that Redis: it has to run, to take writes (no replica, free memory) and scripts. Until then each process keeps its part of the limits.';
    return bad(`${hostOf(url)}: ${errorTextOf(refusal ?? error)}`, fix);
  } finally {
    redis.disconnect();
  }
}

export async function checkMail(config: Config): Promise<Finding> {
  const { SMTP_URL: url, SMTP_CA_FILE: caFile, MAIL_FROM: from, DATA_DIR } = config;
  if (!url) return checkMailFolder(join(DATA_DIR, 'mail'));
  try {
    await new SmtpMailer({ url, caFile }, from).verify();
    return good(`${hostOf(url)} takes mails from us, as far as it says before one comes`);
  } catch (error) {
    return bad(
      `${hostOf(url)}: ${errorTextOf(error)}`,
      'Fix SMTP_URL (smtp:// or smtps://, user, password, port).',
    );
  }
}

async function checkMailFolder(folder: string): Promise<Finding> {
  const text = `SMTP_URL is not set: mails become files in ${folder}`;
  const probe = join(folder, '.probe');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'probe', { mode: 0o600 });
    await rm(probe);
    return none(text);
  } catch (error) {
    return bad(`${text}: ${errorTextOf(error)}`, 'Set SMTP_URL, or let the service write to DATA_DIR.');
  }
}

/** Calls our public address as a gateway would. Also returns how many seconds the clock there is ahead. */
export async function checkAddress(
  config: Config,
  clock: Clock,
  http: HttpService,
): Promise<{ finding: Finding; aheadSeconds?: number }> {
  const { publicUrl, PUBLIC_URL } = config;
  if (!PUBLIC_URL && config.PORT === 0)
    return { finding: none('PUBLIC_URL is not set, and PORT 0 has no address to try') };
  try {
    const beforeMs = clock.now().getTime();
    const answer = await http.axiosRef.get<string>(`${publicUrl}/health/live`, {
      headers: { 'user-agent': USER_AGENT },
      maxRedirects: 0,
      proxy: false,
      responseType: 'text',
      transformResponse: (said: string) => said.slice(0, 1000),
      validateStatus: () => true,
      timeout: ADDRESS_TIMEOUT_MS,
    });
    const betweenMs = (beforeMs + clock.now().getTime()) / 2;
    const dateMs = Date.parse(String(answer.headers['date']));
    // The header has whole seconds: add the average half second.
    const aheadSeconds = Number.isNaN(dateMs) ? undefined : (dateMs + 500 - betweenMs) / 1000;
    return { finding: findingOf(config, answer.status, answer.data), aheadSeconds };
  } catch (error) {
    const fix = PUBLIC_URL
      ? 'Start the service, and let PUBLIC_URL lead to it: name, certificate, proxy, firewall.'
      : 'Start the service; set PUBLIC_URL where gateways on other machines are to call it.';
    return { finding: bad(`${publicUrl}: ${errorTextOf(error)}`, fix) };
  }
}

function findingOf({ publicUrl, isProduction }: Config, status: number, said: string): Finding {
  if (status !== 200 || !/"status":"live"/.test(said))
    return bad(
      `${publicUrl}/health/live answers ${status}, and not as Sandi does`,
      'Let PUBLIC_URL lead to this service, without a redirect: callbacks follow none.',
    );
  if (!isProduction || mayBeReached(publicUrl))
    return good(`${publicUrl} answers from here; that it does from outside was not proven`);
  return bad(
    `${publicUrl} answers from here, and is no address for anybody outside`,
    'Set PUBLIC_URL to the address that gateways and people reach the service at.',
  );
}

/** Whether an address may be reached from outside. Names are not resolved: DNS may differ there. */
function mayBeReached(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? !PRIVATE_NAME.test(host) : isPublicAddress(host);
}

/** Each value: how many seconds the other clock is ahead; `undefined`: unknown. */
export function checkClock(others: Record<string, number | undefined>): Finding {
  const known = Object.entries(others).flatMap(([whose, seconds]) =>
    seconds === undefined ? [] : [{ whose, seconds }],
  );
  if (known.length === 0) return none('nobody to compare it with');
  const text = known
    .map(({ whose, seconds }) => `${Math.abs(seconds).toFixed(1)} s from that of ${whose}`)
    .join(', ');
  if (known.every(({ seconds }) => Math.abs(seconds) <= CLOCK_SECONDS_MAX)) return good(text);
  return bad(text, 'Let NTP set the clocks of both machines: tokens and signatures carry times.');
}
