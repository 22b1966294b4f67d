import { posix } from 'node:path'
import { filesOf, type Rule, type Tree } from './tidy-tree.ts'

/** Rules of the house about what documents say of the code. */
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
    name: '.env.example lists exactly the variables that platform/env reads',
    findings: environmentGaps,
    violations: [
      { '.env.example': 'PORT=3000' },
      { 'platform/env-a.ts': `fields.text('NEW_VARIABLE')` },
    ],
  },
  {
    name: 'docs/map.md has every folder of the top',
    findings: (tree) =>
      foldersOf(tree)
        .filter((folder) => !textOf(tree, 'docs/map.md').includes(`\`${folder}/\``))
        .map((folder) => `docs/map.md does not tell of ${folder}/`),
    violations: [{ 'cellar/a.ts': '' }],
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

/** Hidden folders are settings of tools. */
function foldersOf(tree: Tree): readonly string[] {
  const tops = [...tree.keys()]
    .filter((path) => path.includes('/'))
    .map((path) => path.split('/')[0])
  return [...new Set(tops)].filter((top) => top !== undefined).filter((top) => !top.startsWith('.'))
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

/** Of a title, as the usual viewers make them. */
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
