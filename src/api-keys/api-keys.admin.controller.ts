import { Get, Param } from '@nestjs/common';
import { AdminController } from '../platform/access/controllers.js';
import { IdPipe } from '../platform/http/id.pipe.js';
import { Answers } from '../platform/openapi/index.js';
import { ApiKeyNames } from './api-key-names.js';
import { NamedApiKey } from './api-keys.dto.js';

@AdminController('api/admin/users/:id/api-keys')
export class ApiKeysAdminController {
  constructor(private readonly keys: ApiKeyNames) {}

  @Get()
  @Answers(NamedApiKey, {
    id: 'listApiKeysOfUser',
    summary: 'Name the API keys of a user',
    summaryId: 'Nama API key satu pengguna',
    about:
      'What the messages of an account may be narrowed by: the newest 100, newest first, deleted ones too.',
    list: true,
  })
  async list(@Param('id', IdPipe) userId: number): Promise<NamedApiKey[]> {
    const keys = await this.keys.newest(userId);
    return keys.map(({ id, name, last4, mode, deletedAt }) => ({
      id,
      name,
      last4,
      mode,
      deleted: deletedAt !== null,
    }));
  }
}
