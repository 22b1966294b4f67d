// The map of the code: each folder, and what it may import besides itself. Imports only ever go down.
const contract = 'workflows/contract'
const mayImport = {
  domain: [],
  platform: [],
  workflows: ['domain'],
  db: ['domain', 'platform', contract],
  'use-cases': ['domain', 'platform', 'db', contract],
  activities: ['domain', 'platform', 'use-cases', contract, 'workflows/ports'],
  http: ['domain', 'platform', 'use-cases'],
  api: ['domain', 'http', 'use-cases'],
  web: ['domain', 'http', 'use-cases'],
  server: ['domain', 'platform', 'db', 'use-cases', 'http', 'api', 'web', contract],
  worker: ['platform', 'db', 'use-cases', 'activities', 'workflows'],
  sdk: [],
}
const folders = Object.keys(mayImport)
const only = (folder) => ({
  name: `${folder} may import only: ${[folder, ...mayImport[folder]].join(', ')}`,
  severity: 'error',
  from: { path: `^${folder}/` },
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
      'TypeBox says what is asked for: in use cases, and where requests are read',
      { pathNot: '^(use-cases|http|api|test)/' },
      'node_modules/typebox/',
    ),
    packages(
      'ajv stays where requests are read',
      { pathNot: '^(http|test)/' },
      'node_modules/ajv/',
    ),
    packages(
      'Koa stays where requests are answered',
      { pathNot: '^(http|api|web/http|web/serve|server|test)' },
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
        pathNot: '(^|/)(main|.*-main|.*\\.test)\\.ts$|^web/design/[a-z]+\\.js$|\\.mjs$',
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
