import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { requireProgram } from '../support/services/find-program.js';
import { countLayoutShifts } from './layout-shifts.js';

/** No sandbox: the tests may run as root. The rest keeps Chromium from calling home. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const TIMEOUT_MS = 30_000;
/** Of the service, has no script, and stands where a page may read and write what the browser keeps for it. */
const RESTING_PLACE = '/icon.svg';

/** Of a visitor, with a page that rests. */
export interface Profile {
  context: BrowserContext;
  page: Page;
}

/** One for all test files of a worker, which takes it along when it ends. */
let shared: Promise<Browser> | undefined;
const known = new Map<string, Profiles>();

/**
 * The profiles of the visitors of one service. Page and process are used again: a new one reads and compiles the
 * dashboard from nothing, and that was most of what a test took.
 */
export class Profiles {
  private readonly resting: Profile[] = [];
  private readonly taken: Profile[] = [];

  private constructor(private readonly serviceUrl: string) {}

  /** The same for all that visit this address. */
  static at(serviceUrl: string): Profiles {
    const profiles = known.get(serviceUrl) ?? new Profiles(serviceUrl);
    known.set(serviceUrl, profiles);
    return profiles;
  }

  /** One that nobody else has, with nothing in it. */
  async take(): Promise<Profile> {
    const profile = this.resting.pop() ?? (await this.create());
    this.taken.push(profile);
    return profile;
  }

  /** Ends the visits. */
  async clear(): Promise<void> {
    for (const profile of this.taken.splice(0)) {
      if (await canRest(profile)) this.resting.push(await emptied(profile));
      else await profile.context.close();
    }
  }

  private async create(): Promise<Profile> {
    const browser = await (shared ??= launch());
    const context = await browser.newContext({
      baseURL: this.serviceUrl,
      locale: 'en-US', // So that the dashboard is in Indonesian of its own accord.
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addInitScript(countLayoutShifts);
    const page = await context.newPage();
    await page.goto(RESTING_PLACE);
    return { context, page };
  }
}

async function launch(): Promise<Browser> {
  const found = requireProgram('chromium');
  if (found.kind === 'missing') throw new Error(found.reason);
  return chromium.launch({ executablePath: found.path, args: FLAGS });
}

/** A clock that a test has turned cannot be turned back. */
async function canRest({ page }: Profile): Promise<boolean> {
  return !page.isClosed() && page.evaluate(() => String(setTimeout).includes('[native code]'));
}

/** The page leaves before what it kept is taken away, so that it cannot answer to that. */
async function emptied(profile: Profile): Promise<Profile> {
  const { context, page } = profile;
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of ['request', 'requestfinished', 'requestfailed', 'console', 'pageerror'])
    page.removeAllListeners(event);
  await context.setOffline(false);
  await page.goto(RESTING_PLACE);
  await page.mouse.move(0, 0);
  await context.clearCookies();
  await context.clearPermissions();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  return profile;
}
