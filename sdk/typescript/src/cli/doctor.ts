import { PaymentService } from '../client.ts'
import type { Output } from './output.ts'
import { localLanguage, type Settings } from './settings.ts'

const skewSecondsMax = 60

/** Checks for the most common problems and gives a remedy for each. The exit code is 1 if there are any. */
export async function doctor(settings: Settings, output: Output): Promise<void> {
  const language = localLanguage()
  const client = new PaymentService({ ...settings, language, maxRetries: 0, timeoutMs: 10_000 })
  const checks: readonly [name: string, check: () => Promise<string>][] = [
    ['address', () => address(settings.baseUrl)],
    ['clock', () => clock(settings.baseUrl)],
    ['key', async () => `${(await client.session()).mode} key`],
    [
      'events',
      async () =>
        `${(await client.page('GET /v2/events', { query: { limit: 1 } })).items.length} read`,
    ],
  ]
  for (const [name, check] of checks) {
    try {
      const found = await check()
      output.say(`${output.paint('green', 'ok')}    ${name}: ${found}`, { name, ok: true, found })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      output.say(`${output.paint('red', 'fails')} ${name}: ${why}`, { name, ok: false, why })
      process.exitCode = 1
    }
  }
}

async function address(baseUrl: string): Promise<string> {
  const response = await healthOf(baseUrl)
  if (!response.ok) throw new Error(`${baseUrl} answered ${response.status}: check the address.`)
  return baseUrl
}

async function clock(baseUrl: string): Promise<string> {
  const { headers } = await healthOf(baseUrl)
  const seconds = Math.round((Date.now() - Date.parse(headers.get('Date') ?? '')) / 1000)
  if (Math.abs(seconds) <= skewSecondsMax) return 'agrees with the service'
  const how = seconds > 0 ? 'ahead of' : 'behind'
  throw new Error(
    `this machine is ${Math.abs(seconds)} seconds ${how} the service, so webhooks would be refused: set it by NTP.`,
  )
}

async function healthOf(baseUrl: string): Promise<Response> {
  try {
    return await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(10_000) })
  } catch (error) {
    throw new Error(`${baseUrl} does not answer: check the address and the network.`, {
      cause: error,
    })
  }
}
