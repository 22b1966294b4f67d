/** Our access to MTN's MoMo Open API; a product without a subscription is null. */
export interface MtnAccount {
  readonly provider: 'mtn-benin'
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** `mtnbenin`, or `sandbox` at MTN's own test address. */
  readonly targetEnvironment: string
  /** Base URL of MTN's callbacks, to which an id is appended; null if there are none, and outcomes are polled. */
  readonly callbackUrl: string | null
  readonly collection: MtnProduct | null
  readonly disbursement: MtnProduct | null
}

export interface MtnProduct {
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
}

/** Our access to Moov's SOAP interface for merchants. */
export interface MoovAccount {
  readonly provider: 'moov-benin'
  readonly url: string
  readonly username: string
  readonly password: string
  /** 32 characters, the encryption key of the token in each call. */
  readonly encryptionKey: string
  readonly phoneForm: MoovPhoneForm
}

/** `international`: 22901 and eight digits. `legacy`: 229 and eight digits, as before November 2024. */
export type MoovPhoneForm = (typeof moovPhoneForms)[number]
export const moovPhoneForms = ['international', 'legacy'] as const

export type OperatorAccount = MtnAccount | MoovAccount
export type OperatorAccounts = readonly OperatorAccount[]

/** What an account can be used for. A refund is paid out like a payout. */
export function capabilitiesOf(account: OperatorAccount): readonly ('collection' | 'payout')[] {
  if (account.provider === 'moov-benin') return ['collection', 'payout']
  return [
    ...(account.collection === null ? [] : (['collection'] as const)),
    ...(account.disbursement === null ? [] : (['payout'] as const)),
  ]
}
