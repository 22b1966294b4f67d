import { isHostPort, portBounds, type EnvFields } from './env-fields.ts'

/** How to reach Temporal, and where our own listens (.env.example). */
export interface TemporalVariables {
  /** Undefined: the embedded Temporal service of `npm start`. */
  readonly temporalAddress: string | undefined
  readonly temporalNamespace: string
  readonly temporalApiKey: string | undefined
  /** Undefined: plain connection. */
  readonly temporalTls: TemporalTls | undefined
  /** Ports of the embedded Temporal service; undefined: those of `temporal-dev.yml`. */
  readonly temporalPort: number | undefined
  readonly temporalUiPort: number | undefined
  readonly temporalUiUrl: string
  /** Undefined: workers are not versioned. */
  readonly temporalDeployment: TemporalDeployment | undefined
}

/** As what a worker announces itself to Temporal. */
export interface TemporalDeployment {
  readonly name: string
  /** Undefined: the worker finds it out for itself. */
  readonly buildId: string | undefined
}

/** How to reach Temporal over TLS; the paths name PEM files. */
export interface TemporalTls {
  readonly serverName: string | undefined
  readonly caPath: string | undefined
  readonly certPath: string | undefined
  readonly keyPath: string | undefined
}

/** Reads them. */
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
  }
}

/** The one that `npm start` runs as. */
export const usualDeploymentName = 'payments'

function readDeployment(fields: EnvFields): TemporalDeployment | undefined {
  const name = fields.text('TEMPORAL_DEPLOYMENT_NAME')
  const buildId = fields.text('BUILD_ID')
  // Machines that build set BUILD_ID for purposes of their own: alone it means nothing here.
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

const usualUiPort = 8233

/** The page of a run in the Temporal UI. */
export function runUrl(
  {
    temporalUiUrl,
    temporalNamespace,
  }: Pick<TemporalVariables, 'temporalUiUrl' | 'temporalNamespace'>,
  workflowId: string,
): string {
  const [namespace, id] = [temporalNamespace, workflowId].map(encodeURIComponent)
  return `${temporalUiUrl.replace(/\/+$/, '')}/namespaces/${namespace}/workflows/${id}`
}

function optionalPort(fields: EnvFields, name: string): number | undefined {
  return fields.text(name) === undefined ? undefined : fields.whole(name, 0, portBounds)
}

/** On when `TEMPORAL_TLS` says so, and by itself with an API key or any other `TEMPORAL_TLS_*`. */
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
