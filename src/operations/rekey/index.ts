export { RekeyModule } from './rekey.module.js';
export { Rekey } from './rekey.service.js';
export { nextStepText, remainingText, sealedText, wordsNeeded } from './report.rules.js';
