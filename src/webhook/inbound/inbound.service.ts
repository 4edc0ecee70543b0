import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../common/errors/index.js';
import type { RequestBody } from '../../common/http/index.js';
import { CallbackParser, DevicesService } from '../../gateway/index.js';
import { CallbackInbox } from '../../otp/index.js';

/** The gateway's callbacks: authentic or refused, then stored before they are answered. */
@Injectable()
export class InboundService {
  constructor(
    private readonly parser: CallbackParser,
    private readonly devices: DevicesService,
    private readonly inbox: CallbackInbox,
  ) {}

  async native(headers: IncomingHttpHeaders, body: RequestBody | undefined): Promise<void> {
    const events = this.parser.native(headers, await bytesOf(body));
    await this.inbox.accept(events, null);
  }

  async forDevice(id: number, headers: IncomingHttpHeaders, body: RequestBody | undefined): Promise<void> {
    const device = await this.devices.find(id);
    if (!device) throw new AppError('not_found');
    const events = this.parser.forDevice(device, headers, await bytesOf(body));
    await this.inbox.accept(events, id);
  }
}

async function bytesOf(body: RequestBody | undefined): Promise<Buffer> {
  return body ? body.bytes() : Buffer.alloc(0);
}
