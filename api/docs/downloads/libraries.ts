import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Texts, compiledPackage, textsIn } from '#http/compiled-package.ts'
import { gzipSync, strToU8, zipSync } from 'fflate'

/** A file that can be downloaded. */
export interface Download {
  readonly type: string
  readonly content: Buffer
}

/** Where the libraries are served. */
export const downloadsRoot = '/docs/downloads'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sdk = join(root, 'sdk')
/** How the READMEs call the service. */
const anyUrl = 'https://pay.example.com'

/** File name of the Python library. */
export function wheelName(): string {
  return wheelNameOf(join(sdk, 'python'))
}

/**
 * The libraries in `sdk/` as npm, pip and Composer install them, by path; their READMEs name this service. What is
 * compiled is cached, so that an image can have it made ahead.
 */
export function libraryFiles(publicUrl: string): ReadonlyMap<string, Download> {
  const php = zipOf(phpFiles(publicUrl))
  const about = { readme: readmeOf('python', publicUrl), licence: licence() }
  const python = zipOf(wheelFiles(join(sdk, 'python'), about))
  return new Map([
    file('payment-service-sdk.tgz', 'application/gzip', tarGzOf(npmFiles(publicUrl))),
    file(wheelName(), 'application/zip', python),
    file(phpName, 'application/zip', php),
    file('packages.json', 'application/json', Buffer.from(composerRepository(publicUrl, php))),
  ])
}

const phpName = 'payment-service-sdk-php.zip'

function file(name: string, type: string, content: Buffer): [string, Download] {
  return [`${downloadsRoot}/${name}`, { type, content }]
}

function npmFiles(publicUrl: string): Texts {
  return below('package', {
    'package.json': readFileSync(join(sdk, 'typescript/package.json'), 'utf8'),
    'README.md': readmeOf('typescript', publicUrl),
    LICENSE: licence(),
    ...below('dist', compiledPackage(join(sdk, 'typescript'))),
  })
}

function phpFiles(publicUrl: string): Texts {
  return below('payment-service-sdk', {
    ...textsIn(join(sdk, 'php')),
    'README.md': readmeOf('php', publicUrl),
    LICENSE: licence(),
  })
}

/** The one file that a repository for Composer consists of. */
function composerRepository(publicUrl: string, archive: Buffer): string {
  const known: unknown = JSON.parse(readFileSync(join(sdk, 'php/composer.json'), 'utf8'))
  const { name, version } = known as { readonly name: string; readonly version: string }
  const dist = {
    type: 'zip',
    url: `${publicUrl}${downloadsRoot}/${phpName}`,
    shasum: createHash('sha1').update(archive).digest('hex'),
  }
  return JSON.stringify({ packages: { [name]: { [version]: { ...(known as object), dist } } } })
}

function readmeOf(language: string, publicUrl: string): string {
  return readFileSync(join(sdk, language, 'README.md'), 'utf8').replaceAll(anyUrl, publicUrl)
}

function licence(): string {
  return readFileSync(join(root, 'LICENSE'), 'utf8')
}

function below(folder: string, files: Texts): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  )
}

// The same files always give the same bytes: no times, no owners.

/** A zip archive. */
function zipOf(files: Texts): Buffer {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: zipEpoch }))
}

/** A gzipped tar archive in the `ustar` format, as npm reads it. RangeError if a path is too long for it. */
function tarGzOf(files: Texts): Buffer {
  const entries = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text)
    const rest = -content.length & (blockBytes - 1)
    return [headerOf(path, content.length), content, Buffer.alloc(rest)]
  })
  const tar = Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)])
  return Buffer.from(gzipSync(tar, { mtime: 0, level: 9 }))
}

/** Zip knows no earlier time; it writes local ones. */
const zipEpoch = new Date(1980, 0, 1)
const blockBytes = 512
const pathBytesMax = 100
const fileMode = 0o644

function headerOf(path: string, sizeBytes: number): Buffer {
  if (Buffer.byteLength(path) > pathBytesMax) throw new RangeError(`path too long: ${path}`)
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`
  header.write(path, 0)
  header.write(octal(fileMode, 7), 100)
  header.write(octal(0, 7) + octal(0, 7) + octal(sizeBytes, 11) + octal(0, 11), 108)
  // The checksum is taken with its own field full of spaces.
  header.write(`${' '.repeat(8)}0`, 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}

/** The file name of the Python library; pip reads name, version and platform from it. */
function wheelNameOf(folder: string): string {
  return `${distributionOf(projectOf(folder))}-py3-none-any.whl`
}

/** The files of the Python library in `folder` as a wheel has them: https://packaging.python.org/specifications/binary-distribution-format */
function wheelFiles(folder: string, about: { readme: string; licence: string }): Texts {
  const project = projectOf(folder)
  const information = `${distributionOf(project)}.dist-info`
  const files: Texts = {
    ...sourcesIn(folder),
    [`${information}/METADATA`]: metadataOf(project, about.readme),
    [`${information}/WHEEL`]: wheelText,
    [`${information}/licenses/LICENSE`]: about.licence,
  }
  return { ...files, [`${information}/RECORD`]: recordOf(files, `${information}/RECORD`) }
}

type Project = Readonly<Record<string, string | readonly string[]>>

const wheelText =
  'Wheel-Version: 1.0\nGenerator: payment-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n'

/** The table `[project]`, whose values are strings and lists of strings on one line, which TOML writes as JSON does. */
function projectOf(folder: string): Project {
  const text = readFileSync(join(folder, 'pyproject.toml'), 'utf8')
  const [, table = ''] = /^\[project\]\n(.*?)(?=^\[)/ms.exec(text) ?? []
  const lines = [...table.matchAll(/^([a-z-]+) = (.+)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, JSON.parse(value)]))
}

/** Name and version, as the names of files and folders have them. */
function distributionOf({ name, version }: Project): string {
  return `${String(name).replaceAll('-', '_')}-${String(version)}`
}

/** Without what Python itself leaves there. */
function sourcesIn(folder: string): Texts {
  const within = Object.entries(textsIn(join(folder, 'payment_service')))
  const own = within.filter(([path]) => /\.py$|^py\.typed$/.test(path))
  return Object.fromEntries(own.map(([path, text]) => [`payment_service/${path}`, text]))
}

function metadataOf(project: Project, readme: string): string {
  const needed = project['dependencies']
  return [
    'Metadata-Version: 2.1',
    `Name: ${String(project['name'])}`,
    `Version: ${String(project['version'])}`,
    `Summary: ${String(project['description'])}`,
    `License: ${String(project['license'])}`,
    `Requires-Python: ${String(project['requires-python'])}`,
    ...(Array.isArray(needed) ? needed : []).map((each) => `Requires-Dist: ${String(each)}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')
}

/** Every file with its digest and size, and the record itself with neither. */
function recordOf(files: Texts, own: string): string {
  const lines = Object.entries(files).map(([path, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url')
    return `${path},sha256=${digest},${Buffer.byteLength(text)}`
  })
  return [...lines, `${own},,`, ''].join('\n')
}
