import { Body, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { BLOCK_LIFTED, NUMBER_LISTED, NUMBER_UNLISTED, SETTINGS_SAVED } from './fraud.controller.js';
import {
  AdminFraudBlockPage,
  AdminFraudBlockQuery,
  FraudListEntryDto,
  FraudListsView,
  FraudSettingsDto,
  FraudSettingsView,
} from './fraud.dto.js';
import { SERVICE_WIDE } from './fraud.entities.js';
import { FraudBlocks } from './fraud-blocks.js';
import { FraudLists } from './fraud-lists.js';
import { FraudSettings } from './fraud-settings.js';

@AdminController('api/admin/fraud')
export class FraudAdminController {
  constructor(
    private readonly settings: FraudSettings,
    private readonly blocks: FraudBlocks,
    private readonly lists: FraudLists,
  ) {}

  @Get('settings')
  @Answers(FraudSettingsView, {
    summary: { id: 'Pengaturan umum penjaga penipuan', en: 'Get the general settings of the fraud guard' },
    about: 'They apply to accounts without their own settings.',
  })
  getFraudDefaults() {
    return this.settings.adminView(SERVICE_WIDE);
  }

  @Put('settings')
  @Answers(FraudSettingsView, {
    summary: {
      id: 'Ubah pengaturan umum penjaga penipuan',
      en: 'Set the general settings of the fraud guard',
    },
    about: 'Replaces all settings; a missing or null one gets the default of the service.',
    message: SETTINGS_SAVED,
  })
  @Fails('parameter_invalid')
  setFraudDefaults(@CurrentActor() actor: SessionActor, @Body() body: FraudSettingsDto) {
    return this.settings.setBy(actor, SERVICE_WIDE, body);
  }

  @Get('accounts/:id/settings')
  @Answers(FraudSettingsView, {
    summary: {
      id: 'Pengaturan penjaga penipuan satu pengguna',
      en: 'Get the settings of the fraud guard for a user',
    },
    about: 'Mode and limits that apply to the account, and which of them are its own.',
  })
  getUserFraudSettings(@IdParam() userId: number) {
    return this.settings.adminView(userId);
  }

  @Put('accounts/:id/settings')
  @Answers(FraudSettingsView, {
    summary: {
      id: 'Ubah pengaturan penjaga penipuan satu pengguna',
      en: 'Set the settings of the fraud guard for a user',
    },
    about: 'Replaces all settings; for a missing or null one, the general setting applies.',
    message: SETTINGS_SAVED,
  })
  setUserFraudSettings(
    @CurrentActor() actor: SessionActor,
    @IdParam() userId: number,
    @Body() body: FraudSettingsDto,
  ) {
    return this.settings.setBy(actor, userId, body);
  }

  @Get('blocks')
  @Answers(AdminFraudBlockPage, {
    summary: {
      id: 'Temuan penjaga penipuan semua akun',
      en: 'List the blocks of the fraud guard, of all accounts',
    },
    about:
      'Blocks, newest first; in shadow mode, blocks that would have applied. They stay listed for 30 days after their end.',
  })
  listAllFraudBlocks(@Query() query: AdminFraudBlockQuery) {
    return this.blocks.adminPage(query);
  }

  @Delete('blocks/:id')
  @Answers(null, {
    summary: { id: 'Cabut blokir akun mana pun', en: 'Lift a block of any account' },
    about: 'Earlier sends do not count towards another block. The owner gets a mail.',
    message: BLOCK_LIFTED,
  })
  liftUserFraudBlock(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.blocks.liftBy(actor, id);
  }

  @Get('lists')
  @Answers(FraudListsView, {
    summary: {
      id: 'Daftar nomor yang diizinkan atau diblokir untuk semua akun',
      en: 'List the numbers that are allowed or blocked for all accounts',
    },
    about: 'Phones and prefixes. The lists of an account win over these.',
  })
  listGeneralFraudNumbers() {
    return this.lists.view(SERVICE_WIDE);
  }

  @Post('lists')
  @Answers(FraudListsView, {
    summary: {
      id: 'Izinkan atau blokir sebuah nomor untuk semua akun',
      en: 'Allow or block a number for all accounts',
    },
    about: 'A phone or a prefix.',
    message: NUMBER_LISTED,
  })
  @Fails('parameter_missing', 'parameter_invalid', 'phone_invalid')
  addGeneralFraudNumber(@CurrentActor() actor: SessionActor, @Body() body: FraudListEntryDto) {
    return this.lists.add(actor, SERVICE_WIDE, body);
  }

  @Delete('lists/:id')
  @Answers(null, {
    summary: {
      id: 'Hapus sebuah nomor dari daftar semua akun',
      en: 'Remove a number from the list of all accounts',
    },
    about: 'The rules apply to the number again.',
    message: NUMBER_UNLISTED,
  })
  removeGeneralFraudNumber(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.lists.remove(actor, SERVICE_WIDE, id);
  }
}
