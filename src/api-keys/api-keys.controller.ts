import { Body, Delete, Get, Patch, Post } from '@nestjs/common';
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
import { Creates } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import {
  ApiKeyView,
  CreateApiKeyDto,
  NamedApiKey,
  NewApiKey,
  RotateApiKeyDto,
  UpdateApiKeyDto,
} from './api-keys.dto.js';
import { ApiKeysService } from './api-keys.service.js';

@UserController('API keys', 'api/account/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @AllowsImpersonation()
  @Answers(ApiKeyView, {
    summary: { id: 'Daftar API key', en: 'List the API keys' },
    about: 'Shows the name, last four characters, limits and last use of each key, but never the key.',
    list: true,
  })
  listApiKeys(@CurrentPrincipal() who: Principal) {
    return this.keys.list(who.userId);
  }

  @Post()
  @Creates()
  @Answers(NewApiKey, {
    summary: { id: 'Buat API key', en: 'Create an API key' },
    about: 'Only this response contains the key. Test keys cost nothing and reach no phone.',
    status: 201,
    message: {
      id: 'API key dibuat. Simpan sekarang, key tidak ditampilkan lagi.',
      en: 'The API key was created. Save it now: it is not shown again.',
    },
  })
  @Fails('parameter_missing', 'name_invalid', 'parameter_invalid', 'api_key_limit', 'email_unverified')
  async createApiKey(@CurrentActor() owner: SessionActor, @Body() body: CreateApiKeyDto) {
    await this.confirmation.require(owner, body.current_password);
    return this.keys.create(owner.userId, body, owner);
  }

  /** Holds from the next request on. To rename or deactivate a key takes no password; the rest may widen what it can do. */
  @Patch(':id')
  @Answers(ApiKeyView, {
    summary: { id: 'Ubah nama, status atau batas API key', en: 'Change an API key' },
    about: 'Changes name, status or limits. Omitted fields stay unchanged.',
  })
  @Fails('name_invalid')
  async updateApiKey(
    @CurrentActor() owner: SessionActor,
    @IdParam() id: number,
    @Body() body: UpdateApiKeyDto,
  ) {
    if (mayWiden(body)) await this.confirmation.require(owner, body.current_password);
    return this.keys.update(owner, id, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Hapus API key', en: 'Delete an API key' },
    about: 'The key is rejected from the next request on.',
    message: { id: 'API key dihapus.', en: 'The API key was deleted.' },
  })
  deleteApiKey(@CurrentActor() owner: SessionActor, @IdParam() id: number) {
    return this.keys.remove(owner, id);
  }

  @Post(':id/rotate')
  @Creates()
  @Answers(NewApiKey, {
    summary: { id: 'Ganti API key dengan masa tumpang tindih', en: 'Rotate an API key' },
    about: 'Creates a new key with the same settings. The old key is accepted until the overlap ends.',
    status: 201,
    message: {
      id: 'API key diganti. Simpan sekarang, key tidak ditampilkan lagi.',
      en: 'The API key was replaced. Save it now: it is not shown again.',
    },
  })
  @Fails('api_key_not_live', 'api_key_limit')
  async rotateApiKey(
    @CurrentActor() owner: SessionActor,
    @IdParam() id: number,
    @Body() body: RotateApiKeyDto,
  ) {
    await this.confirmation.require(owner, body.current_password);
    return this.keys.rotate(owner, id, body.overlap_seconds);
  }
}

/** Whether a change may let a key do more. A new name does not, nor does a deactivation, which must be quick. */
const mayWiden = ({ active, daily_cap, spend_cap, rate_per_minute, allowed_operations }: UpdateApiKeyDto) =>
  active === true ||
  [daily_cap, spend_cap, rate_per_minute, allowed_operations].some((change) => change !== undefined);

@AdminController('api/admin/users/:id/api-keys')
export class ApiKeysAdminController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Answers(NamedApiKey, {
    summary: { id: 'Nama API key satu pengguna', en: 'List the API keys of a user' },
    about:
      'The newest 100 API keys, newest first, including deleted ones. You can filter the messages of the account by them.',
    list: true,
  })
  async listApiKeysOfUser(@IdParam() userId: number) {
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
