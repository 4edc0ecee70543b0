import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import {
  CallbackParser,
  type Device,
  DevicePool,
  DeviceProber,
  DevicesService,
  type ParsedCallback,
} from '../gateway/index.js';
import { CallbackInbox, InboundEndings } from '../otp/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { type RequestBody, toAppError } from '../platform/http/index.js';
import { CallbackRateLimits, type CallbackSource } from './callback-rate-limits.js';

/** Verifies a callback, then applies it, or stores it until its message is known. The response comes after that. */
@Injectable()
export class CallbacksService {
  constructor(
    private readonly parser: CallbackParser,
    private readonly devices: DevicesService,
    private readonly pool: DevicePool,
    private readonly rates: CallbackRateLimits,
    private readonly prober: DeviceProber,
    private readonly inbox: CallbackInbox,
    private readonly texts: InboundEndings,
    private readonly config: Config,
  ) {}

  native({ address, headers, body }: Omit<DeviceCallback, 'query'>): Promise<void> {
    return this.rates.bound({ route: 'common', address }, async () => {
      const { statuses, inbound = [] } = await this.parser.native(headers, await bytesOf(body));
      await this.inbox.accept(statuses, null);
      await this.texts.accept(inbound, null);
    });
  }

  /** Returns the response body; `undefined` if the gateway needs empty responses. Its failures are empty then, too. */
  async forDevice(id: number, request: DeviceCallback): Promise<object | string | undefined> {
    let device = await this.pool.find(id);
    const getsText = () => !device || !this.parser.infoOf(device).emptyAnswer;
    const source = this.sourceOf(request, device);
    try {
      await this.rates.bound(source, async () => {
        device = orNotFound(await this.devices.find(id));
        await this.take(device, request);
      });
    } catch (error) {
      throw getsText() ? error : bare(error);
    }
    if (!getsText()) return undefined;
    return (device && this.parser.answerTo(device)) ?? { success: true };
  }

  /** Handles GET: the gateway checks that the address is ours, or reports statuses in the query. */
  async byGet(id: number, request: Omit<DeviceCallback, 'body'>): Promise<string> {
    const device = await this.pool.find(id);
    if (!device || !this.parser.infoOf(device).reportsByGet) return this.handshake(id, request);
    const answer = await this.forDevice(id, { ...request, body: undefined });
    return typeof answer === 'string' ? answer : 'OK';
  }

  private async handshake(
    id: number,
    { address, query }: Pick<DeviceCallback, 'address' | 'query'>,
  ): Promise<string> {
    const source = this.sourceOf({ address, query }, await this.pool.find(id));
    return this.rates.bound(source, async () => {
      const device = orNotFound(await this.devices.find(id));
      const answer = this.parser.handshake(device, query);
      await this.devices.recordCallback(device);
      return answer;
    });
  }

  private sourceOf(
    { address, query }: Pick<DeviceCallback, 'address' | 'query'>,
    device: Device | undefined,
  ): CallbackSource {
    if (!device) return { route: 'unknown', address };
    return { route: device.id, address, isProven: this.parser.isProvenByUrlKey(device, query) };
  }

  private async take(device: Device, { headers, query, body }: DeviceCallback): Promise<void> {
    const types = this.parser.infoOf(device).takesForms ? JSON_OR_FORM : undefined;
    const rawBody = await bytesOf(body, this.config.CALLBACK_LIMIT_BYTES, types);
    const request = { headers, query, rawBody };
    await this.note(device, await this.parser.forDevice(device, request));
    await this.devices.recordCallback(device, query['key']);
    if (!this.parser.infoOf(device).sharedCallbacks) return;
    for (const sibling of await this.devices.siblings(device))
      await this.note(sibling, await this.parser.forOtherDevice(sibling, request));
  }

  private async note(device: Device, parsed: ParsedCallback): Promise<void> {
    await this.prober.applyCallback(device, parsed);
    await this.inbox.accept(parsed.statuses, device.id);
    await this.texts.accept(parsed.inbound ?? [], device.id);
  }
}

interface DeviceCallback {
  address: string;
  headers: IncomingHttpHeaders;
  query: Record<string, string>;
  body: RequestBody | undefined;
}

function bare(thrown: unknown): AppError {
  const { code, extra } = toAppError(thrown);
  return new AppError(code, { ...extra, isBare: true });
}

const JSON_OR_FORM = ['application/json', 'application/x-www-form-urlencoded'];

async function bytesOf(
  body: RequestBody | undefined,
  limitBytes?: number,
  types?: readonly string[],
): Promise<Buffer> {
  return body ? body.bytes(limitBytes, types) : Buffer.alloc(0);
}
