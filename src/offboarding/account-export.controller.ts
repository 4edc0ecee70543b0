import { Body, HttpCode, Post, StreamableFile } from '@nestjs/common';
import { CurrentActor, type SessionActor, UserController } from '../platform/access/principal.js';
import { OneAtATime, RateLimited } from '../platform/limits/index.js';
import { AnswersFile, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { AccountExport } from './account-export.js';

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
      'One archive (tar.gz): profile, sessions, security log, messages with masked phones, and ledger. Large files come in parts. One download at once.',
  })
  @Fails('parameter_invalid')
  async exportAccount(@CurrentActor() owner: SessionActor, @Body() body: ConfirmedDto) {
    return new StreamableFile(await this.files.archive(owner, body), {
      type: 'application/gzip',
      disposition: 'attachment; filename="sandi-account.tar.gz"',
    });
  }
}
