import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'sdk/typescript')

/** A project that has installed the TypeScript package as it is published. */
export interface BuiltPackage {
  readonly folder: string
  /** The program of its command line. */
  readonly commandLine: string
}

let built: BuiltPackage | undefined

/** Built once a process. */
export function builtPackage(): BuiltPackage {
  built ??= build()
  return built
}

function build(): BuiltPackage {
  const folder = temporaryFolder('sdk')
  const place = join(folder, 'node_modules/payment-service-sdk')
  mkdirSync(place, { recursive: true })
  copyFileSync(join(source, 'package.json'), join(place, 'package.json'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const parts = [compiler, '-p', source, '--outDir', join(place, 'dist')]
  execFileSync(process.execPath, parts, { stdio: 'inherit' })
  return { folder, commandLine: join(place, 'dist/cli/main.js') }
}
