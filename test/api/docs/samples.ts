import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtPackage } from '#test/sdk/built-package.ts'
import { languages } from '#test/sdk/languages.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

/** A sample of a guide: its language, how it is run (`sdk`, `server` or plainly), and its text. */
export interface Sample {
  readonly language: string
  readonly kind: string
  readonly code: string
}

/** How it is run here. */
export interface Prepared {
  readonly command: readonly [program: string, ...parts: string[]]
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
}

const run = ['bash', 'python', 'php', 'ts', 'js', 'go']

/** The samples of a guide that are programs. */
export function samplesIn(source: string): Sample[] {
  return [...source.matchAll(/^```(\w+)(?: (\w+))?\n(.*?)^```/gms)]
    .map(([, language = '', kind = '', code = '']) => ({ language, kind, code }))
    .filter(({ language }) => run.includes(language))
}

/** What a sample is run with; undefined, said once and loudly, where its language is not on this machine. */
export function prepared({ language, kind, code }: Sample): Prepared | undefined {
  const ready = runners[language]?.(code, kind)
  if (ready === undefined && !missing.has(language)) {
    console.warn(`      SKIPPED: samples of ${language}, which is not here`)
    missing.add(language)
  }
  return ready
}

const missing = new Set<string>()
const root = join(import.meta.dirname, '../../..')

type Runner = (code: string, kind: string) => Prepared | undefined

const runners: Readonly<Record<string, Runner>> = {
  bash: (code) => ({ command: ['bash', '-c', code], environment: {}, folder: root }),
  python(code) {
    const known = languageOf('Python')
    return (
      known && { ...known, ...fileOf('sample.py', code), command: [...known.command, 'sample.py'] }
    )
  },
  php(code, kind) {
    const known = languageOf('PHP')
    if (known === undefined) return undefined
    const { folder } = fileOf('sample.php', code)
    mkdirSync(join(folder, 'vendor'))
    const library = join(root, 'sdk/php/autoload.php')
    writeFileSync(
      join(folder, 'vendor/autoload.php'),
      `<?php require 'GuzzleHttp/autoload.php'; require '${library}';`,
    )
    const served = kind === 'server' ? ['-S', '127.0.0.1:PORT'] : []
    return { ...known, folder, command: [...known.command, ...served, 'sample.php'] }
  },
  ts: (code) => javascript('sample.mts', code),
  js: (code) => javascript('sample.mjs', code),
  go(code) {
    if (spawnSync('go', ['version']).status !== 0) return undefined
    const { folder } = fileOf('sample.go', code)
    // One function is no program, and can only be compiled.
    const how = code.includes('func main(') ? 'run' : 'vet'
    return { command: ['go', how, 'sample.go'], environment: {}, folder }
  },
}

function javascript(name: string, code: string): Prepared {
  const { folder } = builtPackage()
  const file = join(folder, name)
  writeFileSync(file, code)
  return { command: [process.execPath, file], environment: {}, folder }
}

function languageOf(name: string) {
  const known = languages.find((each) => each.name === name)
  return known?.isHere() ? { command: known.command, environment: known.environment } : undefined
}

function fileOf(name: string, code: string): { readonly folder: string } {
  const folder = temporaryFolder('sample')
  writeFileSync(join(folder, name), code)
  return { folder }
}
