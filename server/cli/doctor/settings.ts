import type { Env, requireServices } from '#platform/env.ts'
import { type Finding, failed, finding, warned } from './finding.ts'
import { Pool } from 'pg'
import { poolOptions } from '#db/config.ts'
import { readNamespaceOwner } from '#db/installation.ts'
import { databaseOf } from '#platform/env-database.ts'
import { type TemporalClient, connectClient } from '#platform/temporal.ts'

/** Checks the Node version, and settings that are allowed but not meant for production. */
export function checkSettings(env: Env, nodeVersion = process.versions.node): readonly Finding[] {
  const [major = 0] = nodeVersion.split('.').map(Number)
  const node =
    major >= nodeMajor
      ? finding('node', 'ok', `version ${nodeVersion}`)
      : failed('node', `version ${nodeVersion}`, `Run it with Node ${nodeMajor} or later.`)
  return env.isProduction ? [node, ...checkProduction(env)] : [node]
}

const nodeMajor = 24

function checkProduction(env: Env): readonly Finding[] {
  return [
    env.temporalCodecKeys.length > 0
      ? finding('codec keys', 'ok', 'what Temporal keeps is encrypted')
      : warned(
          'codec keys',
          'what Temporal keeps is not encrypted',
          'Set TEMPORAL_CODEC_KEYS (docs/security.md#what-temporal-keeps).',
        ),
    env.smtpUrl === undefined
      ? warned(
          'mail',
          'mails are waiting: no mail server is configured',
          'Set SMTP_URL and SMTP_FROM.',
        )
      : finding('mail', 'ok', `mails are sent from ${env.smtpFrom}`),
    checkSignUp(env),
    env.operatorAccounts.length > 0
      ? finding('operators', 'ok', env.operatorAccounts.map(({ provider }) => provider).join(', '))
      : warned(
          'operators',
          'the platform has no account at any operator',
          'Set MTN_… or MOOV_… of .env.example, or give services accounts of their own: npm run operator-account.',
        ),
  ]
}

/** Signing up needs a mail: without a mail server nobody can complete it. */
function checkSignUp({ isSignUpOpen, smtpUrl }: Env): Finding {
  if (!isSignUpOpen) return finding('sign-up', 'ok', 'the staff lets merchants in')
  if (smtpUrl !== undefined)
    return finding(
      'sign-up',
      'ok',
      'merchants sign up by themselves; their live mode waits for the staff',
    )
  return warned(
    'sign-up',
    'merchants may sign up, and the mail that confirms their address cannot be sent',
    'Set SMTP_URL and SMTP_FROM, or MERCHANT_SIGN_UP=closed.',
  )
}

/**
 * Checks that database and namespace belong to the same installation; silent if one does not answer, which other
 * checks report.
 */
export async function checkInstallation(
  env: ReturnType<typeof requireServices> & Env,
): Promise<readonly Finding[]> {
  const pool = new Pool(poolOptions({ ...databaseOf(env), poolSize: 1 }))
  pool.on('error', () => {})
  let temporal: TemporalClient | undefined
  try {
    temporal = connectClient(env)
    const { temporalNamespace: namespace } = env
    const owner = await readNamespaceOwner({ pool, namespace, call: temporal.call })
    return [told[owner](namespace)]
  } catch {
    return []
  } finally {
    await temporal?.close()
    await pool.end()
  }
}

const told: Readonly<Record<'ours' | 'another' | 'nobody', (namespace: string) => Finding>> = {
  ours: (namespace) => finding('installation', 'ok', `${namespace} belongs to this database`),
  nobody: (namespace) =>
    finding('installation', 'ok', `${namespace} is nobody’s yet: the first start takes it`),
  another: (namespace) =>
    failed(
      'installation',
      `${namespace} belongs to another database`,
      'Set TEMPORAL_NAMESPACE to a namespace of this installation’s own (docs/deploying.md#temporal).',
    ),
}
