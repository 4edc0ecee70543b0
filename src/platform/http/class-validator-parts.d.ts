// The parts of class-validator that we take: the whole of it brings telephone tables and rules of every kind, three megabytes of memory.
declare module 'class-validator/cjs/decorator/common/ValidateBy.js' {
  export { ValidateBy } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/number/Max.js' {
  export { Max } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/number/Min.js' {
  export { Min } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/typechecker/IsInt.js' {
  export { IsInt } from 'class-validator';
}
declare module 'class-validator/cjs/metadata/MetadataStorage.js' {
  export { getMetadataStorage } from 'class-validator';
}
declare module 'class-validator/cjs/validation/Validator.js' {
  export { Validator } from 'class-validator';
}
