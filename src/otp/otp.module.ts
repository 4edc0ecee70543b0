import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { BrandsModule } from '../brands/index.js';
import { CreditModule } from '../credit/index.js';
import { FraudModule } from '../fraud/index.js';
import { GatewayModule } from '../gateway/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { PrivacyRecordsModule } from '../privacy/records/index.js';
import { WebhookModule } from '../webhook/index.js';
import { AccountSendController } from './account-send.controller.js';
import { BrandCheck } from './brand-check.js';
import { CallbackInbox } from './callback-inbox.js';
import { ChannelDispatch } from './channels/channel-dispatch.js';
import { DeliveriesAfterRefund, FreeDeliveriesAdminController } from './deliveries-after-refund.js';
import { DeviceSendAdminController } from './device-send.admin.controller.js';
import { Fingerprints } from './fingerprints.js';
import { InboundEndings } from './inbound/inbound-endings.js';
import { InboundVerifications } from './inbound/inbound-verifications.js';
import { ApplyStatusUpdates } from './messages/apply-status-updates.js';
import { ChangeChannel } from './messages/change-channel.js';
import { CreateMessages } from './messages/create-messages.js';
import { DailyCap } from './messages/daily-cap.js';
import { MessageStore } from './messages/message-store.js';
import { NotOnWhatsappLimit } from './not-on-whatsapp/not-on-whatsapp-limit.js';
import { OtpController } from './otp.controller.js';
import { OtpService } from './otp.service.js';
import { OtpCheck } from './otp-check.js';
import { OtpMetrics } from './otp-metrics.js';
import { RecipientLimits, WrongCodes } from './recipient-limits.js';
import { Recovery } from './recovery.js';
import { Retention } from './retention.js';
import { Sandbox } from './sandbox/sandbox.js';
import { StoredResponses } from './stored-responses.js';
import { CodeSender } from './verifications/code-sender.js';
import { VerificationChecks } from './verifications/verification-checks.js';
import { VerificationFallbacks } from './verifications/verification-fallbacks.js';
import { VerificationRows } from './verifications/verification-rows.js';
import { VerificationsController } from './verifications/verifications.controller.js';
import { VerificationsService } from './verifications/verifications.service.js';

@Module({
  imports: [
    ApiKeysModule,
    AuditModule,
    BrandsModule,
    CreditModule,
    FraudModule,
    GatewayModule,
    PrivacyRecordsModule,
    WebhookModule,
  ],
  controllers: [
    OtpController,
    VerificationsController,
    AccountSendController,
    FreeDeliveriesAdminController,
    DeviceSendAdminController,
  ],
  providers: [
    OtpMetrics,
    OtpService,
    OtpCheck,
    BrandCheck,
    Fingerprints,
    RecipientLimits,
    NotOnWhatsappLimit,
    WrongCodes,
    DailyCap,
    ChannelDispatch,
    CreateMessages,
    ChangeChannel,
    ApplyStatusUpdates,
    MessageStore,
    Sandbox,
    CallbackInbox,
    StoredResponses,
    DeliveriesAfterRefund,
    Recovery,
    Retention,
    VerificationsService,
    CodeSender,
    VerificationChecks,
    VerificationRows,
    VerificationFallbacks,
    InboundVerifications,
    InboundEndings,
  ],
  exports: [
    OtpService,
    BrandCheck,
    CallbackInbox,
    InboundEndings,
    Fingerprints,
    DeliveriesAfterRefund,
    NotOnWhatsappLimit,
    OtpMetrics,
    Retention,
  ],
})
export class OtpModule {}
