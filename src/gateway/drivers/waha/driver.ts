import { Injectable } from '@nestjs/common';
import type { Phone } from '../../../common/text/phone.rules.js';
import { Clock } from '../../../common/time/clock.js';
import { Config } from '../../../config/index.js';
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
import { pairingAt, pairingOf, pairingRequest } from '../pairing.js';
import { type Answer, healthOf, NOT_ON_WHATSAPP, outcomeOf } from '../reading.js';
import { getRequest, jsonRequest } from '../requests.js';
import { isHmacHex } from '../signature.rules.js';
import {
  namedState,
  readNewId,
  readWahaCheck,
  readWahaHealth,
  readWahaPairing,
  readWahaSend,
  saysNoLid,
  waitsForScan,
} from './answer.rules.js';
import { newsOf, readEvent } from './event.rules.js';

const SIGNATURE = 'x-webhook-hmac';
/** Of a send's time at most so much goes into an id that it can do without. */
const NEW_ID_TIMEOUT_MS = 2000;

const INFO: DriverInfo = {
  title: 'WAHA',
  experimental: false,
  account: 'personal',
  token: 'API key server WAHA (X-Api-Key), bukan hash-nya',
  checksNumbers: true,
  signsSince: '2024.11.5',
  settings: [
    {
      name: 'session',
      description: 'Nama session di WAHA',
      example: 'default',
      pattern: /^\w[\w.-]{0,99}$/,
      default: 'default',
    },
    {
      name: 'fixed_ids',
      description: 'on: id pesan diminta lebih dulu, sehingga callback cocok walau jawaban kirim hilang',
      example: 'on',
      pattern: /^(on|off)$/,
      default: 'off',
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

/** One API over several engines (WEBJS, WPP, NOWEB, GOWS), whose answers differ. */
@Injectable()
export class WahaDriver implements GatewayDriver {
  readonly info = INFO;

  constructor(
    private readonly http: GatewayHttp,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async send(
    device: DeviceAccess,
    { phone, text }: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<DriverOutcome> {
    const early = device.settings['fixed_ids'] === 'on' ? await this.newId(device, signal) : undefined;
    // It would take as long again to say the same of the message.
    if (early && namedState(early) !== undefined)
      return outcomeOf({ kind: 'answer', ...early }, device, readWahaSend);
    const id = early && readNewId(early);
    const body = {
      session: sessionOf(device),
      chatId: `${phone.reveal()}@c.us`,
      text: text.reveal(),
      linkPreview: false,
      ...(id && { id }),
    };
    const request = jsonRequest(`${device.baseUrl}/api/sendText`, headersFor(device), body);
    const answer = await this.http.call(request, signal);
    const outcome = outcomeOf(answer, device, readWahaSend);
    if (outcome.kind === 'unknown' && id !== undefined) return { id, ...outcome };
    if (answer.kind !== 'answer' || !saysNoLid(answer)) return outcome;
    const isAbsent = (await this.checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  }

  async checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
    const query = new URLSearchParams({ phone: phone.reveal(), session: sessionOf(device) });
    const answer = await this.get(device, signal, `/api/contacts/check-exists?${query.toString()}`);
    return answer.kind === 'answer' ? readWahaCheck(answer) : 'unknown';
  }

  async health(device: DeviceAccess, signal: AbortSignal): Promise<Health> {
    return healthOf(
      await this.get(device, signal, `/api/sessions/${sessionOf(device)}`),
      device,
      readWahaHealth,
    );
  }

  /** A session that was stopped has to be started at the gateway first. */
  async pairing(device: DeviceAccess, signal: AbortSignal): Promise<Pairing> {
    const health = await this.health(device, signal);
    if (!waitsForScan(health)) return pairingAt(health);
    const url = `${device.baseUrl}/api/${sessionOf(device)}/auth/qr?format=image`;
    const answer = await this.http.call(pairingRequest(url, headersFor(device)), signal);
    return pairingOf(answer, device, readWahaPairing);
  }

  verifyCallback({ headers, rawBody }: CallbackRequest, { secrets, acceptsUnsigned }: CallbackKeys): boolean {
    const given = headers[SIGNATURE];
    return given === undefined ? acceptsUnsigned : isHmacHex(given, 'sha512', rawBody, secrets);
  }

  /** Statuses only move up, however late or often they come. A state of the device must be news to count. */
  parseCallback({ rawBody }: CallbackRequest, device: CallbackDevice): CallbackNews {
    const event = readEvent(rawBody, sessionOf(device));
    return event ? newsOf(event, this.isRecent(event.atMs)) : { statuses: [] };
  }

  private isRecent(atMs = 0): boolean {
    const ageMs = Math.abs(this.clock.now().getTime() - atMs);
    return ageMs <= this.config.GATEWAY_WEBHOOK_TOLERANCE_SECONDS * 1000;
  }

  /** `undefined` where the gateway says nothing in good time: the message goes without. */
  private async newId(device: DeviceAccess, signal: AbortSignal): Promise<Answer | undefined> {
    const shortly = AbortSignal.any([signal, AbortSignal.timeout(NEW_ID_TIMEOUT_MS)]);
    const answer = await this.get(device, shortly, `/api/${sessionOf(device)}/new-message-id`);
    return answer.kind === 'answer' ? answer : undefined;
  }

  private get(device: DeviceAccess, signal: AbortSignal, path: string): Promise<GatewayAnswer> {
    return this.http.call(getRequest(`${device.baseUrl}${path}`, headersFor(device)), signal);
  }
}

const sessionOf = ({ settings }: CallbackDevice) => settings['session'] ?? '';

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { 'x-api-key': token.reveal() };
}
