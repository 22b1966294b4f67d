import assert from 'node:assert/strict'
import {
  answerErrors,
  areCustomFields,
  type CustomField,
} from '#domain/payment-links/custom-fields.ts'
import { money } from '#domain/money/money.ts'
import { payableRefusal, type PayableStatus } from '#domain/payment-links/payable.ts'
import {
  isReturnUrl,
  paymentLinkErrors,
  type PaymentLinkFacts,
  paymentLinkStatus,
  type PaymentLinkTerms,
} from '#domain/payment-links/payment-link.ts'

const open: PaymentLinkFacts = {
  state: 'active',
  isExpired: false,
  maxPayments: null,
  succeeded: 0,
  pending: 0,
}

describe('a payment link', () => {
  it('is active until it ends, is closed, or has taken all it may', () => {
    const cases: [Partial<PaymentLinkFacts>, PayableStatus][] = [
      [{}, 'active'],
      [{ succeeded: 1000, pending: 1000 }, 'active'],
      [{ maxPayments: 2, succeeded: 1 }, 'active'],
      [{ maxPayments: 2, succeeded: 1, pending: 1 }, 'in_progress'],
      [{ maxPayments: 2, pending: 2, isExpired: true }, 'in_progress'],
      [{ maxPayments: 2, succeeded: 2 }, 'paid'],
      [{ maxPayments: 1, succeeded: 1, state: 'cancelled', isExpired: true }, 'paid'],
      [{ isExpired: true }, 'expired'],
      [{ isExpired: true, state: 'inactive' }, 'inactive'],
      [{ state: 'cancelled', maxPayments: 1, pending: 1 }, 'cancelled'],
    ]
    for (const [facts, status] of cases) {
      assert.equal(paymentLinkStatus({ ...open, ...facts }), status, JSON.stringify(facts))
    }
  })

  it('takes a payment while it is active, and else says why not', () => {
    const told: Readonly<Record<PayableStatus, string | undefined>> = {
      active: undefined,
      inactive: 'payment_link_cancelled',
      cancelled: 'payment_link_cancelled',
      expired: 'payment_link_expired',
      paid: 'payment_link_already_paid',
      in_progress: 'payment_link_in_progress',
    }
    for (const [status, code] of Object.entries(told)) {
      assert.equal(payableRefusal(status as PayableStatus), code)
    }
  })

  it('has all that is wrong with it told together', () => {
    const terms: PaymentLinkTerms = {
      title: '',
      description: 'x'.repeat(1001),
      price: money(0n, 'XOF'),
      minAmount: money(1n, 'XOF'),
      maxAmount: null,
      maxPayments: 1.5,
      expiresAt: null,
      customFields: [{ key: 'A', label: '', type: 'text', required: true }],
      redirectUrl: 'http://boutique.example',
      successMessage: 'a\0b',
      metadata: { a: 'x'.repeat(501) },
    }
    assert.deepEqual(
      paymentLinkErrors(terms, 'XOF').map(({ field }) => field),
      [
        'title',
        'description',
        'success_message',
        'amount',
        'min_amount',
        'max_payments',
        'custom_fields',
        'redirect_url',
        'metadata',
      ],
    )
  })

  it('keeps its metadata and the payer’s answers apart, and within what metadata holds', () => {
    const field = (key: string): CustomField => ({ key, label: key, type: 'text', required: false })
    const terms = (metadata: Record<string, string>, customFields: CustomField[]) => ({
      title: 'x',
      description: null,
      price: null,
      minAmount: null,
      maxAmount: null,
      maxPayments: null,
      expiresAt: null,
      customFields,
      redirectUrl: null,
      successMessage: null,
      metadata,
    })
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x']))
    const codes = (metadata: Record<string, string>, fields: CustomField[]) =>
      paymentLinkErrors(terms(metadata, fields), 'XOF').map(({ code }) => code)
    assert.deepEqual(codes(keys(19), [field('a')]), [])
    assert.deepEqual(codes(keys(20), [field('a')]), ['invalid_metadata'])
    assert.deepEqual(codes({ a: 'x' }, [field('a')]), ['invalid_metadata'])
    assert.ok(!areCustomFields([field('a'), field('a')]))
    assert.ok(!areCustomFields(Array.from({ length: 11 }, (_, at) => field(`k${at}`))))
  })

  it('takes the answers it asks for, as its questions want them', () => {
    const fields: CustomField[] = [
      { key: 'nom', label: 'Nom', type: 'text', required: true },
      { key: 'age', label: 'Âge', type: 'number', required: false },
      { key: 'jour', label: 'Jour', type: 'date', required: false },
    ]
    const wrong = (answers: Record<string, string>) =>
      answerErrors(fields, answers).map(({ field, code }) => `${field} ${code}`)
    assert.deepEqual(wrong({ nom: 'Awa', age: '-12,5', jour: '2026-12-31' }), [])
    assert.deepEqual(wrong({}), ['custom_fields.nom missing_field'])
    const odd = { key: 'constructor', label: 'Constructeur', type: 'text', required: true } as const
    assert.equal(answerErrors([odd], {})[0]?.code, 'missing_field')
    assert.deepEqual(wrong({ nom: ' ', age: 'douze', jour: '31/12/2026', autre: 'x' }), [
      'custom_fields.autre unknown_field',
      'custom_fields.nom invalid_field',
      'custom_fields.age invalid_field',
      'custom_fields.jour invalid_field',
    ])
  })

  it('takes no answer of a stranger that reads as something else than it is, or speaks to a terminal', () => {
    const fields = [{ key: 'note', label: 'Note', type: 'text', required: true } as const]
    for (const note of [
      'a\u202Eb',
      'a\u2066b',
      '\u001B[31mrouge',
      '\u009B31m',
      'a\u0007',
      'a\u0000b',
    ])
      assert.deepEqual(
        answerErrors(fields, { note }).map(({ code }) => code),
        ['invalid_field'],
        JSON.stringify(note),
      )
    assert.deepEqual(answerErrors(fields, { note: 'Livrez à Sènadé,\n2e étage' }), [])
  })

  it('leads back by https; by http to a machine of its own, in sandbox alone', () => {
    const local = ['http://localhost:3000/merci?x=1', 'http://127.0.0.1']
    for (const mode of ['live', 'sandbox'] as const) {
      assert.ok(isReturnUrl('https://shop.example/merci', mode))
      assert.ok(!isReturnUrl('http://shop.example', mode))
      for (const address of local) assert.equal(isReturnUrl(address, mode), mode === 'sandbox')
    }
  })
})
