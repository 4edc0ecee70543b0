import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  ADMIN_ROLES,
  type AdminRole,
} from '../platform/access/roles.rules.js';
import { Check, isBoolean, matches, Trimmed, trimmed } from '../platform/http/index.js';
import {
  ChoiceField,
  OptionalField,
  PageOf,
  PageQuery,
  RequiredField,
} from '../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { areBrands, BRAND_MAX, BRAND_PATTERN, BRANDS_MAX } from '../platform/text/brand.rules.js';
import type { User } from './user.entities.js';

export class UserView {
  @ApiProperty({ type: 'integer', example: 7 }) id!: number;
  @ApiProperty({ example: 'tokobudi' }) username!: string;
  @Field('Name of the person or company', { example: 'Toko Budi' }) name!: string;
  @ApiProperty({ example: 'budi@example.com' }) email!: string;
  @Field('The owner has verified the address') email_verified!: boolean;
  @ApiProperty({ type: 'integer', example: 10000 }) credit_balance!: number;
  @Field('1 administrator, 2 user', { enum: [1, 2] }) role_id!: number;
}

/** A login: its own data, and its place in the account. */
export class ProfileView extends UserView {
  @Field('Id of the account, elsewhere called `user_id`', { example: 7 }) account_id!: number;
  @Field('Role in the account', { enum: ACCOUNT_ROLES }) role!: AccountRole;
  @OrNull('string', 'Role of an administrator; null: a user', { enum: [...ADMIN_ROLES, null] })
  admin_role!: AdminRole | null;
  @Field('The `operationId`s that these roles may call', {
    type: [String],
    example: ['getProfile', 'listAccountHistory'],
  })
  operations!: string[];
}

export function toUserView(user: User, balance = 0): UserView {
  const { id, username, name, email, emailVerifiedAt, roleId } = user;
  return {
    id,
    username,
    name,
    email,
    email_verified: emailVerifiedAt !== null,
    credit_balance: balance,
    role_id: roleId,
  };
}

export class AdminUserView extends UserView {
  @Field('The approved brands; empty: any', { type: [String], example: ['Blibli.com'] })
  approved_brands!: string[];
  @Field('true: the account can neither log in nor use its API keys') suspended!: boolean;
  @OrNull('string', 'Role of an administrator; null: a user', { enum: [...ADMIN_ROLES, null] })
  admin_role!: AdminRole | null;
  @LocalTime() created_at!: string;
}

export class AdminUserPage extends PageOf(AdminUserView) {}

/** The sort orders that an index supports. */
const USER_SORTS = ['newest', 'oldest', 'username'] as const;
type UserSort = (typeof USER_SORTS)[number];

export class UserSearchQuery extends PageQuery {
  @Trimmed()
  @OptionalField(matches(/^.{0,100}$/su), {
    maxLength: 100,
    description: 'A part of the username, email or name',
  })
  search?: string;

  @ChoiceField(USER_SORTS, 'newest', 'Order of the items') sort: UserSort = 'newest';
}

export class SuspendDto extends ConfirmedDto {
  @RequiredField(isBoolean, { description: 'true: suspend the account; false: lift the suspension' })
  suspended!: boolean;
}

export class BrandsDto extends ConfirmedDto {
  @Field('The only brands that the account may use, in exactly this spelling; empty: any brand', {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: BRAND_MAX, pattern: BRAND_PATTERN },
    uniqueItems: true,
    example: ['Blibli.com'],
    maxItems: BRANDS_MAX,
  })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(trimmed) : value))
  @Check('parameter_invalid', areBrands)
  brands!: string[];
}

export class BrandsView {
  @Field('Empty: any reasonable name', { type: [String], example: ['Blibli.com'] })
  approved_brands!: string[];
}

export class RoleDto extends ConfirmedDto {
  @RequiredField((value) => value === 1 || value === 2, {
    type: 'integer',
    enum: [1, 2],
    description: '1 administrator, 2 user',
  })
  role_id!: number;

  @ChoiceField(ADMIN_ROLES, 'operator', 'Role of an administrator') admin_role: AdminRole = 'operator';
}
