import { Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import { bearerOf } from '../../../common/access/bearer.js';
import type { Phone } from '../../../common/text/phone.rules.js';
import { Clock } from '../../../common/time/clock.js';
import type {
  CallbackDevice,
  CallbackKeys,
  CallbackNews,
  CallbackRequest,
  DeviceAccess,
  DriverInfo,
  DriverOutcome,
  GatewayDriver,
  Health,
  NumberCheck,
  OutgoingMessage,
  Pairing,
} from '../../driver.js';
import { type GatewayAnswer, GatewayHttp } from '../../gateway-http.js';
import { pairingOf, pairingRequest } from '../pairing.js';
import { healthOf, outcomeOf, refusedHere } from '../reading.js';
import { getRequest, jsonRequest } from '../requests.js';
import {
  readEvolutionCheck,
  readEvolutionHealth,
  readEvolutionPairing,
  readEvolutionSend,
  saysClosed,
  stateIn,
} from './answer.rules.js';
import { readEvolutionNews } from './event.rules.js';

const INFO: DriverInfo = {
  title: 'Evolution API',
  experimental: false,
  account: 'personal',
  token: 'apikey: kunci global server atau token instance',
  settings: [
    {
      name: 'instance',
      description: 'Nama instance di Evolution',
      example: 'otp-01',
      pattern: /^\w[\w.-]{0,99}$/,
    },
  ],
  capabilities: {
    lookup: false,
    checkNumber: true,
    pairing: true,
    copyCode: false,
    ownText: false,
    signedCallbacks: true,
    reportsDelivery: true,
  },
};

/** A token is made once per event and lives ten minutes, while an event is sent again for twenty and more. */
const RETRY_LEEWAY_SECONDS = 1800;

/** Evolution API: an instance is a device; a missing acknowledgement is normal, since it skips some. */
@Injectable()
export class EvolutionDriver implements GatewayDriver {
  readonly info = INFO;

  constructor(
    private readonly http: GatewayHttp,
    private readonly clock: Clock,
  ) {}

  async send(device: DeviceAccess, message: OutgoingMessage, signal: AbortSignal): Promise<DriverOutcome> {
    const body = { number: message.phone.reveal(), text: message.text.reveal(), linkPreview: false };
    const request = jsonRequest(urlOf(device, 'message/sendText'), headersFor(device), body);
    const answer = await this.http.call(request, signal);
    const outcome = outcomeOf(answer, device, readEvolutionSend);
    if (answer.kind !== 'answer' || !saysClosed(answer)) return outcome;
    const state = await this.askState(device, signal);
    const isClosed = state.kind === 'answer' && stateIn(state) === 'close';
    return isClosed ? refusedHere('the phone is not connected', 'unreachable') : outcome;
  }

  async checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
    const url = urlOf(device, 'chat/whatsappNumbers');
    const request = jsonRequest(url, headersFor(device), { numbers: [phone.reveal()] });
    const answer = await this.http.call(request, signal);
    return answer.kind === 'answer' ? readEvolutionCheck(answer) : 'unknown';
  }

  async health(device: DeviceAccess, signal: AbortSignal): Promise<Health> {
    return healthOf(await this.askState(device, signal), device, readEvolutionHealth);
  }

  /** Has an instance that is closed connect first, which takes the gateway two seconds. */
  async pairing(device: DeviceAccess, signal: AbortSignal): Promise<Pairing> {
    const request = pairingRequest(urlOf(device, 'instance/connect'), headersFor(device));
    return pairingOf(await this.http.call(request, signal), device, readEvolutionPairing);
  }

  /** Its token proves the caller, not the body. */
  async verifyCallback({ headers }: CallbackRequest, { secrets, acceptsUnsigned }: CallbackKeys) {
    if (headers.authorization === undefined) return acceptsUnsigned;
    const token = bearerOf(headers.authorization);
    if (token === null) return false;
    const proofs = await Promise.all(secrets.map((secret) => this.isTokenOf(secret, token)));
    return proofs.includes(true);
  }

  parseCallback({ rawBody }: CallbackRequest, device: CallbackDevice): CallbackNews {
    return readEvolutionNews(rawBody, device);
  }

  private askState(device: DeviceAccess, signal: AbortSignal): Promise<GatewayAnswer> {
    const request = getRequest(urlOf(device, 'instance/connectionState'), headersFor(device));
    return this.http.call(request, signal);
  }

  private async isTokenOf(secret: string, token: string): Promise<boolean> {
    try {
      await jwtVerify(token, Buffer.from(secret), {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        currentDate: this.clock.now(),
        clockTolerance: RETRY_LEEWAY_SECONDS,
      });
      return true;
    } catch {
      return false;
    }
  }
}

/** `path` followed by the device's instance. */
function urlOf({ baseUrl, settings }: DeviceAccess, path: string): string {
  return `${baseUrl}/${path}/${encodeURIComponent(settings['instance'] ?? '')}`;
}

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { apikey: token.reveal() };
}
