import { Body, Delete, Get, Post, Put, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import {
  FraudBlockPage,
  FraudBlockQuery,
  FraudListEntryDto,
  FraudListsView,
  FraudSettingsDto,
  FraudSettingsView,
} from './fraud.dto.js';
import { FraudBlocks } from './fraud-blocks.js';
import { FraudLists } from './fraud-lists.js';
import { FraudSettings } from './fraud-settings.js';

export const SETTINGS_SAVED = { id: 'Pengaturan disimpan.', en: 'The settings were saved.' };
export const BLOCK_LIFTED = { id: 'Blokir dicabut.', en: 'The block was lifted.' };
export const NUMBER_LISTED = { id: 'Nomor ditambahkan ke daftar.', en: 'The number was listed.' };
export const NUMBER_UNLISTED = {
  id: 'Nomor dihapus dari daftar.',
  en: 'The number was removed from its list.',
};

@UserController('Account', 'api/account/fraud')
export class FraudController {
  constructor(
    private readonly settings: FraudSettings,
    private readonly blocks: FraudBlocks,
    private readonly lists: FraudLists,
  ) {}

  @Get('settings')
  @AllowsImpersonation()
  @Answers(FraudSettingsView, {
    summary: { id: 'Pengaturan penjaga penipuan', en: 'Get the settings of the fraud guard' },
    about: 'Mode and limits that apply to the account, and which of them it has set itself.',
  })
  getFraudSettings(@CurrentPrincipal() { userId }: Principal) {
    return this.settings.view(userId);
  }

  @Put('settings')
  @Answers(FraudSettingsView, {
    summary: { id: 'Ubah pengaturan penjaga penipuan', en: 'Set the settings of the fraud guard' },
    about:
      'Replaces all settings; a missing or null one gets its default. All processes apply them within ten seconds.',
    message: SETTINGS_SAVED,
  })
  @Fails('parameter_invalid')
  setFraudSettings(@CurrentActor() actor: SessionActor, @Body() body: FraudSettingsDto) {
    return this.settings.setOwn(actor, body);
  }

  @Get('blocks')
  @AllowsImpersonation()
  @Answers(FraudBlockPage, {
    summary: { id: 'Temuan penjaga penipuan', en: 'List the blocks of the fraud guard' },
    about:
      'Blocks, newest first; in shadow mode, blocks that would have applied. They stay listed for 30 days after their end.',
  })
  listFraudBlocks(@CurrentPrincipal() { userId }: Principal, @Query() query: FraudBlockQuery) {
    return this.blocks.page(userId, query);
  }

  @Delete('blocks/:id')
  @Answers(null, {
    summary: { id: 'Cabut sebuah blokir', en: 'Lift a block' },
    about: 'Earlier sends do not count towards another block. All processes lift it within ten seconds.',
    message: BLOCK_LIFTED,
  })
  liftFraudBlock(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.blocks.liftOwn(actor, id);
  }

  @Get('lists')
  @AllowsImpersonation()
  @Answers(FraudListsView, {
    summary: {
      id: 'Daftar nomor yang selalu diizinkan atau diblokir',
      en: 'List the allowed and blocked numbers',
    },
    about:
      'Phones and prefixes of the account. The operator’s lists apply too, but the account’s entries win.',
  })
  listFraudNumbers(@CurrentPrincipal() { userId }: Principal) {
    return this.lists.view(userId);
  }

  @Post('lists')
  @Answers(FraudListsView, {
    summary: { id: 'Selalu izinkan atau blokir sebuah nomor', en: 'Always allow or block a number' },
    about: 'A phone or a prefix. A phone wins over a prefix, a longer prefix over a shorter one.',
    message: NUMBER_LISTED,
  })
  @Fails('parameter_missing', 'parameter_invalid', 'phone_invalid')
  addFraudNumber(@CurrentActor() actor: SessionActor, @Body() body: FraudListEntryDto) {
    return this.lists.add(actor, actor.userId, body);
  }

  @Delete('lists/:id')
  @Answers(null, {
    summary: { id: 'Hapus sebuah nomor dari daftarnya', en: 'Remove a number from its list' },
    about: 'The rules apply to the number again.',
    message: NUMBER_UNLISTED,
  })
  removeFraudNumber(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.lists.remove(actor, actor.userId, id);
  }
}
