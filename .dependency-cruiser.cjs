// The map of the code: each folder, and what it may import besides itself. Imports only ever go down.
const doors = ['workflows/contract', 'workflows/ports']
const mayImport = {
  domain: [],
  platform: [],
  workflows: ['domain'],
  db: ['domain', 'platform', 'workflows/contract'],
  activities: ['domain', 'platform', 'db', ...doors],
  api: ['domain', 'platform', 'db', ...doors],
  web: [
    'domain',
    'platform',
    'db',
    ...doors,
    ...['context', 'http', 'present'].map((p) => `api/${p}`),
    'api/payment-links',
    'api/payouts',
    'api/pricing',
    'api/receipts',
    'api/refunds',
    'api/sandbox',
    'api/staff',
    'api/transfers',
  ],
  worker: ['platform', 'db', 'activities', 'workflows'],
}
// Where the pages are put beside the API: the one file of `api` that knows `web`.
const mounting = '^api/start-api\\.ts$'
const folders = Object.keys(mayImport)
const only = (folder) => ({
  name: `${folder} may import only: ${[folder, ...mayImport[folder]].join(', ')}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: [mounting] },
  to: outside([folder, ...mayImport[folder]]),
})
const outside = (allowed) => ({
  path: `^(${[...folders, 'dev', 'test'].join('|')})/`,
  pathNot: allowed.map((p) => `^${p}[./]`),
})
const packages = (name, from, to, pathNot) => ({
  name,
  severity: 'error',
  from,
  to: pathNot ? { path: to, pathNot } : { path: to },
})
module.exports = {
  forbidden: [
    ...folders.map(only),
    {
      name: 'what serves both may import web besides what api may',
      severity: 'error',
      from: { path: mounting },
      to: outside(['api', 'web', ...mayImport.api]),
    },
    packages(
      'domain uses only a decimal and a phone library',
      { path: '^domain/' },
      'node_modules/',
      'node_modules/(big\\.js|@types/big\\.js|libphonenumber-js)/',
    ),
    packages(
      'workflows use only the workflow SDK',
      { path: '^workflows/' },
      'node_modules/',
      'node_modules/@temporalio/(workflow|common)/',
    ),
    packages(
      'ajv and TypeBox stay in api',
      { pathNot: '^(api|test)/' },
      'node_modules/(ajv|typebox)/',
    ),
    packages(
      'Koa stays where requests are answered',
      { pathNot: '^(api|web/http|web/serve|test)' },
      'node_modules/(koa|@koa)/',
    ),
    packages(
      'JSX stays in web',
      { pathNot: '^(web|test)/' },
      'node_modules/(preact|preact-render-to-string)/',
    ),
    packages(
      'pdfkit stays with invoices',
      { pathNot: '^(web/invoice|test)/' },
      'node_modules/pdfkit/',
    ),
    packages(
      'MikroORM stays in db',
      { pathNot: '^(db|test)/' },
      'node_modules/(@mikro-orm|kysely)/',
    ),
    {
      name: 'domain and workflows are pure: no Node module',
      severity: 'error',
      from: { path: '^(domain|workflows)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no file that nothing imports',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: '(^|/)(main|.*\\.test)\\.ts$|^web/design/[a-z]+\\.js$|\\.mjs$',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}
