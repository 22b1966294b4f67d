import type { Env } from '#platform/env.ts'
import { failed, finding, type Finding, warned } from './finding.ts'

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
    env.operatorAccounts.length > 0
      ? finding('operators', 'ok', env.operatorAccounts.map(({ provider }) => provider).join(', '))
      : warned(
          'operators',
          'the platform has no account at any operator',
          'Set MTN_… or MOOV_… of .env.example, or give services accounts of their own: npm run operator-account.',
        ),
  ]
}
