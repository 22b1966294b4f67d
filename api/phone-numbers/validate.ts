import Type from 'typebox'
import { operatorOf } from '#domain/operators.ts'
import { belongsToCountry, parsePhone } from '#domain/phone.ts'
import { fieldsError } from '#domain/errors.ts'
import { phoneCountryField, phoneField, providerField } from '#api/http/fields.ts'
import { route } from '#api/http/route.ts'

/** Validates a number as a collection would (spec: POST /v2/phone-numbers/validate). */
export function validatePhoneNumber() {
  return route({
    method: 'POST',
    path: '/v2/phone-numbers/validate',
    keys: ['secret', 'public', 'terminal', 'session'],
    summary: 'Valider un numéro de téléphone',
    body: Type.Object({
      phone: phoneField,
      provider: Type.Optional(providerField),
      country: Type.Optional(phoneCountryField),
    }),
    checkFields({ body }) {
      const { provider } = body
      const isUnknown = provider !== undefined && provider !== 'auto' && !operatorOf(provider)
      return isUnknown ? [{ field: 'provider', code: 'invalid_provider' }] : []
    },
    handler({ body }) {
      const parsed = parsePhone(body.phone, { country: body.country })
      if (!parsed.ok) throw fieldsError([{ field: 'phone', code: parsed.code }])
      const operator = operatorOf(body.provider ?? '')
      if (operator && !belongsToCountry(parsed.value, operator.country)) {
        throw fieldsError([{ field: 'phone', code: 'invalid_phone_number' }])
      }
      const { phone, country } = parsed.value
      return { body: { data: { object: 'phone_number', phone, country } } }
    },
  })
}
