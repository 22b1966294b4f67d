import type { TerminalId } from './ids.ts'
import type { Mode } from './transaction.ts'

/** A payment terminal, or a cash desk without a device of ours. */
export type TerminalType = 'pos' | 'shop'
export type TerminalStatus = 'pending_activation' | 'active' | 'disabled'

export const terminalTypes: readonly TerminalType[] = ['pos', 'shop']

/** Everything the books know of a terminal. */
export interface TerminalRecord {
  readonly id: TerminalId
  readonly mode: Mode
  readonly type: TerminalType
  readonly label: string
  readonly pointOfSale: { readonly id: string; readonly name: string } | null
  readonly status: TerminalStatus
  /** While an activation code waits to be used. */
  readonly activationExpiresAt: Date | null
  /** Of its present key, when it has one. */
  readonly keyLast4: string | null
  readonly serialNumber: string | null
  readonly deviceType: string | null
  readonly appVersion: string | null
  readonly lastSeenAt: Date | null
  /** The tariff of this terminal alone, where one was agreed. */
  readonly feesRule: {
    readonly kind: 'percentage' | 'fixed'
    readonly value: string
    readonly payer: 'customer' | 'merchant'
  } | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** 60 bits: letters and digits that nobody takes for another. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const activationCodeLength = 12
const codeShape = new RegExp(`^[${codeAlphabet}]{${activationCodeLength}}$`)

/** An activation code of random bytes, `activationCodeLength` at least: `7K3M-Q9ZD-0FWA`. */
export function activationCode(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, activationCodeLength), (byte) =>
    codeAlphabet.charAt(byte % codeAlphabet.length),
  )
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** A code as it was typed, in its one spelling: any case, any grouping, O for 0, I and L for 1. Undefined for no code. */
export function readActivationCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return codeShape.test(letters) ? letters : undefined
}
