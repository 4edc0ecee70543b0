export { BrandsModule } from './brands.module.js';
export { ProtectedBrands } from './protected-brands.js';
