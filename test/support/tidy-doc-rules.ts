import { posix } from 'node:path'
import { filesOf, places, type Rule, type Tree } from './tidy-tree.ts'

/** Rules about the consistency of documents and code. */
export const docRules: readonly Rule[] = [
  {
    name: 'every link between files of the project leads somewhere',
    findings: deadLinks,
    violations: [
      { 'docs/a.md': 'See [it](./nothing.md).' },
      { 'docs/a.md': '# A title\n\nSee [it](#another-title).' },
      { 'docs/a.md': 'See [it](../README.md#no-such-title).' },
    ],
  },
  {
    name: 'a drawing in Mermaid has its kind on a line of its own, or no viewer can draw it',
    findings: runTogether,
    violations: [
      { 'docs/a.md': ['```mermaid', 'flowchart LR a --> b b --> c', '```'].join('\n') },
      { 'README.md': ['```mermaid', 'stateDiagram-v2 a --> b', 'b --> c', '```'].join('\n') },
    ],
  },
  {
    name: 'a sample for a shell has no command in a comment, where nobody runs it',
    findings: commentedCommands,
    violations: [
      { 'docs/a.md': ['```bash', 'npm run a # first npm run b # then', '```'].join('\n') },
      { 'docs/a.md': ['```sh', 'npm ci', '# the rest: npm test', '```'].join('\n') },
    ],
  },
  {
    name: '.env.example lists exactly the variables that platform/env reads',
    findings: environmentGaps,
    violations: [
      { '.env.example': 'PORT=3000' },
      { 'platform/env-a.ts': `fields.text('NEW_VARIABLE')` },
    ],
  },
  {
    name: 'every page of docs/ that a source cites is there, and has the title',
    findings: deadCitations,
    violations: [
      { 'domain/a.ts': ['// (docs', 'nothing.md)'].join('/') },
      { 'domain/a.ts': ['// (docs', 'api.md#no-such-title)'].join('/') },
      { 'db/migrations/99-a.sql': ['-- docs', 'api.md#no-such-title'].join('/') },
    ],
  },
  {
    name: 'no comment cites a paper that is not in the repository',
    findings: (tree) => places(tree, { files: source, pattern: papers }),
    violations: [
      { 'domain/a.ts': ['// (spec', ' Balance)'].join(':') },
      { 'domain/a.ts': ['// (contract', ' Sandbox numbers)'].join(':') },
      { 'web/a.tsx': `// in the order of ${['decisions', '4'].join(' ')}` },
      { 'db/migrations/99-a.sql': ['-- (docs/api.md#keys; decisions', '12)'].join(' ') },
    ],
  },
  {
    name: 'docs/map.md has one row for each folder, and for each subject',
    findings: mapGaps,
    violations: [
      { 'cellar/a.ts': '' },
      { 'platform/cellar/a.ts': '' },
      { 'use-cases/cellar/a.ts': '' },
      { 'docs/map.md': '' },
      { 'docs/map.md': '| folder | what |\n|---|---|\n| `db/` | one |\n| `db/` | two |' },
      { 'docs/map.md': '| subject | what |\n|---|---|\n| `no-such-subject` | one |' },
    ],
  },
  {
    name: 'docs/glossary.md has one row for each word',
    findings: doubledWords,
    violations: [
      { 'docs/glossary.md': '| word | what |\n|---|---|\n| mode | one |\n| Mode | two |' },
      { 'docs/glossary.md': '' },
      { 'docs/glossary.md': '| word | what |\n|---|---|\n| act, order | two words |' },
    ],
  },
  {
    name: 'SQL is text, which no compiler knows, only where docs/database.md says why',
    findings: textsOfSql,
    violations: [
      { 'use-cases/a.ts': ['tx', 'rows(`select 1`)'].join('.') },
      { 'use-cases/a.ts': ['sql', 'refund.created_at > now()', ''].join('`') },
      { 'use-cases/a.ts': ['sql<boolean>', 'exists (select from refund)', ''].join('`') },
      { 'docs/database.md': '| file | reason |\n|---|---|\n| [a](../db/nothing.ts) | none |' },
    ],
  },
  {
    name: 'docs/decisions.md says of every package what it saves and what it costs',
    findings: (tree) =>
      packagesOf(tree)
        .filter((name) => !textOf(tree, 'docs/decisions.md').includes(`\`${name}\``))
        .map((name) => `docs/decisions.md does not tell of ${name}`),
    violations: [{ 'package.json': '{ "dependencies": { "left-pad": "1.3.0" } }' }],
  },
]

const source = /\.(tsx?|mjs|cjs|js|sql|yml|css)$|^\.env\.example$/
const papers = /(?:\/\/|\*|--).*\b(?:spec|contract): \S|\bdecisions? \d/
const citation = /docs\/[\w-]+\.md(?:#[\w-]+)?/g

function deadCitations(tree: Tree): string[] {
  return filesOf(tree, source, /^test\/support\/tidy-/).flatMap(([path, text]) =>
    [...text.matchAll(citation)]
      .map(([target]) => target)
      .filter((target) => !leadsSomewhere(tree, 'README.md', target))
      .map((target) => `${path}: ${target}`),
  )
}

/** Layers whose folders are subjects: one row covers a subject in all of them. */
const layers = ['domain', 'use-cases', 'api', 'api/staff', 'web', 'web/portal', 'web/staff']

function mapGaps(tree: Tree): string[] {
  const named = firstCells(textOf(tree, 'docs/map.md'), /^\| (?:folder|subject) \|/)
    .flatMap((cell) => cell.split(', '))
    .map((name) => name.replaceAll('`', ''))
  const folders = foldersOf(tree)
  const isSubject = (name: string): boolean =>
    layers.some((layer) => folders.has(`${layer}/${name}/`))
  const subjectOf = (folder: string): string | undefined =>
    layers
      .filter((layer) => posix.dirname(folder) === layer)
      .map(() => posix.basename(folder))
      .at(0)
  return [
    ...doubles(named).map((name) => `docs/map.md tells twice of ${name}`),
    ...named
      .filter((name) => !folders.has(name) && !isSubject(name))
      .map((name) => `docs/map.md tells of ${name}, which is not there`),
    ...[...folders]
      .filter((folder) => !named.includes(folder) && !named.includes(subjectOf(folder) ?? folder))
      .map((folder) => `docs/map.md does not tell of ${folder}`),
  ]
}

/** Folders of the first two levels, and the subjects; only the first level of tests and documents, none of tools. */
function foldersOf(tree: Tree): ReadonlySet<string> {
  const folders = [...tree.keys()].flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_part, at) => `${parts.slice(0, at + 1).join('/')}/`)
  })
  const isTold = (folder: string): boolean => {
    const parts = folder.split('/').slice(0, -1)
    if (folder.startsWith('.')) return false
    if (parts.length > 1 && ['test', 'docs'].includes(parts[0] ?? '')) return false
    return parts.length <= 2 || layers.includes(posix.dirname(folder))
  }
  return new Set(folders.filter(isTold))
}

function doubledWords(tree: Tree): string[] {
  const words = firstCells(textOf(tree, 'docs/glossary.md'), /^\| word \|/)
  const none = words.length === 0 ? ['docs/glossary.md has no words'] : []
  return [
    ...none,
    ...doubles(words.map((word) => word.toLowerCase())).map((word) => `two rows for ${word}`),
    ...words.filter((word) => word.includes(',')).map((word) => `two words in one row: ${word}`),
  ]
}

/** The first cell of each table row under a matching heading. */
function firstCells(text: string, heading: RegExp): string[] {
  return text
    .split(/\n(?!\|)/)
    .map((block) => block.trimStart().split('\n'))
    .filter(([first = '']) => heading.test(first))
    .flatMap((rows) => rows.slice(2))
    .map((row) => row.split('|')[1]?.trim() ?? '')
}

function doubles(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

const sqlSources = /^(db|use-cases|activities|http|api|web|server|worker)\/.*\.tsx?$/
const runsText = /\.(?:rows|one)[<(]|\b(?:pool|client|guard|asked)\.query[<(]/
const template = /\b(?:sql|text)(?:<[^`]*?>)?`([^`]*)`/g
/** The named output of a function: `l(number, account_id)`. */
const outputNames = /^\w+\([\w, ]+\)$/

/** Files that run SQL text, or name a table or column in one, compared with the list of those that may. */
function textsOfSql(tree: Tree): string[] {
  const listed = firstCells(textOf(tree, 'docs/database.md'), /^\| file \| reason \|/).flatMap(
    (cell) => [...cell.matchAll(link)].map(([, target = '']) => target.replace('../', '')),
  )
  const schema = JSON.parse(textOf(tree, 'db/schema.snapshot.json')) as Record<string, object>
  const tables = Object.keys(schema).map((name) => name.split('.').at(-1))
  const columns = Object.values(schema).flatMap((table) => Object.keys(table))
  const named = [
    `\\b(?:from|join|update|into) (?:${tables.join('|')})\\b`,
    `\\b(?:${columns.filter((name) => name.includes('_')).join('|')})\\b`,
  ].map((pattern) => new RegExp(pattern))
  const found = filesOf(tree, sqlSources)
    .filter(([, text]) => runsText.test(text) || sqlOf(text).some(namesSomething))
    .map(([path]) => path)
  return [
    ...found.filter((path) => !listed.includes(path)).map((path) => `${path} holds SQL as text`),
    ...listed.filter((path) => !found.includes(path)).map((path) => `${path} holds none`),
  ]

  function namesSomething(text: string): boolean {
    return named.some((pattern) => pattern.test(text))
  }
}

/** The contents of templates, without interpolations. */
function sqlOf(text: string): string[] {
  return [...text.matchAll(template)]
    .map(([, body = '']) => body.replaceAll(/\$\{[^}]*\}/g, '?'))
    .filter((body) => !outputNames.test(body))
}

function packagesOf(tree: Tree): readonly string[] {
  const description = JSON.parse(textOf(tree, 'package.json')) as Readonly<Record<string, object>>
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
  return kinds.flatMap((kind) => Object.keys(description[kind] ?? {}))
}

function textOf(tree: Tree, path: string): string {
  return tree.get(path) ?? ''
}

const fence = /^```.*?^```/gms
const link = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g
const elsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

const drawing = /^```mermaid\n(.*)$/gm
const drawingKind = /^(?:flowchart (?:LR|TB)|stateDiagram-v2|sequenceDiagram)$/

const shellSample = /^```(?:bash|sh)[^\n]*\n(.*?)^```/gms
const commentedCommand = /(?:^|\s)#.*\bnpm (?:run|test|start|ci)\b/

function commentedCommands(tree: Tree): string[] {
  return filesOf(tree, /\.md$/).flatMap(([path, text]) =>
    [...text.matchAll(shellSample)]
      .flatMap(([, sample = '']) => sample.split('\n'))
      .filter((line) => commentedCommand.test(line))
      .map((line) => `${path}: ${line}`),
  )
}

function runTogether(tree: Tree): string[] {
  return filesOf(tree, /\.md$/).flatMap(([path, text]) =>
    [...text.matchAll(drawing)]
      .map(([, kind = '']) => kind)
      .filter((kind) => !drawingKind.test(kind))
      .map((kind) => `${path}: ${kind}`),
  )
}

function deadLinks(tree: Tree): string[] {
  return filesOf(tree, /\.md$/).flatMap(([path, text]) =>
    [...text.replace(fence, '').matchAll(link)]
      .map(([, target]) => target ?? '')
      .filter((target) => !elsewhere.test(target))
      .filter((target) => !leadsSomewhere(tree, path, target))
      .map((target) => `${path}: ${target}`),
  )
}

function leadsSomewhere(tree: Tree, from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? from : posix.normalize(posix.join(posix.dirname(from), file))
  const folder = path.replace(/\/?$/, '/')
  const isThere = tree.has(path) || [...tree.keys()].some((known) => known.startsWith(folder))
  if (!isThere || anchor === undefined || !path.endsWith('.md')) return isThere
  return anchorsOf(textOf(tree, path)).has(anchor)
}

/** The anchors of titles, as common viewers create them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const titles = [...text.replace(fence, '').matchAll(/^#{1,6} +(.+?) *$/gm)]
  return new Set(
    titles.map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

function environmentGaps(tree: Tree): string[] {
  const read = filesOf(tree, /^platform\/env[\w-]*\.ts$/).flatMap(([, text]) =>
    [...text.matchAll(/'([A-Z][A-Z0-9_]{2,})'/g)].map(([, name]) => name ?? ''),
  )
  const listed = [...textOf(tree, '.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name]) => name ?? '',
  )
  return [
    ...read.filter((name) => !listed.includes(name)).map((name) => `.env.example lacks ${name}`),
    ...listed.filter((name) => !read.includes(name)).map((name) => `nothing reads ${name}`),
  ]
}
