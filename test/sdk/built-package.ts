import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { downloadsRoot, libraryFiles } from '#api/docs/downloads/libraries.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

/** A project that has installed the TypeScript package as the service hands it out. */
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
  const files = libraryFiles('https://pay.example')
  const archive = files.get(`${downloadsRoot}/payment-service-sdk.tgz`)?.content
  execFileSync('tar', ['-xz', '--strip-components=1'], { cwd: place, input: archive })
  return { folder, commandLine: join(place, 'dist/cli/main.js') }
}
