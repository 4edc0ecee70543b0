import { Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AdminController } from '../../platform/access/principal.js';
import { PageQuery } from '../../platform/http/request-fields.js';
import { BoundedExport, RateLimited } from '../../platform/limits/index.js';
import { Answers, AnswersText, Fails } from '../../platform/openapi/index.js';
import { AnswersStatement, asAccepted, MonthParam, MonthPipe } from './answers-statement.js';
import { AdminStatementPage, AdminStatementsQuery, StatementMonthPage } from './statements.dto.js';
import { Statements } from './statements.js';

@AdminController('api/admin/statements')
export class StatementsAdminController {
  constructor(private readonly statements: Statements) {}

  @Get()
  @Answers(StatementMonthPage, {
    summary: { id: 'Bulan yang sudah ditutup, semua akun', en: 'List the closed months of all accounts' },
    about: 'With the sums of their statements, the latest first.',
  })
  listStatementMonths(@Query() query: PageQuery): Promise<StatementMonthPage> {
    return this.statements.months(query);
  }

  @Get(':month')
  @AnswersStatement(AdminStatementPage, {
    summary: { id: 'Laporan satu bulan, semua akun', en: 'List the statements of a month, of all accounts' },
    about:
      'In the order of their numbers. With `Accept: text/html`, as browsers send, these statements on a page to print, each on a sheet of its own.',
  })
  @Fails('not_found')
  async listMonthStatements(
    @Param('month', MonthPipe) month: string,
    @Query() query: AdminStatementsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminStatementPage | StreamableFile> {
    const found = await this.statements.ofAll(month, query);
    return asAccepted(reply, found, found.items);
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
    about: 'Of each account, the amounts before `closing_balance` add up to it.',
  })
  @Fails('not_found')
  async exportStatements(@Param('month', MonthPipe) month: string): Promise<StreamableFile> {
    return new StreamableFile(await this.statements.csv(month), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="sandi-statements-${month}.csv"`,
    });
  }
}
