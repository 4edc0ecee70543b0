import { Body, Delete, Get, HttpCode, Post, StreamableFile } from '@nestjs/common';
import {
  AdminController,
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { OneAtATime, RateLimited } from '../platform/limits/index.js';
import { Answers, AnswersFile, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { AccountExport } from './account-export.js';
import { CloseAccountDto, ClosureView } from './closures.dto.js';
import { Closures } from './closures.js';

@UserController('Account', 'api/account/export')
export class AccountExportController {
  constructor(private readonly files: AccountExport) {}

  @Post()
  @HttpCode(200)
  @RateLimited('export')
  @OneAtATime('account-export')
  @AnswersFile(['application/gzip'], {
    summary: { id: 'Unduh seluruh data akun', en: 'Download all data of the account' },
    about:
      'One archive (tar.gz): profile, sessions, security log, messages with masked phones, and ledger. Large files are split into parts. Only one download at a time.',
  })
  @Fails('parameter_invalid')
  async exportAccount(@CurrentActor() owner: SessionActor, @Body() body: ConfirmedDto) {
    return new StreamableFile(await this.files.archive(owner, body), {
      type: 'application/gzip',
      disposition: 'attachment; filename="sandi-account.tar.gz"',
    });
  }
}

@UserController('Account', 'api/account/close')
export class ClosuresController {
  constructor(private readonly closures: Closures) {}

  @Get()
  @AllowsImpersonation()
  @Answers(ClosureView, {
    summary: {
      id: 'Apakah penutupan akun sudah diminta',
      en: 'Check whether you asked to close the account',
    },
    about: 'The account stays open until an administrator closes it.',
  })
  getClosing(@CurrentPrincipal() { userId }: Principal) {
    return this.closures.view(userId);
  }

  @Post()
  @Answers(ClosureView, {
    summary: { id: 'Minta akun ditutup', en: 'Ask to close the account' },
    about: 'An administrator decides. Download your data first: nobody can log in to a closed account.',
    message: { id: 'Permintaan menutup akun dikirim.', en: 'The request to close the account was sent.' },
  })
  @Fails('parameter_invalid')
  askClosing(@CurrentActor() owner: SessionActor, @Body() body: ConfirmedDto) {
    return this.closures.ask(owner, body);
  }

  @Delete()
  @Answers(ClosureView, {
    summary: { id: 'Batalkan permintaan menutup akun', en: 'Cancel the request to close the account' },
    about: 'Possible until an administrator has closed the account.',
    message: { id: 'Permintaan dibatalkan.', en: 'The request was cancelled.' },
  })
  @Fails('not_found')
  cancelClosing(@CurrentActor() owner: SessionActor) {
    return this.closures.cancel(owner);
  }
}

@AdminController('api/admin/users/:id/close')
export class ClosuresAdminController {
  constructor(private readonly closures: Closures) {}

  @Get()
  @Answers(ClosureView, {
    summary: { id: 'Penutupan akun pengguna', en: 'Get the closing of a user’s account' },
    about: 'Whether its owner asked to close the account, and when its data is erased.',
  })
  getUserClosing(@IdParam() id: number) {
    return this.closures.view(id);
  }

  /** Final: a closed account cannot be opened again. */
  @Post()
  @Answers(ClosureView, {
    summary: { id: 'Tutup akun pengguna', en: 'Close the account of a user' },
    about:
      'Sessions, API keys and webhooks end, open top-up requests are declined, and an adjustment settles the balance. After ACCOUNT_ERASE_DAYS its data is erased.',
    message: { id: 'Akun ditutup.', en: 'The account was closed.' },
  })
  @Fails('own_account', 'last_admin', 'account_closed')
  closeUser(@IdParam() id: number, @Body() body: CloseAccountDto, @CurrentActor() actor: SessionActor) {
    return this.closures.close(actor, id, body);
  }
}
