import assert from 'node:assert/strict'
import { isHonestName } from '#domain/text/honest-name.ts'

describe('a name that others read', () => {
  it('is what businesses and people here are called, in one alphabet a word', () => {
    for (const name of [
      'Chez Sènami',
      'Pagnes & Fils',
      'Àṣẹ Ɖɛkpɛ́ 3 Étoiles',
      '2iE',
      'Service de livraison',
      'Ресторан Cotonou',
      'Магазин24',
      'Ω Optique',
      '店 Chine',
      'O',
      'Kiosque Awa, MTN et Moov Money',
      'Chez Momo',
      'AMTN Bénin',
      'Benin Mobile Service',
    ])
      assert.ok(isHonestName(name), name)
  })

  it('is neither the service’s own, nor nothing to see, nor Latin with letters that only look so', () => {
    for (const name of [
      'Service de paiement',
      'SERVICE  DE PAIÉMENT, support',
      'Serv1ce de p4iement',
      'S.e.r.v.i.c.e de paiement',
      'Ｓｅｒｖｉｃｅ de paiement',
      'Service\u200B de pai\u00ADement',
      'Payment service',
      'Sеrvice', // A Cyrillic letter.
      'ΜTN Bénin', // A Greek one.
      '\u200B\u2060',
      '\u3164',
      '',
    ])
      assert.ok(!isHonestName(name), name)
  })

  it('is more than what an operator is called: a payer would take it for the one that asks for the PIN', () => {
    for (const name of [
      'MTN',
      'MTN Mobile Money',
      'Moov Money',
      'M.T.N. MoMo Bénin',
      'Service client MTN',
      'M00V Africa, assistance officielle',
      'Moov et MTN',
    ])
      assert.ok(!isHonestName(name), name)
  })
})
