import { Get } from '@nestjs/common';
import { AdminController } from '../../platform/access/controllers.js';
import { Answers } from '../../platform/openapi/index.js';
import type { DriverInfo } from '../driver.js';
import { DRIVER_NAMES, driverNamed } from '../drivers/index.js';
import { DriverView } from './drivers.dto.js';

@AdminController('api/admin/drivers')
export class DriversAdminController {
  @Get()
  @Answers(DriverView, {
    id: 'listDrivers',
    summary: 'List the gateway drivers',
    summaryId: 'Daftar driver gateway',
    about: 'What each can do, and the settings it takes.',
    list: true,
  })
  list(): DriverView[] {
    return DRIVER_NAMES.flatMap((name) => {
      const driver = driverNamed(name);
      return driver ? [viewOf(name, driver.info)] : [];
    });
  }
}

function viewOf(name: string, info: DriverInfo): DriverView {
  const { title, experimental, account, token, settings, capabilities } = info;
  return {
    name,
    title,
    experimental,
    account,
    token,
    empty_answer: info.emptyAnswer ?? false,
    checks_numbers: info.checksNumbers ?? false,
    signs_since: info.signsSince ?? null,
    settings: settings.map(({ pattern, default: usual, ...setting }) => ({
      ...setting,
      pattern: pattern.source,
      default: usual ?? null,
    })),
    capabilities: {
      lookup: capabilities.lookup,
      check_number: capabilities.checkNumber,
      pairing: capabilities.pairing,
      copy_code: capabilities.copyCode,
      own_text: capabilities.ownText,
      signed_callbacks: capabilities.signedCallbacks,
      reports_delivery: capabilities.reportsDelivery,
    },
  };
}
