import { applyDecorators, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresAdmin, RequiresUser } from './principal.js';

/** Routes for administrators. */
export const AdminController = (path: string) =>
  applyDecorators(ApiTags('Admin'), Controller(path), RequiresAdmin());

/** Routes for whoever is logged in, under this heading of the documents. */
export const UserController = (tag: string, path: string) =>
  applyDecorators(ApiTags(tag), Controller(path), RequiresUser());
