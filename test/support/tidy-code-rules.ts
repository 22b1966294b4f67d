import { filesOf, places, type Rule, type Tree } from './tidy-tree.ts'

const typescript = /\.(tsx?|mjs|cjs)$/
const sources = /^(domain|platform|workflows|db|use-cases|activities|http|api|web|server|worker)\//
const anyText = /./

/** Assembled here, so that the rules and their violations do not match this very file. */
const leftover = ['TO', 'DO'].join('')
const fix = ['FIX', 'ME'].join('')
const triple = 'X'.repeat(3)
const slash = '/'
const host = (...labels: string[]): string => labels.join('.')
const hosts = [
  host('registry', 'npmjs', 'org'),
  host('registry', 'yarnpkg', 'com'),
  host('npmjs', 'com'),
  host('pypi', 'org'),
  host('files', 'pythonhosted', 'org'),
  host('proxy', 'golang', 'org'),
]
const machineFolders = ['home', 'root', 'Users', 'tmp', 'work', 'var/folders']

/** A rule that a pattern must not occur in some files. */
function ban(name: string, rule: Parameters<typeof places>[1], ...violations: Violation[]): Rule {
  return { name, findings: (tree) => places(tree, rule), violations: violations.map(asFiles) }
}

type Violation = readonly [path: string, text: string]

function asFiles([path, text]: Violation): Record<string, string> {
  return { [path]: text }
}

/** Rules about code that neither compiler nor linter checks. */
export const codeRules: readonly Rule[] = [
  ban(
    'nothing is left to do in a comment: it is done, or it is an issue',
    {
      files: anyText,
      except: /^package-lock\.json$/,
      pattern: new RegExp(`(?<!['"])\\b(${leftover}|${fix}|${triple})\\b(?!['"])`),
    },
    ['domain/a.ts', `// ${leftover}: later`],
    ['docs/a.md', `${fix} this`],
  ),
  ban(
    'every test runs: none is singled out or passed over',
    {
      files: /^test\/.*\.ts$/,
      pattern: /\b(?:describe|context|it|specify)\.(?:only|skip)\b|\bx(?:it|describe|context)\(/,
    },
    ['test/a.test.ts', ['it', `only('works')`].join('.')],
    ['test/a.test.ts', ['x', `describe('works')`].join('')],
  ),
  ban(
    'no file names a folder of somebody’s machine',
    {
      files: anyText,
      pattern: new RegExp(
        `(?<![\\w.#\\]})*-])(?:[A-Z]:\\\\|${slash}(?:${machineFolders.join('|')})${slash})`,
      ),
    },
    ['dev/a.ts', `const folder = '${slash}home${slash}awa${slash}data'`],
    ['docs/a.md', ['C', '\\data'].join(':')],
  ),
  ban(
    'no file names the host of a package registry',
    { files: anyText, pattern: new RegExp(hosts.join('|').replaceAll('.', '\\.')) },
    ['.npmrc', `registry=https:${slash}${slash}${hosts[0]}${slash}`],
  ),
  ban(
    'the lock file does not say where packages were downloaded from',
    { files: /^package-lock\.json$/, pattern: /"resolved"/ },
    ['package-lock.json', '{ "packages": { "a": { "resolved": "https://x/a.tgz" } } }'],
  ),
  ban(
    'imports across folders start at the root: none climbs',
    // A library is its own package, with its own root.
    { files: typescript, except: /^sdk\/typescript\//, pattern: /(?:from|import\() ?'(?:\.\.\/)/ },
    ['api/a/b.ts', `import { c } from '${'..'}/c.ts'`],
  ),
  ban(
    'the environment is read in platform alone',
    {
      files: typescript,
      except: /^(platform|dev|test|examples|sdk\/typescript\/src\/cli)\//,
      pattern: /\bprocess\.env\b/,
    },
    ['api/a.ts', `const port = ${'process'}.env['PORT']`],
  ),
  ban(
    'the ledger is written by its own functions alone',
    {
      files: sources,
      except: /^db\/migrations\//,
      pattern: /insert\s+into\s+ledger_(?!proof)|insertInto\('ledger(?!Proof)/i,
    },
    ['use-cases/a/b.ts', `await sql.rows('insert into ${'ledger_'}entry values (1)')`],
    ['use-cases/a/b.ts', `await tx.run(db.insertInto('${'ledger'}Entry').values({}))`],
  ),
  ban(
    'what a function sets in a table has its type, `Changes`: without it the compiler accepts a column that does not exist',
    { files: sources, pattern: /\.(?:set|doUpdateSet)\(\(\w+\) =>/ },
    ['use-cases/a/b.ts', `db.updateTable('refund')${'.set'}((eb) => ({ a: 1 }))`],
    ['db/a.ts', `conflict.column('id')${'.doUpdateSet'}((eb) => {`],
  ),
  ban(
    'workflows are started by the outbox alone',
    {
      files: sources,
      except: /^db\/runs\/hand-over\.ts$/,
      pattern: /\bworkflow\.(?:start|execute)\(/,
    },
    ['api/a.ts', `await client.workflow${'.start'}('collection')`],
  ),
  {
    name: 'a transaction’s status moves in one file',
    findings(tree) {
      const moves =
        /update\s+transaction\s+set\s+status\b|updateTable\('transaction(?: as \w+)?'\)[^;]{0,80}?\.set\((?:\(\w+\)(?:: [^=]+)? => \()?\{\s*status\b/i
      const movers = filesOf(tree, sources).filter(([, text]) => moves.test(text))
      const paths = movers.map(([path]) => path)
      return paths.join() === statusMover ? [] : [`moved in: ${paths.join(', ') || 'no file'}`]
    },
    violations: [
      { 'use-cases/a/b.ts': `sql.rows('UPDATE transaction SET ${'status'} = $1')` },
      { 'use-cases/a/b.ts': `db.updateTable('transaction').set({ ${'status'}: 'failed' })` },
      {
        'use-cases/a/b.ts': `db.updateTable('transaction').set((eb): Changes<'transaction'> => ({ ${'status'}: 'failed' }))`,
      },
      { 'use-cases/transactions/move-to-end.ts': '' },
    ],
  },
  {
    name: 'each exported function of domain and workflows says what it does',
    findings: undocumented,
    violations: [{ 'domain/a.ts': 'const a = 1\nexport function b(): number {\n  return a\n}\n' }],
  },
  {
    name: 'each migration has a number of its own and a subject: their names are their order',
    findings: migrationFindings,
    violations: [
      { 'db/migrations/forgotten.sql': 'select 1' },
      { 'db/migrations/98-a.sql': 'select 1', 'db/migrations/98-b.sql': 'select 1' },
    ],
  },
]

const statusMover = 'use-cases/transactions/move-to-end.ts'

function undocumented(tree: Tree): string[] {
  return filesOf(tree, /^(domain|workflows)\/.*\.ts$/).flatMap(([path, text]) => {
    const lines = text.split('\n')
    return lines
      .map((line, at) => ({ line, before: lines[at - 1]?.trim() ?? '', number: at + 1 }))
      .filter(({ line }) => /^export (?:async )?function /.test(line))
      .filter(({ before }) => !before.endsWith('*/'))
      .map(({ line, number }) => `${path}:${number}: ${line}`)
  })
}

function migrationFindings(tree: Tree): string[] {
  const paths = filesOf(tree, /^db\/migrations\//).map(([path]) => path)
  const numbers = paths.map((path) => /^db\/migrations\/(\d\d)-[a-z-]+\.sql$/.exec(path)?.[1])
  return paths.flatMap((path, at) => {
    const number = numbers[at]
    if (number === undefined) return [`${path} has no number and subject`]
    return numbers.indexOf(number) === at ? [] : [`${path} has the number of another`]
  })
}
