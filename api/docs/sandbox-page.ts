import { mandatePageEnding, sandboxCards } from '#domain/sandbox/acquirer.ts'
import { sandboxEndings, type SandboxScenario } from '#domain/sandbox/numbers.ts'
import { sandboxOutcomes } from '#domain/sandbox/outcomes.ts'
import { type Html, html, type Page } from './html.ts'
import { type Language, words } from './words.ts'

/** Test cards and number endings of the sandbox, each with its outcome. */
export function sandboxPage(language: Language): Page {
  const say = texts[language]
  const numbers: readonly Row[] = [
    ...rowsOf('collection', language),
    [mandatePageEnding, say.mandate],
    [say.other, outcomeOf('succeeds', language)],
  ]
  const cards: readonly Row[] = sandboxCards.map(({ number }) => [
    number,
    sandboxOutcomes[language].cards[number],
  ])
  return {
    title: words[language].sandbox,
    lead: say.lead,
    content: html`<section>
        <h2>${say.cards}</h2>
        <p>${say.anyCard}</p>
        ${table([say.number, say.outcome], cards)}
      </section>
      <section>
        <h2>${say.phones}</h2>
        <p>${say.anyPhone}</p>
        ${table([say.ending, say.outcome], numbers)}
      </section>
      <section>
        <h2>${say.out}</h2>
        <p>${say.payouts}</p>
        ${table([say.ending, say.outcome], rowsOf('payout', language))}
        <p>${say.refunds}</p>
        ${table([say.ending, say.outcome], rowsOf('refund', language))}
      </section>`,
  }
}

/** The outcome of a test number, in a language. */
export function outcomeOf(scenario: SandboxScenario, language: Language): string {
  return sandboxOutcomes[language].scenarios[scenario]
}

const texts = {
  fr: {
    lead: 'Avec une clé de test, aucun argent ne bouge\u00A0: la carte ou le numéro du payeur décide du résultat du paiement.',
    cards: 'Cartes',
    anyCard:
      'Toute date d’expiration à venir et tout cryptogramme conviennent. Une autre carte valide réussit. N’envoyez jamais une vraie carte avec une clé de test.',
    phones: 'Numéros de téléphone',
    anyPhone:
      'Les quatre derniers chiffres décident, pour Mobile Money et pour le prélèvement (direct_debit).',
    out: 'Retraits et remboursements',
    payouts: 'Les mêmes numéros décident d’un retrait\u00A0:',
    refunds: 'Et du remboursement de ce qu’un numéro a payé\u00A0:',
    number: 'Numéro',
    ending: 'Fin du numéro',
    outcome: 'Résultat',
    other: 'autre',
    mandate:
      'Prélèvement\u00A0: le payeur accepte ou refuse le mandat à l’adresse next_action.url\u00A0; Mobile Money\u00A0: réussit',
  },
  en: {
    lead: 'With a sandbox key no money moves: the card or the number of the payer decides how the payment ends.',
    cards: 'Cards',
    anyCard:
      'Any expiry to come and any security code will do. Any other valid card succeeds. Never send a real card with a sandbox key.',
    phones: 'Phone numbers',
    anyPhone: 'The last four digits decide, for Mobile Money and for direct debit.',
    out: 'Payouts and refunds',
    payouts: 'The same numbers decide about a payout:',
    refunds: 'And about the refund of what a number has paid:',
    number: 'Number',
    ending: 'Last four digits',
    outcome: 'Outcome',
    other: 'any other',
    mandate:
      'Direct debit: the payer agrees to the mandate or refuses it at next_action.url; Mobile Money: succeeds',
  },
} as const

type Row = readonly [string, string]

function rowsOf(type: Parameters<typeof sandboxEndings>[0], language: Language): Row[] {
  return sandboxEndings(type).map(({ ending, scenario }) => [ending, outcomeOf(scenario, language)])
}

function table([name, outcome]: Row, rows: readonly Row[]): Html {
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">${name}</th>
          <th scope="col">${outcome}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([key, text]) =>
            html`<tr>
              <td><code>${key}</code></td>
              <td>${text}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
