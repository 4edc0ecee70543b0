import { Body, Get, Param, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
} from '../../platform/access/principal.js';
import { PageQuery } from '../../platform/http/request-fields.js';
import { asAccepted, csvFile } from '../../platform/http/response-files.js';
import { BoundedExport, RateLimited } from '../../platform/limits/index.js';
import { Answers, AnswersText, Fails } from '../../platform/openapi/index.js';
import { MonthParam, MonthPipe } from './month-param.js';
import { statementDocument } from './statement-document.js';
import { BillingDto, BillingView, StatementPage, StatementView } from './statements.dto.js';
import { Statements } from './statements.js';

@UserController('Account', 'api/account')
export class StatementsController {
  constructor(private readonly statements: Statements) {}

  @Get('statements')
  @AllowsImpersonation()
  @Answers(StatementPage, {
    summary: { id: 'Laporan bulanan', en: 'List the monthly statements' },
    about:
      'One for each closed month with a balance or a movement, the latest first. A month closes an hour after its end; its figures never change. The first is the month in which the service got this release.',
  })
  listStatements(@CurrentPrincipal() { userId }: Principal, @Query() query: PageQuery) {
    return this.statements.list(userId, query);
  }

  @Get('statements/:month')
  @AllowsImpersonation()
  @MonthParam()
  @Answers(StatementView, {
    summary: { id: 'Laporan satu bulan', en: 'Get the statement of a month' },
    about:
      'Balances, top-ups, charges by brand, API key and channel, and refunds. With `Accept: text/html`, as browsers send, a page to print.',
    alsoAs: 'text/html',
  })
  @Fails('not_found')
  async getStatement(
    @CurrentPrincipal() { userId }: Principal,
    @Param('month', MonthPipe) month: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { user_id: _, ...view } = await this.statements.of(userId, month);
    return asAccepted(reply, view, (language) => statementDocument([view], language));
  }

  @Get('statements/:month/export')
  @RateLimited('export')
  @BoundedExport()
  @MonthParam()
  @AnswersText('text/csv', {
    summary: { id: 'Unduh laporan satu bulan sebagai CSV', en: 'Download the statement of a month as CSV' },
    about: 'The amounts before `closing_balance` add up to it. New columns are added at the end.',
  })
  @Fails('not_found')
  async exportStatement(@CurrentPrincipal() { userId }: Principal, @Param('month', MonthPipe) month: string) {
    return csvFile(await this.statements.csv(month, userId), `sandi-statement-${month}.csv`);
  }

  @Get('billing')
  @AllowsImpersonation()
  @Answers(BillingView, {
    summary: { id: 'Data penagihan', en: 'Get the billing details' },
    about: 'Name, address and tax number on the statements of the account.',
  })
  getBilling(@CurrentPrincipal() { userId }: Principal) {
    return this.statements.billing(userId);
  }

  @Put('billing')
  @Answers(BillingView, {
    summary: { id: 'Atur data penagihan', en: 'Set the billing details' },
    about: 'Closed months keep the details of their closing.',
    message: { id: 'Data penagihan disimpan.', en: 'The billing details were saved.' },
  })
  @Fails('parameter_invalid')
  setBilling(@CurrentPrincipal() { userId }: Principal, @Body() body: BillingDto) {
    return this.statements.setBilling(userId, body);
  }
}
