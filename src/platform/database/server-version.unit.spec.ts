import { describe, expect, it } from 'vitest';
import { type DatabaseServer, serverOf, UnsuitableServerError } from './server-version.js';

describe('a server', () => {
  it.each<[DatabaseServer['kind'], string, string]>([
    ['MySQL', '8.0.16', 'MySQL 8.0.16'],
    ['MySQL', '8.0.36-0ubuntu0.22.04.1', 'MySQL 8.0.36-0ubuntu0.22.04.1'],
    ['MySQL', '8.0.35-27', 'MySQL 8.0.35-27'],
    ['MySQL', '8.4.0-log', 'MySQL 8.4.0-log'],
    ['MySQL', '9.7.4', 'MySQL 9.7.4'],
    ['MySQL', '9.7.4-2', 'MySQL 9.7.4-2'],
    ['MySQL', '10.0.1', 'MySQL 10.0.1'],
    ['MariaDB', '10.6.0-MariaDB', 'MariaDB 10.6.0-MariaDB'],
    ['MariaDB', '10.6.14-9-MariaDB-enterprise-log', 'MariaDB 10.6.14-9-MariaDB-enterprise-log'],
    ['MariaDB', '10.11.19-MariaDB-0+deb12u1', 'MariaDB 10.11.19-MariaDB-0+deb12u1'],
    [
      'MariaDB',
      '5.5.5-10.11.6-MariaDB-1:10.11.6+maria~deb12',
      'MariaDB 10.11.6-MariaDB-1:10.11.6+maria~deb12',
    ],
    ['MariaDB', '11.8.3-MariaDB-0+deb13u1 from Debian', 'MariaDB 11.8.3-MariaDB-0+deb13u1 from Debian'],
    ['TiDB', '8.0.11-TiDB-v8.5.0', 'TiDB 8.5.0'],
    ['TiDB', '8.0.11-TiDB-v8.5.6-dirty', 'TiDB 8.5.6-dirty'],
    ['TiDB', '5.7.25-TiDB-v9.0.0-beta.2', 'TiDB 9.0.0-beta.2'],
    ['TiDB', '8.0.11-TiDB-v8.4.0-this-is-a-placeholder', 'TiDB 8.4.0-this-is-a-placeholder'],
    ['TiDB', '8.0.11-TiDB-None', 'TiDB None'],
  ])('%s that says %j is supported', (kind, said, name) => {
    expect(serverOf(kind, said)).toEqual({ kind, name });
  });

  it.each<[DatabaseServer['kind'], string, string, string]>([
    ['MySQL', '8.0.15', 'MySQL 8.0.15', 'MySQL 8.0.16'],
    ['MySQL', '8.0.4-rc-log', 'MySQL 8.0.4-rc-log', 'MySQL 8.0.16'],
    ['MySQL', '5.7.44-log', 'MySQL 5.7.44-log', 'MySQL 8.0.16'],
    ['MySQL', '5.5.5', 'MySQL 5.5.5', 'MySQL 8.0.16'],
    ['MySQL', '', 'MySQL ', 'MySQL 8.0.16'],
    ['MariaDB', '10.5.29-MariaDB-0+deb11u1', 'MariaDB 10.5.29-MariaDB-0+deb11u1', 'MariaDB 10.6.0'],
    ['MariaDB', '5.5.5-10.3.39-MariaDB-log', 'MariaDB 10.3.39-MariaDB-log', 'MariaDB 10.6.0'],
    ['MariaDB', '5.5.68-MariaDB', 'MariaDB 5.5.68-MariaDB', 'MariaDB 10.6.0'],
    ['TiDB', '8.0.11-TiDB-v8.4.0', 'TiDB 8.4.0', 'TiDB 8.5.0'],
    ['TiDB', '8.0.11-TiDB-v7.5.2-serverless', 'TiDB 7.5.2-serverless', 'TiDB 8.5.0'],
    // Somebody has set `server-version` to that of MySQL: what TiDB it is nobody can know.
    ['TiDB', '8.0.36', 'TiDB 8.0.36', 'TiDB 8.5.0'],
  ])('%s that says %j is too old, with the version to upgrade to', (kind, said, name, oldest) => {
    const start = () => serverOf(kind, said);
    expect(start).toThrow(UnsuitableServerError);
    expect(start).toThrow(`${name} is too old. Upgrade it to ${oldest} or newer`);
  });
});
