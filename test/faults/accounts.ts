import type { Account } from './traffic.js';

const CREDITS = { rich: 100_000_000, lean: 4000, capped: 100_000_000 };
/** Never reached: under a cap a send takes more steps. */
const CAP = 1_000_000_000;

interface Session {
  token: string;
  user: { id: number };
}

/**
 * An administrator's token, and accounts with keys: one that can pay for everything, one that now and then cannot, one
 * whose key has a cap and whose webhook is told of everything.
 */
export async function openAccounts(
  url: string,
  password: string,
): Promise<{ adminToken: string; accounts: Account[] }> {
  const admin = await post<Session>(`${url}/api/auth/login`, { username: 'admin', password });
  const accounts: Account[] = [];
  for (const [name, amount] of Object.entries(CREDITS)) {
    const { token, user } = await post<Session>(`${url}/api/auth/register`, {
      username: name,
      email: `${name}@example.test`,
      password: 'kata-sandi-uji',
      name: 'Akun Uji',
    });
    const { key } = await post<{ key: string }>(
      `${url}/api/account/api-keys`,
      { name: 'uji', ...(name === 'capped' && { daily_cap: CAP, spend_cap: CAP }) },
      token,
    );
    await post(`${url}/api/admin/users/${user.id}/credit`, { amount, note: 'first' }, admin.token);
    if (name === 'capped') await post(`${url}/api/account/webhooks`, { url: 'http://127.0.0.1:9/' }, token);
    accounts.push({ userId: user.id, key });
  }
  return { adminToken: admin.token, accounts };
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}
