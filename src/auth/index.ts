export { AccessGuard } from './access.guard.js';
export { AuthModule } from './auth.module.js';
export { Sessions } from './sessions/sessions.service.js';
export { AccountCommands, type Command, COMMANDS } from './shell/account-commands.js';
export { ShellModule } from './shell/shell.module.js';
