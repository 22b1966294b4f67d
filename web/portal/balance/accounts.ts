import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { Balance } from '#use-cases/balance/read.ts'
import { addressOf } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'

/** The account that people think of as their balance. */
export const availableAccount: MerchantAccountKind = 'available'

/** All accounts, the available balance first. */
export const accounts: readonly MerchantAccountKind[] = [
  availableAccount,
  'pending',
  'pending_confirmation',
  'held',
  'withheld',
  'reserved',
]

/** Accounts that few merchants use are hidden while they are empty. */
const alwaysShown: readonly MerchantAccountKind[] = ['available', 'pending', 'reserved']

/** The accounts that a merchant sees. */
export function shownAccounts(balance: Balance): readonly MerchantAccountKind[] {
  return accounts.filter((kind) => alwaysShown.includes(kind) || balanceOf(balance, kind) > 0n)
}

/** What an account holds, in minor units of XOF. */
export function balanceOf(balance: Balance, kind: MerchantAccountKind): bigint {
  return kind === 'pending_confirmation' ? balance.pendingConfirmation : balance[kind]
}

/** Query field that names an account. */
export const accountField = 'compte'

/** The page of the movements of this account. */
export function movementsPath(kind: MerchantAccountKind): string {
  const changes = kind === availableAccount ? {} : { [accountField]: kind }
  return addressOf(paths.movements, new URLSearchParams(), { fields: [], changes })
}

/** An amount of an account, whose currency is XOF. */
export function xof(minor: bigint): Money {
  return money(minor, 'XOF')
}
