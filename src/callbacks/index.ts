export { CallbacksModule } from './callbacks.module.js';
