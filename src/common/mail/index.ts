export { Mailer, type Mail } from './mailer.js';
export { MailModule } from './mail.module.js';
export { SmtpMailer } from './smtp-mailer.js';
export { mailWord } from './mail-word.js';
