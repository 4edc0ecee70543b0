import { Injectable } from '@nestjs/common';
import { ProtectedBrands } from '../brands/index.js';
import { Credit } from '../credit/index.js';
import { Audit } from '../operations/audit/index.js';
import { ROLE, type SessionActor } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { Confirmation, type ConfirmedDto } from '../platform/security/confirmation.js';
import { Calendar } from '../platform/time/calendar.js';
import { Administrators } from './administrators.js';
import { contactsOf, withContacts } from './contacts.js';
import { User } from './user.entities.js';
import {
  type AdminUserPage,
  type AdminUserView,
  type BrandsDto,
  type RoleDto,
  type SuspendDto,
  toUserView,
  type UserSearchQuery,
} from './users.dto.js';
import { normalizeLogin, UsersService } from './users.service.js';

/** Shows and changes accounts for administrators. Each change is audited in its transaction. */
@Injectable()
export class UsersAdminService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly credit: Credit,
    private readonly administrators: Administrators,
    private readonly protectedBrands: ProtectedBrands,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly calendar: Calendar,
  ) {}

  async list({ page, limit, offset, search, sort }: UserSearchQuery): Promise<AdminUserPage> {
    const query = this.database.read
      .createQueryBuilder(User, 'user')
      .orderBy(sort === 'username' ? 'user.usernameKey' : 'user.id', sort === 'newest' ? 'DESC' : 'ASC')
      .skip(offset)
      .take(limit);
    query.where('NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = user.id AND m.account_id <> user.id)');
    if (search) {
      const part = `%${normalizeLogin(search).replace(/[!%_]/g, '!$&')}%`;
      query.andWhere(
        `(user.usernameKey LIKE :part ESCAPE '!' OR user.emailKey LIKE :part ESCAPE '!' OR LOWER(user.name) LIKE :part ESCAPE '!'
          OR EXISTS (SELECT 1 FROM members o JOIN users owner ON owner.id = o.user_id
            WHERE o.account_id = user.id AND o.role = 'owner' AND o.left_at IS NULL AND owner.email_key LIKE :part ESCAPE '!'))`,
        { part },
      );
    }
    const [users, total] = await query.getManyAndCount();
    return { total, page, limit, items: await this.viewsOf(users) };
  }

  async get(id: number): Promise<AdminUserView> {
    return orNotFound((await this.viewsOf([await this.require(id)]))[0]);
  }

  async suspend(actor: SessionActor, id: number, body: SuspendDto): Promise<AdminUserView> {
    const { suspended, current_password } = body;
    if (actor.userId === id) throw new AppError('own_account');
    await this.require(id);
    await this.confirmation.require(actor, current_password);
    await this.database.tx(async (tx) => {
      if (suspended) await this.administrators.requireAnother(tx, id);
      // A closing holds this lock.
      await this.users.lock(tx, { userId: id });
      if (!suspended) await this.users.requireOpen(tx, id);
      await this.users.suspend(tx, id, suspended);
      await this.audit.record(tx, actor, suspended ? 'user.suspend' : 'user.resume', `user:${id}`);
    });
    return this.get(id);
  }

  async setRole(
    actor: SessionActor,
    id: number,
    { role_id: roleId, admin_role: adminRole, current_password }: RoleDto,
  ): Promise<AdminUserView> {
    if (actor.userId === id) throw new AppError('own_account');
    await this.require(id);
    await this.confirmation.require(actor, current_password);
    await this.database.tx((tx) => this.administrators.setRole(tx, actor, id, { roleId, adminRole }));
    return this.get(id);
  }

  async approveBrands(actor: SessionActor, id: number, body: BrandsDto): Promise<AdminUserView> {
    const { brands, current_password } = body;
    await this.require(id);
    await this.confirmation.require(actor, current_password);
    await this.database.tx(async (tx) => {
      await tx.update(User, { id }, { approvedBrands: brands.length > 0 ? brands : null });
      await this.protectedBrands.protect(tx, { userId: id }, brands);
      await this.audit.record(tx, actor, 'user.brands', `user:${id}`, { brands });
    });
    return this.get(id);
  }

  /** Verifies the address without a mail: the administrator knows the owner by other means. */
  async verifyEmail(actor: SessionActor, id: number, body: ConfirmedDto): Promise<AdminUserView> {
    await this.require(id);
    await this.confirmation.require(actor, body.current_password);
    await this.database.tx(async (tx) => {
      const contact = (await contactsOf(tx, [id])).get(id) ?? id;
      if (await this.users.proveEmail(tx, contact))
        await this.audit.record(tx, actor, 'user.verify_email', `user:${id}`);
    });
    return this.get(id);
  }

  private async require(id: number): Promise<User> {
    return orNotFound(await this.users.findAccount(id));
  }

  private async viewsOf(users: User[]): Promise<AdminUserView[]> {
    const balances = await this.credit.balancesOf(users.map(({ id }) => id));
    return (await withContacts(this.database.read, users)).map((user) => ({
      ...toUserView(user, balances.get(user.id)),
      approved_brands: user.approvedBrands ?? [],
      suspended: user.suspendedAt !== null,
      admin_role: user.roleId === ROLE.admin ? (user.adminRole ?? 'operator') : null,
      ...this.calendar.fields('created_at', user.createdAt),
    }));
  }
}
