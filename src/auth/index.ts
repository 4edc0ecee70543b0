export { AccountCommands, COMMANDS, type Command } from './shell/account-commands.js';
export { ShellModule } from './shell/shell.module.js';
export { AuthModule } from './auth.module.js';
export { AccessGuard } from './access.guard.js';
