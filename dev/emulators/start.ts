import { linkHost, type Env } from '#platform/env.ts'
import type { OperatorAccounts } from '#platform/operator-accounts.ts'
import { keptPort } from '#dev/ports.ts'
import { startMoovEmulator } from './moov.ts'
import { startMtnEmulator } from './mtn.ts'

/** The operators of live mode. */
export interface Operators {
  readonly accounts: OperatorAccounts
  /** Where each emulator shows its memory, by operator. */
  readonly addresses: Readonly<Record<string, string>>
  close(): Promise<void>
}

const settings = { delayMs: 1500, float: 10_000_000 }

/**
 * The accounts in the environment; without any, and outside production, emulators at their earlier addresses, or on free
 * ports. Never both: with a real account nobody expects play money.
 */
export async function startOperators(
  env: Env,
  earlier: Readonly<Record<string, string>>,
): Promise<Operators> {
  if (env.operatorAccounts.length > 0 || env.isProduction) {
    return { accounts: env.operatorAccounts, addresses: {}, close: async () => {} }
  }
  const callbackUrl = `http://${linkHost(env.host)}:${env.port}/operators/mtn/callbacks`
  const mtn = await startMtnEmulator({ ...settings, port: await keptPort(earlier['mtn-benin']) })
  const moov = await startMoovEmulator({
    ...settings,
    findsBy: 'any_id',
    port: await keptPort(earlier['moov-benin']),
  })
  return {
    accounts: [{ ...mtn.account, callbackUrl }, moov.account],
    addresses: {
      'mtn-benin': `${mtn.baseUrl}/emulator`,
      'moov-benin': `${moov.baseUrl}/emulator`,
    },
    async close() {
      await Promise.all([mtn.close(), moov.close()])
    },
  }
}
