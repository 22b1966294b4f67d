import assert from 'node:assert/strict'
import { join } from 'node:path'
import { operators } from '#domain/operators/operators.ts'
import { payerWords } from '#web/payer/words.ts'
import { typingFaults } from '#test/support/french.ts'
import { marksIn, sentencesOf, strayWords, tables } from '#test/support/languages.ts'
import { filesOf, readTree } from '#test/support/tidy-tree.ts'

describe('what is read in two languages, table by table', () => {
  for (const [file, { fr, en }] of Object.entries(tables)) {
    const [french, english] = [sentencesOf(fr), sentencesOf(en)]

    it(`has the same sentences with the same gaps in both languages: ${file}`, () => {
      assert.ok(french.length > 0)
      assert.deepEqual(
        english.map(({ name, text }) => [name, marksIn(text)]),
        french.map(({ name, text }) => [name, marksIn(text)]),
      )
      for (const { name, text } of [...french, ...english]) {
        assert.match(text, /[\p{L}⟦]/u, `${name} is empty`)
        assert.doesNotMatch(text, /\b(?:undefined|null)\b|\[object/, name)
      }
    })

    it(`has no French in the English, and French as it is typed: ${file}`, () => {
      for (const { name, text } of english) {
        // The other language is offered by its own name.
        const words = name === 'otherLanguage' ? '' : text
        assert.doesNotMatch(words, /[^\x20-\x7e’“”•·–…⟦⟧\u00A0]/u, `${name}: ${text}`)
        assert.doesNotMatch(words, / [:;!?]|'/, `${name}: ${text}`)
      }
      for (const { name, text } of french) assert.deepEqual(typingFaults(text), [], name)
      const inFrench = new Map(french.map(({ name, text }) => [name, text]))
      const same = english.filter(({ name, text }) => inFrench.get(name) === text)
      assert.deepEqual(
        same.map(({ text }) => text).filter((text) => !sameInBoth.has(text)),
        [],
      )
    })
  }

  it('is all here: no other file has a table by language', () => {
    const tree = readTree(join(import.meta.dirname, '..', '..'))
    const files = filesOf(tree, /^(?:domain|use-cases|web)\/.*\.tsx?$/).filter(([, text]) =>
      isTable.test(text),
    )
    assert.deepEqual(files.map(([path]) => path).toSorted(), Object.keys(tables).toSorted())
  })

  it('says nothing that readers stumbled over, here, in errors or in the documentation', () => {
    const tree = readTree(join(import.meta.dirname, '..', '..'))
    const files = filesOf(tree, /^(?:api|domain|http|use-cases|web)\/.*\.(?:tsx?|md)$/)
    assert.ok(files.length > 400)
    for (const [path, text] of files)
      for (const pattern of stumbled)
        assert.doesNotMatch(text.replaceAll('\\u00A0', ' '), pattern, path)
  })

  it('tells in French what the operators’ own table tells', () => {
    for (const { name, type, approvalInstructions } of operators) {
      if (type !== 'mobile_money') continue
      assert.equal(payerWords.fr.waiting.approve(name), approvalInstructions)
    }
  })

  it('is found where it is in the wrong language', () => {
    const french = '<html><title>x</title><p>Aucuns</p><img alt="Vérifier"></html>'
    assert.deepEqual(strayWords(french, 'fr'), [])
    assert.ok(strayWords(french, 'en').includes('Aucuns') && strayWords(french, 'en').includes('é'))
    const english = '<html><title>x</title><p data-title="Approve on your phone">Merci</p></html>'
    assert.deepEqual(strayWords(english, 'en'), [])
    assert.ok(strayWords(english, 'fr').includes('Approve on your phone'))
  })
})

const sameInBoth = new Set([
  'test',
  'E-mail',
  'SMS',
  'WhatsApp',
  'Logo',
  '⟦0⟧ minutes',
  '(test)',
  'API',
  'Action',
  'Actions',
  'Code',
  'Contact',
  'Date',
  'Description',
  'Documentation',
  'E-mail',
  'Exports',
  'IFU ⟦0⟧',
  'Menu',
  'Net',
  'Normal',
  'Note',
  'Notifications',
  'Question',
  'Question ⟦0⟧',
  'RCCM ⟦0⟧',
  'Route',
  'Secret',
  'Service',
  'Services',
  'Terminal',
  'Test',
  'Total',
  'Transaction',
  'Type',
  'Version',
  'Webhook',
  'Webhooks',
  'terminal',
  'transactions',
])

/** What nobody in Cotonou says so; beside each what is said instead. */
const stumbled: readonly RegExp[] = [
  /Qu’est-ce que c’est/, // Type d’appareil
  /'Ce qui arrive'/, // Résultat à simuler
  /Autant qu’on veut/, // Illimité
  /Ce que l’on paie, tel que/, // Ce que voient vos clients
  /Ce qu’il rapporte/, // Résultats
  /'Vu'|Jamais vu/, // Dernière activité, Jamais utilisé
  /vos listes le portent/, // Ce nom figure sur vos reçus
  /Renvoyer ce qui a manqué/, // Relancer les envois échoués
  /Qui apprendrait votre mot de passe/, // Même avec votre mot de passe, …
  /sert à se connecter/, // Servira d’identifiant
  /Convenu avec nous|écrivez-nous(?! à)/, // Vos conditions, et une adresse
  /Chez nos équipes/, // Nos équipes s’en occupent
  /celle de la moitié/, // Durée médiane
  /arrivés à leur fin|vont à leur fin|va à son terme/, // terminés, se termine normalement
  /Sans fin'/, // Expiration : aucune
  /'Acte'|'Issue'/, // Action, Résultat
  /pas de quoi payer/, // Votre solde Mobile Money est insuffisant
  /ne prend plus de paiement ici/, // Ce paiement a été annulé par le marchand
  /que si vous le voulez/, // que si vous souhaitez payer une seconde fois
  /Échoue : [a-z]+_|échec card_/, // Échoue : solde insuffisant (insufficient_funds)
  /Savoir qui appelle/, // Identifier la clé utilisée
  /voici son Z/, // voici le rapport Z
  /à chaque écriture/i, // à chaque modification
  /(?:\d|\}|au moins|plus de) signes\b|autre signe\b/, // caractères
  /Rejet|\brejet(?:ée?s?|s)?(?![a-zé])/, // Refusé, as on the button that does it
]

const isTable = /Readonly<\s*Record<Language, (?:typeof french|\w*Words)>/
