import type { LinkPaymentBody } from '#http/link-payment.ts'
import { TextField } from '#web/design/field.tsx'
import type { Form } from '#web/http/form.ts'

/** A card as typed. It goes from the form to the acquirer and never into a page again. */
export type TypedCard = NonNullable<LinkPaymentBody['card']>

/** Names of its fields. */
export const cardFields = {
  number: 'carte_numero',
  expiry: 'carte_expiration',
  cvc: 'carte_cvc',
} as const

const expiryShape = /^(\d{1,2})\D{0,3}(\d{2}|\d{4})$/

/** Spaces are for reading; a year in two digits is of this century. What is not readable becomes 0, which no card has. */
export function readCard(form: Form): TypedCard {
  const [, month = '0', year = '0'] = expiryShape.exec(form.secret(cardFields.expiry).trim()) ?? []
  return {
    number: form.secret(cardFields.number).replaceAll(/[\s-]/g, ''),
    exp_month: Number(month),
    exp_year: Number(year.length === 2 ? `20${year}` : year),
    cvc: form.secret(cardFields.cvc).trim(),
  }
}

/** Always empty: what was typed is typed again where the form comes back. */
export function CardFields({
  errorOf,
}: {
  readonly errorOf: (name: string) => string | undefined
}) {
  return (
    <>
      <TextField
        name={cardFields.number}
        label="Numéro de la carte"
        example="0000 0000 0000 0000"
        inputMode="numeric"
        autocomplete="cc-number"
        maxLength={23}
        error={errorOf(cardFields.number)}
      />
      <div class="pair">
        <TextField
          name={cardFields.expiry}
          label="Expiration"
          example="MM/AA"
          inputMode="numeric"
          autocomplete="cc-exp"
          maxLength={9}
          error={errorOf(cardFields.expiry)}
        />
        <TextField
          name={cardFields.cvc}
          label="Code"
          example="123"
          inputMode="numeric"
          autocomplete="cc-csc"
          maxLength={4}
          error={errorOf(cardFields.cvc)}
        />
      </div>
    </>
  )
}
