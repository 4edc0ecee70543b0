import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calendar } from '../common/calendar.js';
import { Answers } from '../common/openapi/index.js';
import { RequiresAdmin } from '../common/principal.js';
import { type Message, reasonOf } from '../otp/index.js';
import { MessageLists } from './message-lists.js';
import { AdminMessageItem, AdminMessagePage, AdminMessageQuery } from './messages.admin.dto.js';

@ApiTags('Admin')
@Controller('api/admin/messages')
@RequiresAdmin()
export class MessagesAdminController {
  constructor(
    private readonly messages: MessageLists,
    private readonly calendar: Calendar,
  ) {}

  /** All accounts' messages, pending ones too, newest first; recipients masked. */
  @Get()
  @Answers(AdminMessagePage, { summary: 'Pesan semua akun' })
  async list(
    @Query() { page, limit, offset, user_id, status }: AdminMessageQuery,
  ): Promise<AdminMessagePage> {
    const { rows, total } = await this.messages.any({ userId: user_id, status }, offset, limit);
    return { total, page, limit, items: rows.map((row) => this.item(row)) };
  }

  private item(message: Message): AdminMessageItem {
    return {
      id: message.id,
      reference: message.reference,
      user_id: message.userId,
      device_id: message.deviceId,
      message_id: message.gatewayMessageId,
      recipient: message.recipientMasked,
      company_name: message.companyName,
      status: message.status,
      credit_used: message.creditUsed,
      livemode: message.livemode,
      error_message: message.errorMessage,
      reason: reasonOf(message),
      created_at: this.calendar.format(message.createdAt),
    };
  }
}
