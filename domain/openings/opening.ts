/** The state of a request to open live mode: `done` opened it. */
export type OpeningState = 'waiting' | 'done' | 'refused'

/** A merchant's legal identity, which staff checks before it opens live mode. */
export interface LegalIdentity {
  /** IFU, 13 digits. */
  readonly taxNumber: string
  /** RCCM, as the register writes it. */
  readonly tradeRegister: string
  readonly address: string
}
