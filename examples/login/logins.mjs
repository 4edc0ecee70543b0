import { randomUUID } from 'node:crypto';

const LOGINS_MAX = 10_000;
const RANK = { sent: 0, failed: 1, delivered: 2 };

/** Logins under way and sessions, in memory: a real application keeps them in its database. */
export class Logins {
  #logins = new Map();
  #sessions = new Map();
  /** Events may arrive before the response to the send. */
  #early = new Map();

  open(id, { phone, messageId }) {
    keep(this.#logins, id, { phone, messageId, status: this.#early.get(messageId) ?? 'sent' });
  }

  find(id) {
    return this.#logins.get(id);
  }

  /** Ends a login; returns the secret of its session. */
  finish(id) {
    const { phone } = this.#logins.get(id);
    this.#logins.delete(id);
    const session = randomUUID();
    keep(this.#sessions, session, phone);
    return session;
  }

  phoneOf(session) {
    return this.#sessions.get(session);
  }

  /** Stores the status of a message; a status never goes back. */
  report(messageId, status) {
    for (const login of this.#logins.values()) {
      if (login.messageId !== messageId) continue;
      if (RANK[status] > RANK[login.status]) login.status = status;
      return;
    }
    keep(this.#early, messageId, status);
  }
}

/** Evicts the oldest entries above the limit. */
function keep(map, key, value) {
  map.set(key, value);
  if (map.size > LOGINS_MAX) map.delete(map.keys().next().value);
}
