import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { verifyAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import type { Database } from '#db/connect.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { asId, type ServiceEnvId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** The demo merchant's payout accounts, as in `DATA_DIR/demo.json`. */
export interface DemoPayouts {
  /** In live mode, like bank transfers; two at the last bank. */
  readonly bank_accounts: readonly { readonly id: string; readonly bank: BankCode }[]
  /** Authorised in both modes; in sandbox also with the last digits 0001 to 0011. */
  readonly payout_phone: string
}

/** Gives the demo merchant authorised accounts and a balance for payouts, once. */
export async function seedPayouts(
  database: Database,
  envs: Readonly<Record<Mode, string>>,
): Promise<DemoPayouts> {
  for (const mode of ['live', 'sandbox'] as const) {
    const serviceEnvId = asId<ServiceEnvId>(envs[mode])
    await openBalance(database, { serviceEnvId, mode }, openings[mode])
    const known = await listAuthorizedAccounts(database, serviceEnvId)
    if (known.length === 0) await seedAccounts(database, serviceEnvId, mode)
  }
  const accounts = await listAuthorizedAccounts(database, asId<ServiceEnvId>(envs.live))
  const banks = accounts
    .toReversed()
    .flatMap((account) =>
      account.type === 'bank' && account.status === 'active'
        ? [{ id: account.id, bank: account.provider }]
        : [],
    )
  return {
    bank_accounts: banks,
    payout_phone: payoutPhone,
  }
}

const payoutPhone = '2290197000000'
const sandboxNumbersMax = 11
const openings = { live: money(10_000_000n, 'XOF'), sandbox: money(1_000_000n, 'XOF') }
const demoBanks = [
  ['uba-benin', 'BJ0670100100000000010012'],
  ['ecobank-benin', 'BJ0620100100000000020034'],
  ['boa-benin', 'BJ0610100100000000030056'],
  ['boa-benin', 'BJ0610100100000000040078'],
] as const

async function seedAccounts(
  database: Database,
  serviceEnvId: ServiceEnvId,
  mode: Mode,
): Promise<void> {
  const numbers = mode === 'live' ? [payoutPhone] : [payoutPhone, ...sandboxNumbers()]
  const phones = numbers.map(
    (phone) =>
      ({
        type: 'mobile_money',
        provider: 'mtn-benin',
        phone: { phone, country: 'BJ' },
        holderName: 'Awa Dossou',
      }) as const,
  )
  const banks = (mode === 'live' ? demoBanks : []).map(
    ([provider, accountNumber]) =>
      ({ type: 'bank', provider, accountNumber, holderName: 'Maison Démo' }) as const,
  )
  for (const account of [...phones, ...banks]) {
    const id = await addAuthorizedAccount(database, serviceEnvId, account)
    await verifyAuthorizedAccount(database, { serviceEnvId, id })
  }
}

function sandboxNumbers(): string[] {
  return Array.from({ length: sandboxNumbersMax }, (_, at) => {
    const ending = String(at + 1).padStart(4, '0')
    return payoutPhone.slice(0, -ending.length) + ending
  })
}
