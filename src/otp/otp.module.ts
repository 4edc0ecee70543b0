import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { CreditModule } from '../credit/index.js';
import { GatewayModule } from '../gateway/index.js';
import { OutboundModule } from '../webhook/outbound/index.js';
import { AccountSendController } from './account-send.controller.js';
import { CallbackInbox } from './callback-inbox.js';
import { Fingerprints } from './fingerprints.js';
import { FreeDeliveriesAdminController } from './free-deliveries.admin.controller.js';
import { FreeDeliveries } from './free-deliveries.js';
import { IdempotentAnswers } from './idempotent-answers.js';
import { DailyCap } from './journal/daily-cap.js';
import { OpeningWriter } from './journal/opening.writer.js';
import { Openings } from './journal/openings.js';
import { SendJournal } from './journal/send-journal.js';
import { SettlingSurvey } from './journal/settling.survey.js';
import { SettlingWriter } from './journal/settling.writer.js';
import { Settlings } from './journal/settlings.js';
import { MessageLists } from './message-lists.js';
import { MessageReader } from './message-reader.js';
import { MessagesAdminController } from './messages.admin.controller.js';
import { OtpCheck } from './otp-check.js';
import { OtpController } from './otp.controller.js';
import { OtpService } from './otp.service.js';
import { RecipientLimits } from './recipient-limits.js';
import { RecoverySweeper } from './recovery-sweeper.js';
import { Recovery } from './recovery.js';
import { Retention } from './retention.js';
import { TestMode } from './test-mode.js';
import { TestSteps } from './test-steps.js';

@Module({
  imports: [ApiKeysModule, CreditModule, GatewayModule, OutboundModule],
  controllers: [OtpController, AccountSendController, MessagesAdminController, FreeDeliveriesAdminController],
  providers: [
    OtpService,
    OtpCheck,
    Fingerprints,
    RecipientLimits,
    DailyCap,
    OpeningWriter,
    Openings,
    SettlingSurvey,
    SettlingWriter,
    Settlings,
    SendJournal,
    TestMode,
    TestSteps,
    CallbackInbox,
    MessageReader,
    MessageLists,
    IdempotentAnswers,
    FreeDeliveries,
    Recovery,
    RecoverySweeper,
    Retention,
  ],
  exports: [OtpService, CallbackInbox, MessageReader, MessageLists, FreeDeliveries],
})
export class OtpModule {}
