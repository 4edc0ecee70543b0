/**
 * The allowed dependencies between modules. Every module may import platform, and all but platform may import config. Other modules are
 * imported through their `index.ts` only. Everything else is forbidden; a new module needs a row.
 */
export const DEPENDENCIES = {
  platform: [],
  config: [],
  migrations: [],
  'operations/audit': [],
  'operations/books': [],
  'operations/leak': [],
  'operations/move': ['operations/books'],
  'privacy/records': [],
  brands: ['operations/audit'],
  'operations/requests': [],
  credit: ['operations/audit'],
  users: ['brands', 'credit', 'operations/audit'],
  payments: ['credit', 'users'],
  'api-keys': ['users', 'credit', 'operations/audit'],
  gateway: ['operations/audit'],
  fraud: ['users', 'webhook', 'operations/audit', 'privacy/records'],
  auth: ['users', 'api-keys', 'webhook', 'operations/audit'],
  members: ['auth', 'users', 'operations/audit'],
  otp: ['api-keys', 'operations/audit', 'brands', 'credit', 'fraud', 'gateway', 'privacy/records', 'webhook'],
  privacy: ['privacy/records', 'fraud', 'otp', 'users', 'operations/audit'],
  history: ['otp', 'costs', 'credit', 'gateway', 'users', 'webhook', 'operations/audit'],
  costs: ['gateway', 'otp', 'users', 'operations/audit'],
  analytics: ['api-keys', 'costs', 'gateway', 'history', 'otp'],
  'operations/alerts': [
    'operations/audit',
    'operations/books',
    'costs',
    'credit',
    'fraud',
    'gateway',
    'history',
    'otp',
    'payments',
    'privacy',
    'users',
    'webhook',
  ],
  offboarding: [
    'api-keys',
    'auth',
    'credit',
    'history',
    'otp',
    'privacy/records',
    'users',
    'webhook',
    'operations/audit',
  ],
  'auth-hooks': ['api-keys', 'otp', 'users', 'operations/audit'],
  callbacks: ['gateway', 'otp'],
  webhook: ['users', 'privacy/records', 'operations/audit'],
  'operations/health': ['gateway'],
  'operations/system': ['operations/books', 'credit', 'gateway', 'history', 'otp', 'users', 'webhook'],
  dashboard: ['credit', 'users'],
  bootstrap: ['users', 'api-keys', 'gateway', 'credit'],
  'operations/doctor': ['gateway', 'payments'],
  'operations/rekey': ['gateway'],
};

const MODULES = Object.keys(DEPENDENCIES);
const SPECS = '[.]spec[.]ts$';
const oneOf = (names) => `(?:${names.join('|')})`;

/** Modules inside a folder, such as `operations/audit`, have their own rows. */
const modulesInside = (module) =>
  MODULES.filter((other) => other.startsWith(`${module}/`)).map((other) => `^src/${other}/`);

function dependencyRule([module, mayImport]) {
  const entries = [...(module === 'platform' ? [] : ['config']), ...mayImport].map(
    (other) => `^src/${other}/index[.]ts$`,
  );
  return {
    name: `dependencies-of-${module.replaceAll('/', '-')}`,
    comment: `${module} may import platform${mayImport.map((other) => `, ${other}`).join('')}, by their index.ts.`,
    severity: 'error',
    from: { path: `^src/${module}/`, pathNot: modulesInside(module) },
    to: { path: '^(?:src/|ormconfig)', pathNot: [`^src/${module}/`, '^src/platform/', ...entries] },
  };
}

/** Rules for everything else. */
const FURTHER_RULES = [
  {
    name: 'module-without-a-row',
    comment: 'Give the new module a row in DEPENDENCIES.',
    severity: 'error',
    from: { path: '^src/[^/]+/', pathNot: `^src/${oneOf(MODULES)}/` },
    to: {},
  },
  {
    name: 'only-through-index',
    comment: 'The root files import every module through its index.ts.',
    severity: 'error',
    from: { path: '^src/[^/]+[.]ts$' },
    to: { path: '^src/[^/]+/', pathNot: ['^src/platform/', '^src/.+/index[.]ts$'] },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'rules-of-the-domain-stand-alone',
    comment:
      'A file that holds a rule of the domain, such as cooldown.rules.ts, imports neither Nest nor TypeORM; nor do plain tools.',
    severity: 'error',
    from: { path: ['[.]rules[.]ts$', '^src/platform/(?:ids|text|time)/'] },
    to: { path: 'node_modules/(?:@nestjs|typeorm)/' },
  },
  {
    name: 'simulator-stands-alone',
    comment: 'The simulator is an independent example of a gateway.',
    severity: 'error',
    from: { path: '^simulator/' },
    to: { path: '^(?:src|test|scripts)/|^ormconfig' },
  },
  {
    name: 'simulation-plays-by-the-rules',
    comment: 'The simulations run the rules of the service, and nothing that needs a database.',
    severity: 'error',
    from: { path: '^bench/(?:fleet|fraud|scaling)/' },
    to: {
      path: '^(?:src|simulator|test|scripts)/|^ormconfig',
      pathNot: [
        '^src/platform/',
        '^src/config/index[.]ts$',
        '^src/gateway/pool/[a-z-]+[.]rules[.]ts$',
        '^src/fraud/fraud[.]rules[.]ts$',
        '^simulator/random[.]ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'bench-measures-from-outside',
    comment: 'The bench speaks to what is built; its hand-written servers share what every server needs.',
    severity: 'error',
    from: { path: '^bench/', pathNot: '^bench/(?:fleet|fraud|scaling)/' },
    to: {
      path: '^(?:src|test|scripts)/|^ormconfig',
      pathNot: ['^src/platform/', '^test/support/services/'],
    },
  },
  {
    name: 'service-needs-no-tools',
    comment: 'What runs in production knows neither the simulators nor the tests nor the scripts.',
    severity: 'error',
    from: { path: '^(?:src/|ormconfig)' },
    to: { path: '^(?:simulator|bench|test|scripts)/' },
  },
  {
    name: 'runs-without-dev-dependencies',
    severity: 'error',
    from: {
      path: '^(?:src/|simulator/|bench/|ormconfig)',
      pathNot: [SPECS, '^bench/baselines/common/pool-gateway[.]ts$'],
    },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'dashboard-stands-alone',
    comment:
      'The dashboard knows the service by the types of its API, and by the one rule of what recipients read: a preview of its own would drift. Its tests may hold a rule against the service’s.',
    severity: 'error',
    from: { path: '^dashboard/src/', pathNot: '[.]unit[.]spec[.]ts$' },
    to: {
      path: '^(?:src|simulator|test|scripts)/|^ormconfig',
      pathNot: '^src/platform/text/message-template[.]rules[.]ts$',
    },
  },
  {
    name: 'pages-are-leaves',
    comment: 'Routes know the pages; what the pages are made of does not.',
    severity: 'error',
    from: { path: '^dashboard/src/(?:api|i18n|components|layout)/' },
    to: { path: '^dashboard/src/(?:pages|routes)/' },
  },
  {
    name: 'pages-know-their-own-area',
    comment: 'What two areas share lives in components or api.',
    severity: 'error',
    from: { path: '^dashboard/src/pages/([^/]+)/' },
    to: { path: '^dashboard/src/(?:pages|routes|layout)/', pathNot: '^dashboard/src/pages/$1/' },
  },
  {
    name: 'only-api-asks-the-service',
    comment: 'What pages share is asked in api/, the rest in the api.ts beside its page.',
    severity: 'error',
    from: { path: '^dashboard/src/', pathNot: ['^dashboard/src/api/', '/api[.]ts$'] },
    to: { path: '^dashboard/src/api/client[.]ts$' },
  },
  {
    name: 'layers-of-the-dashboard',
    comment: 'components → i18n → api.',
    severity: 'error',
    from: { path: '^dashboard/src/api/' },
    to: { path: '^dashboard/src/(?:i18n|components|layout)/' },
  },
  {
    name: 'i18n-draws-nothing',
    severity: 'error',
    from: { path: '^dashboard/src/i18n/' },
    to: { path: '^dashboard/src/(?:components|layout)/' },
  },
  {
    name: 'components-know-no-layout',
    severity: 'error',
    from: { path: '^dashboard/src/components/' },
    to: { path: '^dashboard/src/layout/' },
  },
  {
    name: 'sdk-stands-alone',
    comment: 'An SDK knows the service by its API only, and needs nothing but its own folder.',
    severity: 'error',
    from: { path: '^sdk/' },
    to: { pathNot: '^sdk/' },
  },
  {
    name: 'resolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...Object.entries(DEPENDENCIES).map(dependencyRule), ...FURTHER_RULES],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What is built may be there or not; the scripts build it before they use it. The callers of the documents'
    // snippets, and of the SDKs, are run beside those, elsewhere.
    exclude: { path: ['^dist/', '^[.][.]/dist/', '^test/repository/snippets/', '^test/sdk/runners/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
