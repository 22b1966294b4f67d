import { keyKinds } from '#domain/transactions/transaction.ts'
import { numberRules } from '#http/payer-rules.ts'
import Type from 'typebox'
import { fieldsError } from '#domain/errors/errors.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { phoneErrors, providerErrors } from '#http/payer-errors.ts'
import { phoneCountryField, phoneField, providerField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { phoneNumber as phoneNumberSchema } from '#api/schemas/objects.ts'

/** Validates a number as a collection would (docs/api.md#phone-numbers). */
export function validatePhoneNumber() {
  return route({
    method: 'POST',
    path: '/v2/phone-numbers/validate',
    keys: keyKinds,
    summary: 'Valider un numéro de téléphone',
    about: {
      name: 'validatePhoneNumber',
      title: 'Validate a phone number',
      text: 'Checks a number as a collection would, and returns it in international format with its country.',
      examples: {
        'With its operator': { phone: '+229 01 90 00 00 00', provider: 'mtn-benin' },
      },
      rules: numberRules,
      codes: [
        'phone_international_required',
        'invalid_phone_number',
        'phone_country_mismatch',
        'invalid_provider',
      ],
    },
    answer: { object: phoneNumberSchema },
    body: Type.Object({
      phone: phoneField,
      provider: Type.Optional(providerField),
      country: Type.Optional(phoneCountryField),
    }),
    checkFields: ({ body }) => [
      ...providerErrors({ ...body, payment_method: operatorOf(body.provider ?? '')?.type }),
      ...phoneErrors(body),
    ],
    handler({ body }) {
      const parsed = parsePhone(body.phone, { country: body.country })
      if (!parsed.ok) throw fieldsError([{ field: 'phone', code: parsed.code }])
      const { phone, country } = parsed.value
      return { body: { data: { id: phone, object: 'phone_number', phone, country } } }
    },
  })
}
