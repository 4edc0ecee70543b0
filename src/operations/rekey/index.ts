export { RekeyModule } from './rekey.module.js';
export { Rekey } from './rekey.service.js';
export { nextStepText, remainingText, requiredFlags, sealedText } from './report.rules.js';
