import { createRequire } from 'node:module'
import { fileInTarGz, fileInZip } from './archive.ts'
import type { Binary } from './binary.ts'

/** The executable from where the SDK's own test environment gets it; throws when that place is out of reach. */
export async function binaryFromDownload(binary: Binary): Promise<Buffer> {
  const { archiveUrl, fileToExtract } = await describe(binary)
  const archive = await get(archiveUrl, archiveTimeoutMs)
  const bytes = Buffer.from(await archive.arrayBuffer())
  const read = new URL(archiveUrl).pathname.endsWith('.zip') ? fileInZip : fileInTarGz
  const name = fileToExtract.slice(fileToExtract.lastIndexOf('/') + 1)
  const executable = read(bytes, name)
  if (executable === undefined) throw new Error(`${name} is not in the archive`)
  return executable
}

const descriptionTimeoutMs = 5000
const archiveTimeoutMs = 5 * 60_000

type Description = { readonly archiveUrl: string; readonly fileToExtract: string }

async function describe(binary: Binary): Promise<Description> {
  const url = new URL(`https://temporal.download/${binary.artifact}/default`)
  url.search = new URLSearchParams({
    arch: process.arch === 'arm64' ? 'arm64' : 'amd64',
    platform: process.platform === 'win32' ? 'windows' : process.platform,
    'sdk-name': 'sdk-typescript',
    'sdk-version': sdkVersion(),
    format: 'tar.gz',
  }).toString()
  const answer: unknown = await (await get(url.href, descriptionTimeoutMs)).json()
  if (!isDescription(answer)) throw new Error('it answered something else')
  return answer
}

function isDescription(answer: unknown): answer is Description {
  if (typeof answer !== 'object' || answer === null) return false
  const { archiveUrl, fileToExtract }: Partial<Record<string, unknown>> = { ...answer }
  return typeof archiveUrl === 'string' && typeof fileToExtract === 'string'
}

async function get(url: string, timeoutMs: number): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    throw new Error('out of reach')
  }
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return response
}

function sdkVersion(): string {
  const description: unknown = createRequire(import.meta.url)('@temporalio/client/package.json')
  return typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : ''
}
