import { Injectable } from '@nestjs/common';
import { DevicePool } from '../../gateway/index.js';
import { Database, list, statement } from '../../platform/database/index.js';
import type { Indexes } from '../../platform/security/hashing.js';
import { type Channel, DEFAULT_CHANNEL } from '../../platform/text/channel.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { type Route, takesCode, withoutWhatsapp } from './route.rules.js';

/** How long a phone counts as one without WhatsApp after a gateway said so. */
const WITHOUT_WHATSAPP_SECONDS = 7 * 86_400;
/** In `refused_by`. */
const REFUSED = 'whatsapp:not_on_whatsapp';

interface RouteQuery {
  /** Checked: at least one takes the code. */
  channels: readonly Channel[] | undefined;
  codeLength: number;
  /** Blind indexes of the phone. */
  recipient: Indexes;
  livemode: boolean;
  onlyDeviceId: number | undefined;
}

/** Decides by which channels a send may go. */
@Injectable()
export class SendRoutes {
  constructor(
    private readonly pool: DevicePool,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async of(query: RouteQuery): Promise<Route> {
    const { channels: asked, codeLength, recipient, livemode, onlyDeviceId } = query;
    if (onlyDeviceId !== undefined) return only(await this.pool.channelOf(onlyDeviceId));
    if (!asked) return only(DEFAULT_CHANNEL);
    const able = asked.filter((channel) => takesCode(channel, codeLength));
    const others = withoutWhatsapp(able);
    const isSkipped = livemode && others.length < able.length && (await this.hasNoWhatsapp(recipient));
    const [first, ...next] = isSkipped ? others : able;
    if (!first) throw new Error('a send without a channel passed its checks');
    return { first, next, asked };
  }

  /** Whether a gateway said so within seven days, and none has taken a WhatsApp message to it since. */
  private async hasNoWhatsapp(recipient: Indexes): Promise<boolean> {
    const since = addSeconds(this.clock.now(), -WITHOUT_WHATSAPP_SECONDS);
    const { sql, values } = statement(
      `SELECT failure_reason, refused_by FROM messages
        WHERE recipient_index IN ${list(recipient)} AND created_at > ? AND livemode = 1
          AND (refused_by LIKE '%${REFUSED}%'
            OR (channel = 'whatsapp' AND (sent_at IS NOT NULL OR failure_reason = 'not_on_whatsapp')))
        ORDER BY created_at DESC, id DESC LIMIT 1`,
      [...recipient, since],
    );
    const [newest] = await this.database.read.query<
      { failure_reason: string | null; refused_by: string | null }[]
    >(sql, values);
    return newest?.failure_reason === 'not_on_whatsapp' || (newest?.refused_by?.includes(REFUSED) ?? false);
  }
}

const only = (channel: Channel): Route => ({ first: channel, next: [], asked: null });
