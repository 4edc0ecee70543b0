/**
 * The arrows of the house: which room may import which. Every room may import platform, and config but platform itself, and of the
 * rooms named here only their public face, `index.ts`. What is not written here is forbidden; a new room needs a row.
 */
export const ARROWS = {
  platform: [],
  config: [],
  migrations: [],
  'operations/audit': [],
  'operations/books': [],
  brands: ['operations/audit'],
  'operations/requests': [],
  credit: ['operations/audit'],
  users: ['brands', 'credit', 'operations/audit'],
  'api-keys': ['users', 'credit', 'operations/audit'],
  gateway: ['operations/audit'],
  auth: ['users', 'api-keys', 'webhook', 'operations/audit'],
  otp: ['api-keys', 'operations/audit', 'brands', 'credit', 'gateway', 'webhook'],
  history: ['otp', 'credit', 'gateway', 'users', 'webhook', 'operations/audit'],
  analytics: ['api-keys', 'gateway', 'history', 'otp'],
  'operations/alerts': [
    'operations/audit',
    'operations/books',
    'credit',
    'gateway',
    'history',
    'otp',
    'users',
    'webhook',
  ],
  'auth-hooks': ['api-keys', 'otp', 'users', 'operations/audit'],
  callbacks: ['gateway', 'otp'],
  webhook: ['users', 'operations/audit'],
  'operations/health': ['gateway'],
  'operations/system': ['operations/books', 'credit', 'gateway', 'history', 'otp', 'users', 'webhook'],
  dashboard: ['otp', 'users'],
  bootstrap: ['users', 'api-keys', 'gateway', 'credit'],
  'operations/doctor': ['gateway'],
};

const ROOMS = Object.keys(ARROWS);
const SPECS = '[.]spec[.]ts$';
const oneOf = (names) => `(?:${names.join('|')})`;

/** Rooms inside a room (say `operations/audit`) have rows of their own. */
const roomsInside = (room) =>
  ROOMS.filter((other) => other.startsWith(`${room}/`)).map((other) => `^src/${other}/`);

function arrowRule([room, mayImport]) {
  const faces = [...(room === 'platform' ? [] : ['config']), ...mayImport].map(
    (other) => `^src/${other}/index[.]ts$`,
  );
  return {
    name: `arrows-of-${room.replaceAll('/', '-')}`,
    comment: `${room} may import platform${mayImport.map((other) => `, ${other}`).join('')}, by their index.ts.`,
    severity: 'error',
    from: { path: `^src/${room}/`, pathNot: roomsInside(room) },
    to: { path: '^(?:src/|ormconfig)', pathNot: [`^src/${room}/`, '^src/platform/', ...faces] },
  };
}

/** Who imports a room sees its face only, and never a room inside another from above. */
const HOUSE_RULES = [
  {
    name: 'room-without-a-row',
    comment: 'Give the new room a row in ARROWS.',
    severity: 'error',
    from: { path: '^src/[^/]+/', pathNot: `^src/${oneOf(ROOMS)}/` },
    to: {},
  },
  {
    name: 'by-the-front-door',
    comment: 'The root files know every room, by its index.ts.',
    severity: 'error',
    from: { path: '^src/[^/]+[.]ts$' },
    to: { path: '^src/[^/]+/', pathNot: ['^src/platform/', '^src/.+/index[.]ts$'] },
  },
  {
    name: 'no-circles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'rules-of-the-domain-stand-alone',
    comment:
      'A file that holds a rule of the domain, as rest.rules.ts, imports neither Nest nor TypeORM; nor do plain tools.',
    severity: 'error',
    from: { path: ['[.]rules[.]ts$', '^src/platform/(?:ids|text|time)/'] },
    to: { path: 'node_modules/(?:@nestjs|typeorm)/' },
  },
  {
    name: 'simulator-stands-alone',
    comment: 'The simulator is a gateway as a stranger would write one.',
    severity: 'error',
    from: { path: '^simulator/' },
    to: { path: '^(?:src|test|scripts)/|^ormconfig' },
  },
  {
    name: 'simulation-plays-by-the-rules',
    comment: 'The fleet simulation runs the rules of the pool, and nothing that needs a database.',
    severity: 'error',
    from: { path: '^bench/(?:fleet|scaling)/' },
    to: {
      path: '^(?:src|simulator|test|scripts)/|^ormconfig',
      pathNot: [
        '^src/platform/',
        '^src/config/index[.]ts$',
        '^src/gateway/pool/[a-z-]+[.]rules[.]ts$',
        '^simulator/random[.]ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'bench-measures-from-outside',
    comment: 'The bench speaks to what is built; its hand-written servers share what every server needs.',
    severity: 'error',
    from: { path: '^bench/', pathNot: '^bench/(?:fleet|scaling)/' },
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
  forbidden: [...Object.entries(ARROWS).map(arrowRule), ...HOUSE_RULES],
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
