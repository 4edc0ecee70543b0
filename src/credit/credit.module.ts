import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { CreditAdminController, PricesAdminController } from './credit.admin.controller.js';
import { AccountCreditController, CreditController } from './credit.controller.js';
import { CreditReader } from './credit.reader.js';
import { Credit } from './credit.service.js';
import { CreditErasure } from './credit-erasure.js';
import { CreditThresholds } from './credit-thresholds.js';
import { EntryLists } from './entry-lists.js';
import { MessageColumnsReader } from './message-columns.js';
import { PriceList } from './prices/price-list.js';
import { Prices } from './prices/prices.js';
import { Runways } from './runway.js';
import { SpendCapSettings } from './spend-caps/spend-cap-settings.js';
import { SpendCaps } from './spend-caps/spend-caps.js';
import { StatementClosing } from './statements/statement-closing.js';
import { StatementsAdminController, StatementsController } from './statements/statements.controller.js';
import { Statements } from './statements/statements.js';
import { TopUpGuides } from './top-ups/top-up-guides.js';
import { TopUpRequests } from './top-ups/top-up-requests.js';
import { TopUpViews } from './top-ups/top-up-views.js';
import { TopUpsAdminController, TopUpsController } from './top-ups/top-ups.controller.js';
import { UsageReader } from './usage/usage-reader.js';
import { UsageRollup } from './usage/usage-rollup.js';

@Module({
  imports: [AuditModule],
  controllers: [
    CreditController,
    AccountCreditController,
    CreditAdminController,
    PricesAdminController,
    StatementsController,
    StatementsAdminController,
    TopUpsController,
    TopUpsAdminController,
  ],
  providers: [
    BackgroundTasks,
    Credit,
    CreditErasure,
    CreditReader,
    EntryLists,
    MessageColumnsReader,
    Prices,
    PriceList,
    SpendCaps,
    SpendCapSettings,
    Runways,
    UsageRollup,
    UsageReader,
    StatementClosing,
    Statements,
    CreditThresholds,
    TopUpGuides,
    TopUpRequests,
    TopUpViews,
  ],
  exports: [
    Credit,
    CreditErasure,
    CreditReader,
    CreditThresholds,
    MessageColumnsReader,
    Prices,
    Runways,
    SpendCaps,
    Statements,
    TopUpRequests,
    UsageRollup,
  ],
})
export class CreditModule {}
