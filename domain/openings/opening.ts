/** Whether the staff has answered who wants their live mode opened: `done` opens it. */
export type OpeningState = 'waiting' | 'done' | 'refused'

/** Who a merchant is before the law: what the staff looks at before it opens the live mode. */
export interface LegalIdentity {
  /** IFU, 13 digits. */
  readonly taxNumber: string
  /** RCCM, as the register writes it. */
  readonly tradeRegister: string
  readonly address: string
}
