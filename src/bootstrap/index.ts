export { BootstrapModule } from './bootstrap.module.js';
export { demoFault } from './demo-fault.js';
export { demoLines, readDemo } from './demo-file.js';
export { FirstBoot } from './first-boot.js';
