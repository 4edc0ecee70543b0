export { UsersModule } from './users.module.js';
export { UsersService } from './users.service.js';
export { User } from './user.entity.js';
export { UserView } from './users.dto.js';
