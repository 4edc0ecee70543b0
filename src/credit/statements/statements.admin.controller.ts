import { Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AdminController } from '../../platform/access/principal.js';
import { PageQuery } from '../../platform/http/request-fields.js';
import { asAccepted, csvFile } from '../../platform/http/response-files.js';
import { BoundedExport, RateLimited } from '../../platform/limits/index.js';
import { Answers, AnswersText, Fails } from '../../platform/openapi/index.js';
import { MonthParam, MonthPipe } from './month-param.js';
import { statementDocument } from './statement-document.js';
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
  listStatementMonths(@Query() query: PageQuery) {
    return this.statements.months(query);
  }

  @Get(':month')
  @MonthParam()
  @Answers(AdminStatementPage, {
    summary: { id: 'Laporan satu bulan, semua akun', en: 'List the statements of a month, of all accounts' },
    about:
      'In the order of their numbers. With `Accept: text/html`, as browsers send, these statements on a page to print, each on a sheet of its own.',
    alsoAs: 'text/html',
  })
  @Fails('not_found')
  async listMonthStatements(
    @Param('month', MonthPipe) month: string,
    @Query() query: AdminStatementsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const found = await this.statements.ofAll(month, query);
    return asAccepted(reply, found, (language) => statementDocument(found.items, language));
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
  async exportStatements(@Param('month', MonthPipe) month: string) {
    return csvFile(await this.statements.csv(month), `sandi-statements-${month}.csv`);
  }
}
