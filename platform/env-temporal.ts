import { parseMasterKey } from './master-key.ts'
import type { CodecKey } from './payload-codec.ts'
import { isHostPort, portBounds, type EnvFields } from './env-fields.ts'

/** How to reach Temporal, and the ports of the embedded one (.env.example). */
export interface TemporalVariables {
  /** Undefined means the embedded Temporal service of `npm start`. */
  readonly temporalAddress: string | undefined
  readonly temporalNamespace: string
  readonly temporalApiKey: string | undefined
  /** Undefined means a plain connection. */
  readonly temporalTls: TemporalTls | undefined
  /** Ports of the embedded Temporal service; undefined: those of `temporal-dev.yml`. */
  readonly temporalPort: number | undefined
  readonly temporalUiPort: number | undefined
  readonly temporalUiUrl: string
  /** Payloads in Temporal are encrypted with the first key; without keys they are not encrypted. */
  readonly temporalCodecKeys: readonly CodecKey[]
  /** Where `npm run codec-server` listens, and the token it requires; undefined: it generates one. */
  readonly codecServer: {
    readonly host: string
    readonly port: number
    readonly token: string | undefined
  }
  /** Undefined means that workers are not versioned. */
  readonly temporalDeployment: TemporalDeployment | undefined
}

/** The version under which a worker registers with Temporal. */
export interface TemporalDeployment {
  readonly name: string
  /** Undefined: the worker computes it. */
  readonly buildId: string | undefined
}

/** How to reach Temporal over TLS; the paths name PEM files. */
export interface TemporalTls {
  readonly serverName: string | undefined
  readonly caPath: string | undefined
  readonly certPath: string | undefined
  readonly keyPath: string | undefined
}

/** Reads `TEMPORAL_*` and the variables of the codec server. */
export function readTemporal(fields: EnvFields): TemporalVariables {
  const address = fields.text('TEMPORAL_ADDRESS')
  if (address !== undefined && !isHostPort(address)) {
    fields.problems.push('TEMPORAL_ADDRESS must be host:port, like temporal.example.com:7233.')
  }
  const apiKey = fields.text('TEMPORAL_API_KEY')
  const uiPort = optionalPort(fields, 'TEMPORAL_UI_PORT')
  const uiHost = address === undefined ? '127.0.0.1' : address.slice(0, address.lastIndexOf(':'))
  return {
    temporalAddress: address,
    temporalNamespace: fields.text('TEMPORAL_NAMESPACE') ?? 'default',
    temporalApiKey: apiKey,
    temporalTls: readTls(fields, apiKey !== undefined),
    temporalPort: optionalPort(fields, 'TEMPORAL_PORT'),
    temporalUiPort: uiPort,
    temporalUiUrl:
      fields.url('TEMPORAL_UI_URL', ['http:', 'https:']) ??
      `http://${uiHost}:${uiPort ?? usualUiPort}`,
    temporalDeployment: readDeployment(fields),
    temporalCodecKeys: readCodecKeys(fields),
    codecServer: readCodecServer(fields),
  }
}

/** The deployment name that `npm start` uses. */
export const usualDeploymentName = 'payments'

function readDeployment(fields: EnvFields): TemporalDeployment | undefined {
  const name = fields.text('TEMPORAL_DEPLOYMENT_NAME')
  const buildId = fields.text('BUILD_ID')
  // Build machines set BUILD_ID for their own purposes: without a deployment name it is ignored.
  if (name === undefined) return undefined
  for (const [variable, text = '_'] of [
    ['TEMPORAL_DEPLOYMENT_NAME', name],
    ['BUILD_ID', buildId],
  ]) {
    if (!/^[\w-]{1,64}$/.test(text)) {
      fields.problems.push(`${variable} must be up to 64 letters, digits, _ or -.`)
    }
  }
  return { name, buildId }
}

/** `name:key` entries, separated by commas; errors never repeat a key. */
function readCodecKeys(fields: EnvFields): readonly CodecKey[] {
  const entries = (fields.text('TEMPORAL_CODEC_KEYS') ?? '').split(',').map((each) => each.trim())
  const keys = entries
    .filter((each) => each !== '')
    .map((each) => {
      const [, name = '', text = ''] = /^([a-z0-9][a-z0-9-]{0,31}):(\S+)$/.exec(each) ?? []
      return { name, key: parseMasterKey(text) }
    })
  const whole = keys.flatMap(({ name, key }) => (key === undefined ? [] : [{ name, key }]))
  const names = new Set(whole.map(({ name }) => name))
  if (names.size === keys.length && keys.length <= codecKeysMax) return whole
  fields.problems.push(
    `TEMPORAL_CODEC_KEYS must be at most ${codecKeysMax} name:key pairs, separated by commas: each name once, of small ` +
      'letters, digits and dashes; a key is 32 bytes, as 64 hexadecimal digits or base64.',
  )
  return []
}

function readCodecServer(fields: EnvFields): TemporalVariables['codecServer'] {
  const host = fields.text('CODEC_SERVER_HOST') ?? '127.0.0.1'
  const token = fields.text('CODEC_SERVER_TOKEN')
  if (token !== undefined && !/^[\w-]{20,200}$/.test(token)) {
    fields.problems.push('CODEC_SERVER_TOKEN must be 20 to 200 letters, digits, _ or -.')
  }
  if (token === undefined && !['127.0.0.1', '::1', 'localhost'].includes(host)) {
    fields.problems.push(
      'CODEC_SERVER_TOKEN must be set where CODEC_SERVER_HOST is not this machine.',
    )
  }
  return { host, token, port: fields.whole('CODEC_SERVER_PORT', 8234, portBounds) }
}

const codecKeysMax = 10

const usualUiPort = 8233

type RunsPlace = Pick<TemporalVariables, 'temporalUiUrl' | 'temporalNamespace'>

/** The URL of a run in the Temporal UI. */
export function runUrl(place: RunsPlace, workflowId: string): string {
  return `${runsUrl(place)}/${encodeURIComponent(workflowId)}`
}

/** The URL of all runs of merchants there, without those that a schedule starts every minute. */
export function merchantRunsUrl(place: RunsPlace): string {
  return `${runsUrl(place)}?query=PaymentMode+is+not+null`
}

function runsUrl({ temporalUiUrl, temporalNamespace }: RunsPlace): string {
  const base = temporalUiUrl.replace(/\/+$/, '')
  return `${base}/namespaces/${encodeURIComponent(temporalNamespace)}/workflows`
}

function optionalPort(fields: EnvFields, name: string): number | undefined {
  return fields.text(name) === undefined ? undefined : fields.whole(name, 0, portBounds)
}

/** On if `TEMPORAL_TLS` says so, and implied by an API key or any other `TEMPORAL_TLS_*`. */
function readTls(fields: EnvFields, hasApiKey: boolean): TemporalTls | undefined {
  const tls: TemporalTls = {
    serverName: fields.text('TEMPORAL_TLS_SERVER_NAME'),
    caPath: fields.text('TEMPORAL_TLS_SERVER_CA_CERT_PATH'),
    certPath: fields.text('TEMPORAL_TLS_CLIENT_CERT_PATH'),
    keyPath: fields.text('TEMPORAL_TLS_CLIENT_KEY_PATH'),
  }
  if ((tls.certPath === undefined) !== (tls.keyPath === undefined)) {
    fields.problems.push(
      'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH must be set together.',
    )
  }
  const isImplied = hasApiKey || Object.values(tls).some((value) => value !== undefined)
  return (fields.boolean('TEMPORAL_TLS') ?? isImplied) ? tls : undefined
}
