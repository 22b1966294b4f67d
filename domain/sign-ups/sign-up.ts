/** How long a mailed code that confirms a sign-up's address is valid. */
export const signUpCodeHours = 24

/** Who wants to become a merchant, as they wrote it. */
export interface Applicant {
  /** Of the business: the merchant, its first service, and what payers read, until its people say otherwise. */
  readonly businessName: string
  /** Of the person who will own the account. */
  readonly personName: string
  /** International number, digits only. */
  readonly phone: string
}
