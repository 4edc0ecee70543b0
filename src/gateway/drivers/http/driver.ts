import { Injectable } from '@nestjs/common';
import { isAuthentic, isSigned } from '../../../common/security/standard-webhook.rules.js';
import { Clock } from '../../../common/time/clock.js';
import { Config } from '../../../config/index.js';
import type {
  CallbackDelivery,
  CallbackKeys,
  CallbackNews,
  DeviceAccess,
  DriverInfo,
  DriverOutcome,
  GatewayDriver,
  Health,
  LookupResult,
  OutgoingMessage,
} from '../../driver.js';
import { type GatewayAnswer, GatewayHttp, type GatewayRequest } from '../../gateway-http.js';
import { healthOf, outcomeOf, safeWords } from '../reading.js';
import { readHttpHealth, readHttpSend, readLookup } from './answer.rules.js';
import { readEvents } from './event.rules.js';

const INFO: DriverInfo = {
  title: 'Protokol native',
  experimental: false,
  account: 'none',
  token: 'Token device di gateway, dikirim sebagai Bearer',
  settings: [],
  capabilities: {
    lookup: true,
    checkNumber: false,
    pairing: false,
    copyCode: false,
    ownText: false,
    signedCallbacks: true,
    reportsDelivery: true,
  },
};

/** Our native protocol (docs/gateways.md); its callbacks are signed as Standard Webhooks. */
@Injectable()
export class HttpDriver implements GatewayDriver {
  readonly info = INFO;

  constructor(
    private readonly http: GatewayHttp,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async send(device: DeviceAccess, message: OutgoingMessage, signal: AbortSignal): Promise<DriverOutcome> {
    const { reference, phone, text } = message;
    const answer = await this.call(device, signal, {
      method: 'POST',
      path: '/messages',
      headers: { 'content-type': 'application/json', 'idempotency-key': reference },
      body: JSON.stringify({ to: phone.reveal(), text: text.reveal(), reference }),
    });
    return outcomeOf(answer, device, readHttpSend);
  }

  async lookup(device: DeviceAccess, reference: string, signal: AbortSignal): Promise<LookupResult> {
    const path = `/messages/${encodeURIComponent(reference)}`;
    const answer = await this.call(device, signal, { method: 'GET', path });
    if (answer.kind !== 'answer') return { kind: 'unknown', reason: answer.reason };
    const result = readLookup(answer);
    return result.kind === 'found' && result.error !== null
      ? { ...result, error: safeWords(result.error, device) }
      : result;
  }

  async health(device: DeviceAccess, signal: AbortSignal): Promise<Health> {
    const answer = await this.call(device, signal, { method: 'GET', path: '/status' });
    return healthOf(answer, device, readHttpHealth);
  }

  verifyCallback(delivery: CallbackDelivery, { secrets, acceptsUnsigned }: CallbackKeys): boolean {
    return (
      (acceptsUnsigned && !isSigned(delivery)) ||
      isAuthentic(delivery, secrets, this.clock.now(), this.config.GATEWAY_WEBHOOK_TOLERANCE_SECONDS)
    );
  }

  parseCallback({ rawBody }: CallbackDelivery): CallbackNews {
    return { statuses: readEvents(rawBody) };
  }

  private call(
    device: DeviceAccess,
    signal: AbortSignal,
    {
      path,
      headers,
      ...request
    }: Omit<GatewayRequest, 'url' | 'headers'> & { path: string; headers?: object },
  ): Promise<GatewayAnswer> {
    const authorization = `Bearer ${device.token.reveal()}`;
    return this.http.call(
      { ...request, url: `${device.baseUrl}${path}`, headers: { authorization, ...headers } },
      signal,
    );
  }
}
