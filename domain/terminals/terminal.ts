import type { TerminalId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** A payment terminal, or a cash desk without a device of ours. */
export type TerminalType = 'pos' | 'shop'
export type TerminalStatus = 'pending_activation' | 'active' | 'disabled'

export const terminalTypes: readonly TerminalType[] = ['pos', 'shop']
/** The most terminals of a service in a mode, disabled ones included. */
export const terminalsMax = 1000
/** The most points of sale of a service in a mode. */
export const pointsOfSaleMax = 500
/** For its label and point of sale, in characters. */
export const terminalNameLengthMax = 255
/** For each text that a device reports about itself. */
export const deviceTextLengthMax = 64

/** Everything recorded about a terminal. */
export interface TerminalRecord {
  readonly id: TerminalId
  readonly mode: Mode
  readonly type: TerminalType
  readonly label: string
  readonly pointOfSale: { readonly id: string; readonly name: string } | null
  readonly status: TerminalStatus
  /** While an activation code is waiting to be used. */
  readonly activationExpiresAt: Date | null
  /** Of its current key, if it has one. */
  readonly keyLast4: string | null
  readonly serialNumber: string | null
  readonly deviceType: string | null
  readonly appVersion: string | null
  readonly lastSeenAt: Date | null
  /** The tariff of this terminal, if one was agreed. */
  readonly feesRule: {
    readonly kind: 'percentage' | 'fixed'
    readonly value: string
    readonly payer: 'customer' | 'merchant'
  } | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
