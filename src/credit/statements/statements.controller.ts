import { Body, Get, Injectable, Param, type PipeTransform, Put, Query, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  AdminController,
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
} from '../../platform/access/principal.js';
import { AppError } from '../../platform/errors/index.js';
import { PageQuery } from '../../platform/http/request-fields.js';
import { csvFile, jsonOrPage } from '../../platform/http/response-files.js';
import { BoundedExport, RateLimited } from '../../platform/limits/index.js';
import { Answers, AnswersText, Fails } from '../../platform/openapi/index.js';
import { statementDocument } from './statement-document.js';
import {
  AdminStatementPage,
  AdminStatementsQuery,
  BillingDto,
  BillingView,
  StatementMonthPage,
  StatementPage,
  StatementView,
} from './statements.dto.js';
import { Statements } from './statements.js';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Fails with `not_found`. */
@Injectable()
class MonthPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!MONTH.test(value)) throw new AppError('not_found');
    return value;
  }
}

const MonthParam = () =>
  ApiParam({ name: 'month', description: 'A closed month, `YYYY-MM`', example: '2026-01' });

@UserController('Account', 'api/account')
export class StatementsController {
  constructor(private readonly statements: Statements) {}

  @Get('statements')
  @AllowsImpersonation()
  @Answers(StatementPage, {
    summary: { id: 'Laporan bulanan', en: 'List the monthly statements' },
    about:
      'One statement for each closed month with a balance or a change of it, latest first. A month closes an hour after its end; then its figures never change. The first statement is for the month in which the operator installed the release with statements.',
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
      'Balances, top-ups, charges by brand, API key and channel, and refunds. With `Accept: text/html`, as browsers send it, the response is a page to print.',
    alsoAs: 'text/html',
  })
  @Fails('not_found')
  async getStatement(
    @CurrentPrincipal() { userId }: Principal,
    @Param('month', MonthPipe) month: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { user_id: _, ...view } = await this.statements.of(userId, month);
    return jsonOrPage(reply, view, (language) => statementDocument([view], language));
  }

  @Get('statements/:month/export')
  @RateLimited('export')
  @BoundedExport()
  @MonthParam()
  @AnswersText('text/csv', {
    summary: { id: 'Unduh laporan satu bulan sebagai CSV', en: 'Download the statement of a month as CSV' },
    about:
      'The amounts in the columns before `closing_balance` add up to it. New columns are added at the end.',
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
    about: 'Statements of closed months keep the details that they had at closing.',
    message: { id: 'Data penagihan disimpan.', en: 'The billing details were saved.' },
  })
  @Fails('parameter_invalid')
  setBilling(@CurrentPrincipal() { userId }: Principal, @Body() body: BillingDto) {
    return this.statements.setBilling(userId, body);
  }
}

@AdminController('api/admin/statements')
export class StatementsAdminController {
  constructor(private readonly statements: Statements) {}

  @Get()
  @Answers(StatementMonthPage, {
    summary: { id: 'Bulan yang sudah ditutup, semua akun', en: 'List the closed months of all accounts' },
    about: 'Closed months with the totals of their statements, latest first.',
  })
  listStatementMonths(@Query() query: PageQuery) {
    return this.statements.months(query);
  }

  @Get(':month')
  @MonthParam()
  @Answers(AdminStatementPage, {
    summary: { id: 'Laporan satu bulan, semua akun', en: 'List the statements of a month, of all accounts' },
    about:
      'In the order of their numbers. With `Accept: text/html`, as browsers send it, the response is a page that prints each statement on its own sheet.',
    alsoAs: 'text/html',
  })
  @Fails('not_found')
  async listMonthStatements(
    @Param('month', MonthPipe) month: string,
    @Query() query: AdminStatementsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const found = await this.statements.ofAll(month, query);
    return jsonOrPage(reply, found, (language) => statementDocument(found.items, language));
  }

  @Get(':month/export')
  @RateLimited('export')
  @BoundedExport()
  @MonthParam()
  @AnswersText('text/csv', {
    summary: {
      id: 'Unduh laporan satu bulan sebagai CSV, semua akun',
      en: 'Download the statements of a month as CSV, of all accounts',
    },
    about: 'For each account, the amounts in the columns before `closing_balance` add up to it.',
  })
  @Fails('not_found')
  async exportStatements(@Param('month', MonthPipe) month: string) {
    return csvFile(await this.statements.csv(month), `sandi-statements-${month}.csv`);
  }
}
