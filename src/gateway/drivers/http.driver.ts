import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Config } from '../../common/config/index.js';
import { AppError } from '../../common/errors/index.js';
import { isAuthentic, isSigned } from '../../common/security/standard-webhook.js';
import type {
  CallbackDelivery,
  CallbackEvent,
  CallbackKeys,
  DeviceAccess,
  DriverOutcome,
  GatewayDriver,
  Health,
  LookupResult,
  OutgoingMessage,
} from '../driver.js';
import { GatewayHttp, type GatewayAnswer, type GatewayRequest } from '../gateway-http.js';
import { readHealth, readLookup, readSend } from './http.answer.js';
import { readEvents } from './http.event.js';
import { safeWords } from './reading.js';

/** Our native protocol (product.md §5); its callbacks are signed as Standard Webhooks. */
@Injectable()
export class HttpDriver implements GatewayDriver {
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
    switch (answer.kind) {
      case 'unsent':
        return { kind: 'refused', reason: answer.reason, retryElsewhere: true, fault: answer.fault };
      case 'cut':
        return { kind: 'unknown', reason: answer.reason };
      case 'answer': {
        const outcome = readSend(answer);
        return outcome.kind === 'accepted'
          ? outcome
          : { ...outcome, reason: safeWords(outcome.reason, device) };
      }
    }
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
    if (answer.kind === 'unsent')
      return { verdict: answer.fault === 'busy' ? 'unclear' : 'unreachable', detail: answer.reason };
    if (answer.kind === 'cut') return { verdict: 'unclear', detail: answer.reason };
    const { verdict, detail } = readHealth(answer);
    return { verdict, detail: detail && safeWords(detail, device) };
  }

  parseCallback(delivery: CallbackDelivery, { secrets, acceptsUnsigned }: CallbackKeys): CallbackEvent[] {
    const trusted =
      (acceptsUnsigned && !isSigned(delivery)) ||
      isAuthentic(delivery, secrets, this.clock.now(), this.config.GATEWAY_WEBHOOK_TOLERANCE_SECONDS);
    if (!trusted) throw new AppError('signature_invalid');
    return readEvents(delivery.rawBody);
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
