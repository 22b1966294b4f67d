import { numberRules } from '#http/payer-rules.ts'
import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  validatePhoneNumber: {
    name: 'validatePhoneNumber',
    title: 'Validate a phone number',
    text: 'Checks a number as a collection would, and answers it in international format with its country.',
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
} satisfies Readonly<Record<string, About>>
