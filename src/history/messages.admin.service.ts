import { Injectable } from '@nestjs/common';
import { Costs, messageCost } from '../costs/index.js';
import { DevicesService } from '../gateway/index.js';
import { type Message, messageFields, reasonOf, STATUSES } from '../otp/index.js';
import { Calendar } from '../platform/time/calendar.js';
import { UsersService } from '../users/index.js';
import { FilteredLists } from './filtered-lists.js';
import { HistoryService } from './history.service.js';
import { hasFacets } from './index-scans.rules.js';
import { MessageLists } from './message-lists.js';
import type { MessageSearchDto } from './message-search.dto.js';
import type {
  AdminFoundMessages,
  AdminMessageItem,
  AdminMessagePage,
  AdminMessageQuery,
} from './messages.admin.dto.js';

/** Whether the day counters do not have the total of the list. */
export const isUncounted = ({ user_id, device_id: device, from, to, mode, ...query }: AdminMessageQuery) =>
  hasFacets({ ...query, device }) || (user_id === undefined && (from ?? to ?? mode) !== undefined);

@Injectable()
export class MessagesAdminService {
  constructor(
    private readonly lists: MessageLists,
    private readonly filtered: FilteredLists,
    private readonly history: HistoryService,
    private readonly users: UsersService,
    private readonly devices: DevicesService,
    private readonly costs: Costs,
    private readonly calendar: Calendar,
  ) {}

  /** Lists messages. There is a total for all accounts by status, and for one account by status, days and mode. */
  async list(query: AdminMessageQuery): Promise<AdminMessagePage> {
    const { limit, offset, user_id: userId, device_id: device, status, cursor } = query;
    const { key, brand, reason, prefix, from, to, mode } = query;
    const livemode = mode && mode === 'live';
    const oldestFirst = query.sort === 'oldest';
    const facets = { key, brand, reason, device, prefix };
    if (!isUncounted(query)) {
      const which = { userId, livemode, status, from, to, oldestFirst };
      const { rows, total } = await this.lists.any(which, offset, limit);
      return { ...this.history.pageOf(query), total, items: await this.items(rows) };
    }
    const statuses = status ? [status] : STATUSES;
    const filter = { userId, livemode, ...facets, statuses, from, to, oldestFirst };
    const found = await this.filtered.page(filter, cursor, limit);
    return { ...this.history.pageOf(query, found), items: await this.items(found.rows) };
  }

  async search(search: MessageSearchDto): Promise<AdminFoundMessages> {
    const { rows, ...page } = await this.history.search({}, search);
    return { ...page, items: await this.items(rows) };
  }

  private async items(messages: readonly Message[]): Promise<AdminMessageItem[]> {
    const [costs, usernames, deviceNames] = await Promise.all([
      this.costs.table(),
      this.users.namesOf(messages.map(({ userId }) => userId)),
      this.devices.namesOf(messages.flatMap(({ deviceId }) => deviceId ?? [])),
    ]);
    return messages.map((message) => ({
      id: message.id,
      reference: message.reference,
      user_id: message.userId,
      username: usernames.get(message.userId) ?? null,
      device_id: message.deviceId,
      device: (message.deviceId !== null && deviceNames.get(message.deviceId)) || null,
      message_id: message.gatewayMessageId,
      verification_id: message.verification,
      ...messageFields(message),
      cost: messageCost(message, costs),
      livemode: message.livemode,
      error_message: message.errorMessage,
      reason: reasonOf(message),
      ...this.calendar.fields('created_at', message.createdAt),
    }));
  }
}
