import { Injectable } from '@nestjs/common';
import { isAuthentic, isSigned } from '../../../common/security/standard-webhook.rules.js';
import { Clock } from '../../../common/time/clock.js';
import { Config } from '../../../config/index.js';
import type {
  CallbackKeys,
  CallbackNews,
  CallbackRequest,
  DeviceAccess,
  DriverInfo,
  DriverOutcome,
  GatewayDriver,
  Health,
  LookupResult,
  OutgoingMessage,
} from '../../driver.js';
import { GatewayHttp } from '../../gateway-http.js';
import { healthOf, outcomeOf, safeWords } from '../reading.js';
import { getRequest, jsonRequest } from '../requests.js';
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
    const headers = { ...headersFor(device), 'idempotency-key': reference };
    const body = { to: phone.reveal(), text: text.reveal(), reference };
    const request = jsonRequest(`${device.baseUrl}/messages`, headers, body);
    return outcomeOf(await this.http.call(request, signal), device, readHttpSend);
  }

  async lookup(device: DeviceAccess, reference: string, signal: AbortSignal): Promise<LookupResult> {
    const url = `${device.baseUrl}/messages/${encodeURIComponent(reference)}`;
    const answer = await this.http.call(getRequest(url, headersFor(device)), signal);
    if (answer.kind !== 'answer') return { kind: 'unknown', reason: answer.reason };
    const result = readLookup(answer);
    return result.kind === 'found' && result.error !== null
      ? { ...result, error: safeWords(result.error, device) }
      : result;
  }

  async health(device: DeviceAccess, signal: AbortSignal): Promise<Health> {
    const request = getRequest(`${device.baseUrl}/status`, headersFor(device));
    return healthOf(await this.http.call(request, signal), device, readHttpHealth);
  }

  verifyCallback(request: CallbackRequest, { secrets, acceptsUnsigned }: CallbackKeys): boolean {
    return (
      (acceptsUnsigned && !isSigned(request)) ||
      isAuthentic(request, secrets, this.clock.now(), this.config.GATEWAY_WEBHOOK_TOLERANCE_SECONDS)
    );
  }

  parseCallback({ rawBody }: CallbackRequest): CallbackNews {
    return { statuses: readEvents(rawBody) };
  }
}

const headersFor = ({ token }: DeviceAccess) => ({ authorization: `Bearer ${token.reveal()}` });
