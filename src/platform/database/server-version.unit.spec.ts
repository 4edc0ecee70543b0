import { describe, expect, it } from 'vitest';
import { ServerTooOldError, supportedServer } from './server-version.js';

describe('a server', () => {
  it.each([
    ['8.0.16', 'MySQL 8.0.16'],
    ['8.0.36-0ubuntu0.22.04.1', 'MySQL 8.0.36-0ubuntu0.22.04.1'],
    ['8.0.35-27', 'MySQL 8.0.35-27'],
    ['8.4.0-log', 'MySQL 8.4.0-log'],
    ['9.7.4', 'MySQL 9.7.4'],
    ['9.7.4-2', 'MySQL 9.7.4-2'],
    ['10.0.1', 'MySQL 10.0.1'],
    ['10.6.0-MariaDB', 'MariaDB 10.6.0-MariaDB'],
    ['10.6.14-9-MariaDB-enterprise-log', 'MariaDB 10.6.14-9-MariaDB-enterprise-log'],
    ['10.11.19-MariaDB-0+deb12u1', 'MariaDB 10.11.19-MariaDB-0+deb12u1'],
    ['5.5.5-10.11.6-MariaDB-1:10.11.6+maria~deb12', 'MariaDB 10.11.6-MariaDB-1:10.11.6+maria~deb12'],
    ['11.8.3-MariaDB-0+deb13u1 from Debian', 'MariaDB 11.8.3-MariaDB-0+deb13u1 from Debian'],
  ])('that says %j is supported', (said, server) => expect(supportedServer(said)).toBe(server));

  it.each([
    ['8.0.15', 'MySQL 8.0.15', 'MySQL 8.0.16'],
    ['8.0.4-rc-log', 'MySQL 8.0.4-rc-log', 'MySQL 8.0.16'],
    ['5.7.44-log', 'MySQL 5.7.44-log', 'MySQL 8.0.16'],
    ['5.5.5', 'MySQL 5.5.5', 'MySQL 8.0.16'],
    ['10.5.29-MariaDB-0+deb11u1', 'MariaDB 10.5.29-MariaDB-0+deb11u1', 'MariaDB 10.6.0'],
    ['5.5.5-10.3.39-MariaDB-log', 'MariaDB 10.3.39-MariaDB-log', 'MariaDB 10.6.0'],
    ['5.5.68-MariaDB', 'MariaDB 5.5.68-MariaDB', 'MariaDB 10.6.0'],
    ['', 'MySQL ', 'MySQL 8.0.16'],
  ])('that says %j is too old, and told what to bring it to', (said, server, oldest) => {
    const fix = `Bring it to ${oldest} or newer.`;
    expect(() => supportedServer(said)).toThrow(new ServerTooOldError(server, fix));
  });
});
