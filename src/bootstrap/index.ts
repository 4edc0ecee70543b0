export { BootstrapModule } from './bootstrap.module.js';
export { FirstBoot } from './first-boot.js';
