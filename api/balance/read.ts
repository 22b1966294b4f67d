import { money, toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { balance as balanceSchema } from '#api/schemas/objects.ts'

/** The balances of the service in the key's mode (docs/money-and-ledger.md#balance). */
export function readBalanceRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/balance',
    keys: ['secret'],
    summary: 'Lire les soldes',
    about: {
      name: 'getBalance',
      title: 'Read the balances',
      text: 'What you can withdraw, what is being made available, and what awaits confirmation, in the mode of the key.',
    },
    answer: { object: balanceSchema },
    async handler({ caller }) {
      const balance = await readBalance(context.database, caller.serviceEnvId)
      return { body: { data: presentBalance(balance, caller.serviceEnvId) } }
    },
  })
}

/** Sandbox withholds nothing: funds that would await confirmation are listed as such, and are available too. */
function presentBalance(balance: Balance, id: string) {
  return {
    id,
    object: 'balance',
    currency: 'XOF',
    available: xof(balance.available),
    pending: xof(balance.pending),
    pending_confirmation: xof(balance.pendingConfirmation),
    pending_confirmation_count: balance.pendingConfirmationCount,
    pending_confirmation_message: confirmationMessage(balance.pendingConfirmationCount),
    simulated: balance.mode === 'sandbox',
    updated_at: isoTime(balance.updatedAt),
  }
}

function xof(minor: bigint): number {
  return toNumber(money(minor, 'XOF'))
}

function confirmationMessage(count: number): string {
  if (count === 0) return 'Aucun paiement n’attend la confirmation de réception des fonds.'
  if (count === 1) return '1 paiement attend la confirmation de réception des fonds.'
  return `${count} paiements attendent la confirmation de réception des fonds.`
}
