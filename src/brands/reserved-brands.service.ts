import { Injectable } from '@nestjs/common';
import { Audit } from '../operations/audit/index.js';
import type { SessionActor } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { ReservedBrand } from './brand.entities.js';
import { ProtectedBrands } from './protected-brands.js';
import { type ReserveBrandsDto, RESERVED_MAX, type ReservedBrandsView } from './reserved-brands.dto.js';

@Injectable()
export class ReservedBrandsService {
  constructor(
    private readonly database: Database,
    private readonly brands: ProtectedBrands,
    private readonly audit: Audit,
    private readonly confirmation: Confirmation,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<ReservedBrandsView> {
    const rows = await this.database.read.find(ReservedBrand, {
      order: { brand: 'ASC', id: 'ASC' },
      take: RESERVED_MAX,
    });
    return {
      items: rows.map(({ id, brand, createdAt }) => ({
        id,
        brand,
        ...this.calendar.fields('created_at', createdAt),
      })),
    };
  }

  /** Adds names. A name that is already reserved stays as it is. */
  async add(
    actor: SessionActor,
    { brands, current_password }: ReserveBrandsDto,
  ): Promise<ReservedBrandsView> {
    await this.confirmation.require(actor, current_password);
    const createdAt = this.clock.now();
    await this.database.tx(async (tx) => {
      const known = new Set((await tx.find(ReservedBrand)).map(({ brand }) => brand));
      const added = brands.filter((brand) => !known.has(brand));
      if (known.size + added.length > RESERVED_MAX)
        throw new AppError('parameter_invalid', { body: { fields: ['brands'] } });
      if (added.length === 0) return;
      for (const brand of added) {
        const row = tx.create(ReservedBrand, { brand, createdAt });
        await tx.insert(ReservedBrand, row);
        await this.brands.protect(tx, { reservedBrandId: row.id }, [brand]);
      }
      await this.audit.record(tx, actor, 'brand.reserve', 'reserved_brands', { brands: added });
    });
    return this.list();
  }

  async remove(actor: SessionActor, id: number, currentPassword: string | undefined): Promise<void> {
    const { brand } = orNotFound(await this.database.read.findOneBy(ReservedBrand, { id }));
    await this.confirmation.require(actor, currentPassword);
    await this.database.tx(async (tx) => {
      const { affected } = await tx.delete(ReservedBrand, { id });
      if (affected !== 1) throw new AppError('not_found');
      await this.brands.protect(tx, { reservedBrandId: id }, []);
      await this.audit.record(tx, actor, 'brand.release', `reserved_brand:${id}`, { brand });
    });
  }
}
