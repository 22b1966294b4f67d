import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledPackage, type Texts, textsIn } from '#http/compiled-package.ts'
import { tarGzOf, zipOf } from './archives.ts'
import { wheelFiles, wheelNameOf } from './python-wheel.ts'

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
